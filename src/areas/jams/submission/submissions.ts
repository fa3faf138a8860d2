import type { Jam, JamSubmission } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId, type JamId, type JamSubmissionId, newId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockUser } from '../../users/locks.ts'
import { jamSubmissionChanged, jamSubmissionRated } from '../events.ts'
import { readJam } from '../jam/jams.ts'
import { lockJam, lockSubmission } from '../locks.ts'
import { canSeeJam, jamNotFound, jamStateAt, submissionNotFound } from '../policy.ts'
import { canReadContent, type JamContent, lockContent, tagContent } from './content.ts'
import { type SubmissionFilter, type SubmissionRow, submissionPages } from './queries.ts'

/** Of one person in one jam. */
export const MAX_SUBMISSIONS = 3
const SUBMIT_LIMIT: RateLimit = { name: 'submit-jam-content', points: 100, window: 60 * 60 }

interface NewSubmission {
  readonly contentId: string
  readonly description: string
}

/**
 * Submits content of the viewer's to a jam, or changes the description of content that is submitted already. Returns the
 * id of the submission. Throws `missing` for a jam that the viewer can't see, `conflict` unless it takes submissions and
 * after 3 of the person, `invalid` for content that the jam does not take, `forbidden` for that of others,
 * `exhausted` after 100 times in an hour.
 */
export async function submitJamContent(scope: ViewerScope, jamId: JamId, given: NewSubmission): Promise<string> {
  await scope.limits.take(SUBMIT_LIMIT, scope.viewer.id)
  await readJam(scope, jamId)
  return transact(scope, async (tx) => {
    await lockUser(tx, tx.viewer.id)
    const jam = await lockJam(tx, jamId, 'SHARE')
    if (!canSeeJam(tx, jam)) throw jamNotFound()
    // After the locks: the jam may have been closed while this waited.
    const at = tx.clock.now()
    if (jamStateAt(jam, at) !== 'submissions_open') throw submissionsNotOpen()
    assertContentType(jam, given.contentId)
    const content = await assertTakes(tx, jam, await lockContent(tx, given.contentId))
    const submissionId = await writeSubmission(tx, jam, given, at)
    await tagContent(tx, content, jamId)
    tx.emit(jamSubmissionChanged(jamId, { submissionId }))
    return submissionId
  })
}

const submissionsNotOpen = () =>
  new Failure('conflict', 'The jam takes no submissions now', { reason: 'submissions_not_open' })

const unknownContent = (message: string) => invalid('contentId', `contentId ${message}`, 'unknown_reference')

function assertContentType({ type }: Jam, contentId: string): void {
  if (!isId(type === 'avatar' ? 'avatar' : 'world', contentId)) throw unknownContent(`must be the id of a ${type}`)
}

/** Throws unless a jam takes content of the viewer: their own, not hidden, and changed lately if the jam is gated. */
async function assertTakes(tx: ViewerTransaction, jam: Jam, content: JamContent | null): Promise<JamContent> {
  if (!content || !(await canReadContent(tx, content))) throw unknownContent(`must be the id of a ${jam.type}`)
  if (content.authorId !== tx.viewer.id)
    throw new Failure('forbidden', `This ${jam.type} belongs to somebody else`, {
      reason: 'not_own',
      field: 'contentId',
    })
  if (content.releaseStatus === 'hidden') throw unknownContent(`must be the id of a ${jam.type} that is not hidden`)
  assertIsNew(jam, content)
  return content
}

function assertIsNew(jam: Jam, content: JamContent): void {
  const gate = jam.submissionContentGated ? jam.submissionContentGateDate : null
  if (gate !== null && content.updatedAt < gate)
    throw invalid(
      'contentId',
      `contentId must be content that was changed since ${gate.toISOString()}`,
      'content_too_old',
    )
}

async function writeSubmission(
  tx: ViewerScope & InTransaction,
  { id: jamId }: Jam,
  { contentId, description }: NewSubmission,
  at: Date,
): Promise<string> {
  const standing = await tx.db.jamSubmission.findUnique({ where: { jamId_contentId: { jamId, contentId } } })
  if (standing) return describeAnew(tx, standing, description, at)
  const submitterId = tx.viewer.id
  const count = await tx.db.jamSubmission.count({ where: { jamId, submitterId } })
  assertBelowCap(count, MAX_SUBMISSIONS, 'submissions to a jam')
  const id = newId('jamSubmission', at)
  await tx.db.jamSubmission.create({
    data: { id, jamId, submitterId, contentId, description, createdAt: at, updatedAt: at },
  })
  return id
}

async function describeAnew({ db }: InTransaction, { id }: JamSubmission, description: string, at: Date) {
  await db.jamSubmission.update({ where: { id }, data: { description, updatedAt: at } })
  return id
}

/** The REST API has no pages of submissions; the graph pages through all. */
const MAX_LISTED = 1_000

/** The latest submissions to a jam, newest first. Throws `missing` for a jam that the viewer can't see. */
export async function listJamSubmissions(
  scope: ViewerScope,
  jamId: JamId,
  filter: SubmissionFilter,
): Promise<SubmissionRow[]> {
  await readJam(scope, jamId)
  const list = { parent: 'jamId', ids: [jamId], filter } as const
  return submissionPages(scope, list, { descending: true, limit: MAX_LISTED })
}

/**
 * Rates a submission from 0 to 100; a judge's next rating replaces the one before. Throws `forbidden` unless an admin acts,
 * `missing`, `conflict` unless the jam has closed for submissions and has no winners yet.
 */
export const rateJamSubmission = (scope: ViewerScope, submissionId: JamSubmissionId, rating: number): Promise<void> =>
  staffAct(scope, 'rateJamSubmission', async (tx) => {
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
    const { jamId, submitterId: aboutId } = submission
    return { subjectId: submissionId, aboutId, details: { jamId, rating } }
  })

const ratingsNotOpen = () =>
  new Failure('conflict', 'The submissions of the jam cannot be rated now', { reason: 'ratings_not_open' })

/** The ratings that the viewer, an admin, has given to submissions. */
export const ratingsByViewer = ({ db, viewer }: ViewerScope, submissionIds: readonly string[]) =>
  db.jamRating.findMany({ where: { submissionId: { in: [...submissionIds] }, judgeId: viewer.id } })
