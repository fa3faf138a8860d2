import { isAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { JamId, JamSubmissionId, UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { jamSubmissionChanged } from '../events.ts'
import { lockJam, lockJamsOfSubmitter, lockSubmission } from '../locks.ts'
import { canDeleteSubmission, submissionNotFound } from '../policy.ts'
import { untagContent, untagContentOf } from './content.ts'
import { deleteSubmissionsOf, submissionsByIds } from './queries.ts'

/** A submission that is gone. */
interface DeletedSubmission {
  readonly submissionId: string
  readonly jamId: string
}

/**
 * Withdraws a submission with its ratings, and takes the tag of the jam from its content. Throws `missing` for one that the
 * viewer can't see or that is of another jam than `ofJam`, `forbidden` for that of another person, `conflict` once the jam
 * takes no more submissions; admins can always.
 */
export const deleteJamSubmission = (
  scope: ViewerScope,
  submissionId: JamSubmissionId,
  ofJam?: JamId,
): Promise<DeletedSubmission> =>
  ownerOrAdminAct(scope, 'deleteJamSubmission', async (tx) => {
    const [submission] = await submissionsByIds(tx, [submissionId])
    if (!submission || submission.jamId !== (ofJam ?? submission.jamId)) throw submissionNotFound()
    const { jamId, submitterId, contentId } = submission
    if (submitterId !== tx.viewer.id && !isAdmin(tx)) throw submissionOfOther()
    const needsAdmin = await lockToDelete(tx, submission)
    await tx.db.jamSubmission.delete({ where: { id: submissionId } })
    await untagContent(tx, contentId, jamId)
    tx.emit(jamSubmissionChanged(jamId, { submissionId }))
    const result = { submissionId, jamId }
    return { subjectId: submissionId, ownerId: submitterId, needsAdmin, details: { jamId }, result }
  })

const submissionOfOther = () => new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })

/** Locks a submission for its deletion. Answers whether only an admin can delete it now; throws `conflict` to others. */
async function lockToDelete(
  tx: ViewerScope & InTransaction,
  { id, jamId, submitterId }: { readonly id: string; readonly jamId: string; readonly submitterId: string },
): Promise<boolean> {
  const jam = await lockJam(tx, jamId, 'SHARE')
  await lockSubmission(tx, id)
  const at = tx.clock.now()
  if (!canDeleteSubmission(tx, submitterId, jam, at)) throw submissionsFinal()
  const asSubmitter = { ...tx, viewer: { ...tx.viewer, admin: false } }
  return !canDeleteSubmission(asSubmitter, submitterId, jam, at)
}

const submissionsFinal = () =>
  new Failure('conflict', 'The jam takes no more submissions, so they cannot be withdrawn', {
    reason: 'submissions_final',
  })

/**
 * Deletes the submissions of a person whose account is erased, and takes the tags of jams from the person's content. The
 * ratings that the person gave stay in the scores.
 */
export async function eraseJamSubmissions(tx: Scope & InTransaction, submitterId: UserId): Promise<void> {
  await lockJamsOfSubmitter(tx, submitterId)
  const deleted = await deleteSubmissionsOf(tx, submitterId)
  for (const { id, jamId } of deleted) tx.emit(jamSubmissionChanged(jamId, { submissionId: id }))
  await untagContentOf(tx, submitterId)
}
