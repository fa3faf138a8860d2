import type { Agreement } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'

/** Kind and version of an agreement, and the id of the world, avatar or prop that it is about. */
type AgreementSubject = Pick<Agreement, 'agreementCode' | 'contentId' | 'version'>

/** Current version of the agreement text. */
const CURRENT_VERSION = 1
const CONTENT_KINDS = ['world', 'avatar', 'prop'] as const

/** The rules for what is given of an agreement. */
export const agreementRules = ({ contentId, version }: Partial<AgreementSubject>): InputRule[] => [
  () => {
    if (contentId !== undefined && !CONTENT_KINDS.some((kind) => isId(kind, contentId)))
      throw invalid('contentId', 'contentId must be the id of a world, an avatar or a prop', 'not_an_id')
  },
  () => {
    if (version !== undefined && version !== CURRENT_VERSION)
      throw invalid('version', `version must be ${CURRENT_VERSION}`, 'unknown_value')
  },
]

/** The viewer's agreements of these ids. */
export const findAgreements = ({ db, viewer }: ViewerScope, ids: readonly string[]): Promise<Agreement[]> =>
  db.agreement.findMany({ where: { id: { in: [...ids] }, userId: viewer.id } })

/** Whether the viewer has submitted the agreement. Throws `invalid` for an unknown content or version. */
export async function hasAgreed(scope: ViewerScope, subject: AgreementSubject): Promise<boolean> {
  await assertAll(agreementRules(subject))
  const { agreementCode, contentId, version } = subject
  const where = { userId: scope.viewer.id, agreementCode, contentId, version }
  return (await scope.db.agreement.count({ where })) > 0
}

/** Agreements that one person can have submitted. */
const MOST_AGREEMENTS = 2_000
const SUBMIT_LIMIT = { name: 'submit-agreement', points: 600, window: 3_600 }

/**
 * Stores an agreement of the viewer, or returns the one that exists. Throws `invalid`, `forbidden` for the content of
 * somebody else, `conflict` beyond 2,000 agreements.
 */
export async function submitAgreement(
  scope: ViewerScope,
  { fullText, ...subject }: AgreementSubject & { fullText: string },
) {
  await assertAll(agreementRules(subject))
  await scope.limits.take(SUBMIT_LIMIT, scope.viewer.id)
  await assertUnusedOrOwn(scope, subject.contentId)
  const { id: userId } = scope.viewer
  const key = { ...subject, userId }
  return transact(scope, async (tx) => {
    await lockUser(tx, userId)
    const { db, now } = tx
    const found = await db.agreement.findUnique({ where: { userId_agreementCode_contentId_version: key } })
    if (found) return found
    assertBelowCap(await db.agreement.count({ where: { userId } }), MOST_AGREEMENTS, 'agreements')
    return db.agreement.create({ data: { ...key, id: newId('agreement', now), fullText, createdAt: now } })
  })
}

/** Clients submit the agreement before they create the content, so the id may be unused. */
async function assertUnusedOrOwn({ db, viewer }: ViewerScope, id: string): Promise<void> {
  const [world, avatar, prop] = await Promise.all([
    db.world.findUnique({ where: { id }, select: { authorId: true } }),
    db.avatar.findUnique({ where: { id }, select: { authorId: true } }),
    db.prop.findUnique({ where: { id }, select: { authorId: true } }),
  ])
  const author = world?.authorId ?? avatar?.authorId ?? prop?.authorId ?? viewer.id
  if (author !== viewer.id)
    throw new Failure('forbidden', 'This content belongs to somebody else', { reason: 'not_own' })
}
