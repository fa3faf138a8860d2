import type { Jam, JamSubmission } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId, type JamId, newId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { jamSubmissionChanged } from '../events.ts'
import { readJam } from '../jam/jams.ts'
import { jamStateAt } from '../jam/state.ts'
import { lockJam } from '../locks.ts'
import { canSeeJam, jamNotFound } from '../policy.ts'
import { canReadContent, type JamContent, lockContent } from './content.ts'
import { tagContent } from './contentTags.ts'

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
