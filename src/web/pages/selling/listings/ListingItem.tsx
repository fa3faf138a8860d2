import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../../components/NotFoundPage.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import type { SellingItemProps } from '../SellingItemPage.tsx'
import { NEW } from '../sections.ts'
import { CreateListingForm } from './CreateListingForm.tsx'
import { LISTING, OWN_LISTING } from './documents.ts'
import { EditListingForm } from './EditListingForm.tsx'

/** A listing to create or to change; those of others are not found. */
export const ListingItem = ({ itemId }: SellingItemProps) =>
  itemId === NEW ? <CreateListingForm /> : <StandingListing itemId={itemId} />

function StandingListing({ itemId }: SellingItemProps) {
  const { data, refusal, reload } = usePanel(LISTING, { id: itemId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <DetailSkeleton />
  const listing = getFragmentData(OWN_LISTING, data.listing)
  if (!listing?.viewerCanUpdate) return <NotFoundPage />
  return <EditListingForm listing={listing} />
}
