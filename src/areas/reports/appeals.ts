import type { Appeal, Prisma, Sanction } from '../../generated/prisma/client.ts'
import { assertFinished, assertStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { type AppealId, newId, type SanctionId, trusted, type UserId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../kernel/transaction.ts'
import { readAppealToken } from '../accounts/account/appealLink.ts'
import { mailOwner } from '../accounts/account/ownerNotices.ts'
import { isSuspendedSince, unsuspendAccount } from '../accounts/account/suspensions.ts'
import { lockAccount } from '../accounts/locks.ts'
import { staffAct } from '../audit/staffAct.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers, lockUser } from '../users/locks.ts'
import { canBeShown, lockBeforeReport, showLocked } from './content/hide.ts'
import { appealDecided, appealMade } from './events.ts'
import { parseAdminText } from './reports.ts'
import { sanctionNotFound } from './sanctions.ts'

export const APPEAL_STATUSES = ['open', 'upheld', 'overturned'] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

/** By people who are suspended, and by others; each act can be appealed against once anyway. */
const APPEAL_LIMIT: RateLimit = { name: 'appeal', points: 10, window: 60 * 60 }

interface NewAppeal {
  /** What the viewer appeals against. */
  readonly sanctionId?: SanctionId | undefined
  /** What the person was given who can not log in. */
  readonly token?: string | undefined
  readonly text: string
}

/**
 * Appeals against a warning, a suspension or hidden content, once each. Throws `unauthenticated` without a session and a token,
 * `missing` for what was done to somebody else, `invalid` for an empty text and for a token that is not valid, `conflict` for
 * a second appeal and for what the staff has taken back, `exhausted` after 10 in an hour.
 */
export async function appeal(scope: Scope, given: NewAppeal): Promise<Appeal> {
  const text = parseAdminText('text', given.text)
  const { id: sanctionId, userId: owner, liftedAt } = await findOwnSanction(scope, given)
  await scope.limits.take(APPEAL_LIMIT, owner)
  if (liftedAt !== null) throw new Failure('conflict', 'This was taken back already', { reason: 'sanction_lifted' })
  return transact(scope, async (tx) => {
    const userId = trusted<'user'>(owner)
    // The lock makes a concurrent erasure of the account see the appeal.
    await lockUser(tx, userId)
    const row = { id: newId('appeal', tx.now), sanctionId, userId, text, createdAt: tx.now }
    const { count } = await tx.db.appeal.createMany({ data: [row], skipDuplicates: true })
    if (count === 0) throw new Failure('conflict', 'You have appealed before', { reason: 'already_appealed' })
    tx.emit(appealMade(row.id))
    return tx.db.appeal.findUniqueOrThrow({ where: { id: row.id } })
  })
}

async function findOwnSanction(scope: Scope, { sanctionId, token }: NewAppeal): Promise<Sanction> {
  const sanction = token === undefined ? await ofViewer(scope, sanctionId) : await ofToken(scope, token)
  if (!sanction) throw sanctionNotFound()
  return sanction
}

function ofViewer(scope: Scope, id: SanctionId | undefined): Promise<Sanction | null> {
  assertFinished(scope)
  return scope.db.sanction.findFirst({ where: { id: id ?? '', userId: scope.viewer.id } })
}

function ofToken(scope: Scope, token: string): Promise<Sanction | null> {
  const { userId, suspendedAt } = readAppealToken(scope, token)
  return scope.db.sanction.findFirst({ where: { userId, kind: 'suspension', createdAt: suspendedAt } })
}

interface Decision {
  readonly appealId: AppealId
  readonly isOverturned: boolean
  /** Explanation to the person. */
  readonly explanation: string
}

/**
 * Decides an appeal, once, and tells the person. If it is overturned, the act is undone: the account can be used again, the
 * content is shown again, as far as that was not done or replaced by another act meanwhile. Throws `forbidden` unless staff
 * with `reports` acts, `missing`, `invalid`, and `conflict` for a decided appeal.
 */
export async function decideAppeal(
  scope: ViewerScope,
  { appealId, isOverturned, explanation }: Decision,
): Promise<Appeal> {
  const decision = parseAdminText('explanation', explanation)
  return staffAct(scope, 'decideAppeal', async (tx) => {
    const sanction = await lockSanctionOf(tx, appealId)
    const result = await closeAppeal(tx, appealId, { status: isOverturned ? 'overturned' : 'upheld', decision })
    if (isOverturned) await undo(tx, sanction)
    tx.emit(appealDecided(appealId))
    await tellOfDecision(tx, sanction, result)
    const { id: sanctionId, userId, reportId } = sanction
    const details = { appealId, sanctionId, status: result.status }
    return { subjectId: userId, ...(reportId !== null && { reportId }), details, result }
  })
}

/** What an appeal is about, with the locks that undoing it needs. */
async function lockSanctionOf(tx: ViewerTransaction, appealId: AppealId): Promise<Sanction> {
  const found = await tx.db.appeal.findUnique({ where: { id: appealId }, select: { sanction: true } })
  if (!found) throw new Failure('missing', 'There is no such appeal', { reason: 'appeal_not_found' })
  const { userId, kind, contentId } = found.sanction
  if (kind === 'suspension') await lockAccount(tx, trusted<'user'>(userId))
  await lockExistingUsers(tx, [userId])
  await lockBeforeReport(tx, contentId).catch(ignoreMissing)
  return found.sanction
}

async function closeAppeal(tx: ViewerTransaction, id: AppealId, decided: { status: AppealStatus; decision: string }) {
  const data = { ...decided, decidedById: tx.viewer.id, decidedAt: tx.now }
  const { count } = await tx.db.appeal.updateMany({ where: { id, status: 'open' }, data })
  if (count === 0) throw new Failure('conflict', 'This appeal was decided already', { reason: 'appeal_decided' })
  return tx.db.appeal.findUniqueOrThrow({ where: { id } })
}

async function undo(tx: ViewerTransaction, { id, kind, userId, contentId, createdAt }: Sanction): Promise<void> {
  await tx.db.sanction.updateMany({ where: { id, liftedAt: null }, data: { liftedAt: tx.now } })
  const owner = trusted<'user'>(userId)
  if (kind === 'suspension' && (await isSuspendedSince(tx, owner, createdAt))) await unsuspendAccount(tx, owner)
  if (kind === 'hidden_content' && canBeShown(contentId)) await showLocked(tx, contentId).catch(ignoreMissing)
}

/** Content that was deleted or shown meanwhile needs no more. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Failure) || !(error.kind === 'missing' || error.kind === 'conflict')) throw error
}

/** Also by mail of a suspension: the person can not read notifications. */
async function tellOfDecision(tx: ViewerTransaction, sanction: Sanction, { status, decision }: Appeal): Promise<void> {
  const receiverId = trusted<'user'>(sanction.userId)
  const isOverturned = status === 'overturned'
  const title = isOverturned ? 'Your appeal was accepted' : 'Your appeal was refused'
  await sendNotifications(tx, [decisionDraft(receiverId, { title, sanction, isOverturned, message: decision ?? '' })])
  if (sanction.kind !== 'suspension') return
  const ending = isOverturned ? ['You can sign in again.'] : []
  await mailOwner(tx, receiverId, { subject: title, paragraphs: [`${title}.`, decision ?? '', ...ending] })
}

interface Told {
  readonly title: string
  readonly message: string
  readonly isOverturned: boolean
  readonly sanction: Sanction
}

const decisionDraft = (receiverId: UserId, { title, message, isOverturned, sanction }: Told): NotificationDraft => ({
  type: 'moderation.notice',
  receiverId,
  senderId: null,
  category: 'moderation',
  title,
  message,
  data: { contentId: sanction.contentId },
  subjectId: sanction.contentId,
  facts: {
    occasion: isOverturned ? 'appeal_overturned' : 'appeal_upheld',
    subjectName: sanction.contentName,
    sanctionId: sanction.id,
    written: 'message',
  },
})

export interface AppealFilter {
  readonly statuses?: readonly AppealStatus[] | undefined
  readonly kinds?: readonly string[] | undefined
  readonly userId?: string | undefined
}

const appealsWhere = ({ statuses, kinds, userId }: AppealFilter): Prisma.AppealWhereInput => ({
  ...(statuses && { status: { in: [...statuses] } }),
  ...(kinds && { sanction: { kind: { in: [...kinds] } } }),
  ...(userId !== undefined && { userId }),
})

/** A page of appeals, by `createdAt` and `id`. Throws `forbidden` unless staff with `reports` asks. */
export async function listAppeals(scope: Scope, filter: AppealFilter, page: KeysetPage): Promise<Appeal[]> {
  assertStaff(scope, 'reports')
  return scope.db.appeal.findMany({
    where: { AND: [appealsWhere(filter), ...keysetWhere(page, ['createdAt', 'id'])] },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })
}

/** Number of appeals. Throws `forbidden` unless staff with `reports` asks. */
export async function countAppeals(scope: Scope, filter: AppealFilter): Promise<number> {
  assertStaff(scope, 'reports')
  return scope.db.appeal.count({ where: appealsWhere(filter) })
}
