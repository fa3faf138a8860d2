import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../../components/NotFoundPage.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import type { SellingItemProps } from '../SellingItemPage.tsx'
import { NEW } from '../sections.ts'
import { CreateProductForm } from './CreateProductForm.tsx'
import { OWN_PRODUCT, PRODUCT } from './documents.ts'
import { EditProductForm } from './EditProductForm.tsx'

/** A product to create or to change; those of others are not found. */
export const ProductItem = ({ itemId }: SellingItemProps) =>
  itemId === NEW ? <CreateProductForm /> : <StandingProduct itemId={itemId} />

function StandingProduct({ itemId }: SellingItemProps) {
  const { data, refusal, reload } = usePanel(PRODUCT, { id: itemId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <DetailSkeleton />
  const product = getFragmentData(OWN_PRODUCT, data.node?.__typename === 'Product' ? data.node : null)
  if (!product?.viewerCanUpdate) return <NotFoundPage />
  return <EditProductForm product={product} />
}
