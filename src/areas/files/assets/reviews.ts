import { Failure } from '../../../kernel/failure.ts'
import type { AssetReviewId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { canChangeFile, visibleAssetReviews } from '../policy.ts'

/** The reviews of these versions that the viewer can see, unordered. One statement. */
export const readAssetReviews = (
  scope: ViewerScope,
  versions: readonly { readonly fileId: string; readonly version: number }[],
) => scope.db.assetReview.findMany({ where: { OR: [...versions], ...visibleAssetReviews(scope) } })

/** The reviews of these ids that the viewer can see, unordered. */
export const findAssetReviews = (scope: ViewerScope, ids: readonly string[]) =>
  scope.db.assetReview.findMany({ where: { id: { in: [...ids] }, ...visibleAssetReviews(scope) } })

/** Replaces the notes of a review of the viewer's asset. Throws `missing`, `forbidden`. */
export async function updateAssetReviewNotes(scope: ViewerScope, id: AssetReviewId, reviewNotes: string) {
  const found = await scope.db.assetReview.findUnique({
    where: { id },
    include: { fileVersion: { include: { file: { select: { ownerId: true } } } } },
  })
  if (!found) throw assetReviewNotFound()
  const { file } = found.fileVersion
  if (!canChangeFile(scope, file))
    throw new Failure('forbidden', 'This asset belongs to somebody else', { reason: 'not_own' })
  return ownerOrAdminAct(scope, 'updateAssetReviewNotes', async (tx) => {
    const data = { reviewNotes, updatedAt: tx.now }
    const [review] = await tx.db.assetReview.updateManyAndReturn({ where: { id }, data })
    if (!review) throw assetReviewNotFound()
    return { subjectId: id, ownerId: file.ownerId, result: review }
  })
}

const assetReviewNotFound = () => new Failure('missing', 'Asset review not found', { reason: 'asset_review_not_found' })
