import { Failure } from '../../kernel/failure.ts'
import type { AssetReviewId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { mayChangeFile } from './policy.ts'

/** Writes the notes of a review: by the author of the asset, and by admins. Throws `missing`, `forbidden`. */
export async function updateAssetReviewNotes(scope: SignedScope, id: AssetReviewId, reviewNotes: string) {
  const found = await scope.db.assetReview.findUnique({
    where: { id },
    include: { fileVersion: { include: { file: { select: { ownerId: true } } } } },
  })
  if (!found) throw noSuchReview()
  if (!mayChangeFile(scope, found.fileVersion.file))
    throw new Failure('forbidden', 'This asset belongs to somebody else')
  const { ownerId } = found.fileVersion.file
  return transact(scope, async (open) => {
    const data = { reviewNotes, updatedAt: open.now }
    const [review] = await open.db.assetReview.updateManyAndReturn({ where: { id }, data })
    if (!review) throw noSuchReview()
    await auditForeign(open, ownerId, { act: 'updateAssetReviewNotes', subjectId: id })
    return review
  })
}

const noSuchReview = () => new Failure('missing', 'Asset review not found')
