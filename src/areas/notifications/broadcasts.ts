import type { Broadcast, Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import { newId, trusted, type UserId } from '../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../kernel/inputFaults.ts'
import { storedUrl } from '../../kernel/ownUrls.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { staffAct } from '../audit/staffAct.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { searchableUsers } from '../users/policy.ts'
import { type NotificationDraft, sendNotifications } from './send.ts'
import { BROADCAST_TYPES, type BroadcastType } from './types.ts'

export const DELIVER_BROADCASTS = 'deliver-broadcasts'

/** Content of a broadcast. */
interface BroadcastMessage {
  readonly type: BroadcastType
  readonly title: string
  readonly message: string
  readonly category?: string
  readonly imageUrl?: string
  readonly link?: string
  readonly linkText?: string
  readonly canReply?: boolean
  readonly canDelete?: boolean
  readonly requireSeen?: boolean
  readonly expiresAt?: Date
}

export type BroadcastReceivers = { readonly receiverIds: readonly UserId[] } | { readonly everybody: true }

/** Receivers of one batch, which is one transaction. */
const BATCH_SIZE = 500

/**
 * Stores a broadcast, which a job delivers. Throws `forbidden` unless an admin acts, `invalid` for an empty list of
 * receivers and for an expiry in the past.
 */
export async function sendBroadcast(
  scope: ViewerScope,
  message: BroadcastMessage,
  to: BroadcastReceivers,
): Promise<Broadcast> {
  const receiverIds = 'everybody' in to ? [] : [...new Set(to.receiverIds)]
  await assertAll(broadcastRules(scope, { ...message, ...to }))
  const id = newId('broadcast', scope.now)
  const image = message.imageUrl === undefined ? {} : { imageUrl: storedUrl(scope, message.imageUrl) }
  const data = { ...message, ...image, id, senderId: scope.viewer.id, receiverIds, createdAt: scope.now }
  const broadcast = await staffAct(scope, 'sendNotification', async ({ db }) => {
    const details = { type: message.type, receivers: receiverIds.length }
    return { subjectId: id, details, result: await db.broadcast.create({ data }) }
  })
  await requestDelivery(scope)
  return broadcast
}

/** The rules for what is given of a broadcast. */
export const broadcastRules = (
  { now }: Scope,
  { receiverIds, expiresAt }: Partial<BroadcastMessage & { readonly receiverIds: readonly UserId[] }>,
): InputRule[] => [
  () => {
    if (receiverIds?.length === 0)
      throw invalid('receiverIds', 'receiverIds must not be empty', { reason: 'too_few_entries', min: 1 })
  },
  () => {
    if (expiresAt && expiresAt <= now) throw invalid('expiresAt', 'expiresAt must be in the future', 'in_past')
  },
]

/** A failure is only logged: the broadcast is committed, and the job also runs by schedule. */
const requestDelivery = ({ jobs, log }: Scope) =>
  jobs
    .send(DELIVER_BROADCASTS)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'the delivery of a broadcast could not be requested; the schedule will run it'),
    )

/** Delivers unfinished broadcasts, oldest first, also after a crash. Returns the number of notifications. */
export async function deliverBroadcasts(scope: Scope): Promise<number> {
  const unfinished = await scope.client.broadcast.findMany({ where: { finishedAt: null }, orderBy: { id: 'asc' } })
  let sent = 0
  for (const { id } of unfinished) sent += await deliverBroadcast(scope, id)
  return sent
}

/** Delivers one broadcast. Each batch has the time at which it is sent, because many batches take minutes. */
async function deliverBroadcast(scope: Scope, id: string): Promise<number> {
  for (let sent = 0; ; ) {
    const count = await deliverBatch({ ...scope, now: scope.clock.now() }, id)
    if (count === null) return sent
    sent += count
  }
}

/**
 * Sends a broadcast to the next receivers, in id order, and moves its cursor in the same transaction: each receiver gets
 * it exactly once, even after crashes and when several nodes deliver it. Returns the number of receivers; null if none
 * are left.
 */
export const deliverBatch = (scope: Scope, id: string): Promise<number | null> =>
  transact(scope, async (tx) => {
    const broadcast = await tx.db.broadcast.findFirst({ where: { id, finishedAt: null } })
    if (!broadcast) return null
    const users = await tx.db.user.findMany({
      where: { AND: [searchableUsers, receiverCondition(broadcast), { id: { gt: broadcast.cursor } }] },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
      select: { id: true },
    })
    const userIds = users.map((user) => user.id)
    const cursor = userIds.at(-1)
    const receivers = await lockExistingUsers(tx, userIds)
    const data = cursor === undefined ? { finishedAt: tx.now } : { cursor, sent: { increment: receivers.length } }
    // The update comes after the users are locked, as in an account's erasure; another node may have moved the cursor.
    const { count } = await tx.db.broadcast.updateMany({ where: { id, cursor: broadcast.cursor }, data })
    if (count === 0) return 0
    if (cursor === undefined) return null
    const drafts = receivers.map((receiverId) => broadcastDraft(broadcast, receiverId))
    await sendNotifications(tx, drafts)
    return receivers.length
  })

/** Everybody means everybody who existed when the broadcast was created: a delivery must end. */
const receiverCondition = ({ receiverIds, createdAt }: Broadcast): Prisma.UserWhereInput =>
  receiverIds.length > 0 ? { id: { in: receiverIds } } : { createdAt: { lte: createdAt } }

/** The sender is the platform, or the admin if receivers can reply. */
function broadcastDraft(broadcast: Broadcast, receiverId: UserId): NotificationDraft {
  const { id, senderId, title, message, category, link, linkText, canReply, canDelete, requireSeen } = broadcast
  const type = BROADCAST_TYPES.find((one) => one === broadcast.type)
  if (!type) throw new Error(`'${broadcast.type}' is not a type of broadcasts`)
  return {
    type,
    receiverId,
    senderId: canReply ? trusted<'user'>(senderId) : null,
    title,
    message,
    category,
    link,
    linkText,
    canReply,
    canDelete,
    requireSeen,
    data: { broadcastId: id },
    facts: { written: 'all' },
    ...(broadcast.imageUrl && { imageUrl: broadcast.imageUrl }),
    ...(broadcast.expiresAt && { expiresAt: broadcast.expiresAt }),
  }
}
