import { Failure } from '../../../kernel/failure.ts'
import type { JamSubmissionId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { jamSubmissionRated } from '../events.ts'
import { jamStateAt } from '../jam/state.ts'
import { lockJam, lockSubmission } from '../locks.ts'
import { submissionNotFound } from '../policy.ts'

/**
 * Rates a submission from 0 to 100; a judge's next rating replaces the one before. Throws `forbidden` unless an admin acts,
 * `missing`, `conflict` unless the jam has closed for submissions and has no winners yet.
 */
export const rateJamSubmission = (scope: ViewerScope, submissionId: JamSubmissionId, rating: number): Promise<void> =>
  adminAct(scope, 'rateJamSubmission', async (tx) => {
    const { db, viewer, now } = tx
    const submission = await db.jamSubmission.findUnique({ where: { id: submissionId } })
    if (!submission) throw submissionNotFound()
    const jam = await lockJam(tx, submission.jamId, 'SHARE')
    await lockSubmission(tx, submissionId)
    if (jamStateAt(jam, tx.clock.now()) !== 'submissions_closed') throw ratingsNotOpen()
    const judged = { submissionId, judgeId: viewer.id }
    await db.jamRating.upsert({
      where: { submissionId_judgeId: judged },
      create: { ...judged, rating, updatedAt: now },
      update: { rating, updatedAt: now },
    })
    const { _sum } = await db.jamRating.aggregate({ where: { submissionId }, _sum: { rating: true } })
    await db.jamSubmission.update({ where: { id: submissionId }, data: { ratingScore: _sum.rating ?? 0 } })
    tx.emit(jamSubmissionRated(submission.jamId, { submissionId }))
    return { subjectId: submissionId, details: { jamId: submission.jamId, rating } }
  })

const ratingsNotOpen = () =>
  new Failure('conflict', 'The submissions of the jam cannot be rated now', { reason: 'ratings_not_open' })

/** The ratings that the viewer, an admin, has given to submissions. */
export const ratingsByViewer = ({ db, viewer }: ViewerScope, submissionIds: readonly string[]) =>
  db.jamRating.findMany({ where: { submissionId: { in: [...submissionIds] }, judgeId: viewer.id } })
