import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../../components/NotFoundPage.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import type { SellingItemProps } from '../SellingItemPage.tsx'
import { NEW } from '../sections.ts'
import { CreateStoreForm } from './CreateStoreForm.tsx'
import { OWN_STORE, STORE } from './documents.ts'
import { EditStoreForm } from './EditStoreForm.tsx'

/** A store to create or to change; those of others are not found. */
export const StoreItem = ({ itemId }: SellingItemProps) =>
  itemId === NEW ? <CreateStoreForm /> : <StandingStore itemId={itemId} />

function StandingStore({ itemId }: SellingItemProps) {
  const { data, refusal, reload } = usePanel(STORE, { id: itemId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <DetailSkeleton />
  const store = getFragmentData(OWN_STORE, data.store)
  if (!store?.viewerCanUpdate) return <NotFoundPage />
  return <EditStoreForm store={store} />
}
