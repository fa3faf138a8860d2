import type { Broadcast, Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import { isId, newId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { searchableUsers } from '../users/policy.ts'
import { type Draft, notify } from './notifying.ts'
import { holdReceivers } from './receivers.ts'
import { TOLD_TYPES, type ToldType } from './types.ts'

export const DELIVER_BROADCASTS = 'deliver-broadcasts'

/** What an admin tells many people. */
export interface Message {
  readonly type: ToldType
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

/** Whom it goes to: some people by their ids, or everybody. */
export type Receivers = { readonly receiverIds: readonly UserId[] } | { readonly everybody: true }

/** People of one batch: one transaction, and what of it is done again when the server dies. */
const BATCH = 500

/**
 * Sends a notification to some people or to everybody. It is written down here and delivered by a job. For admins:
 * throws `forbidden` for everybody else, `invalid` where nobody is to get it.
 */
export async function sendNotification(scope: SignedScope, message: Message, to: Receivers): Promise<Broadcast> {
  requireAdmin(scope)
  const receiverIds = 'everybody' in to ? [] : [...new Set(to.receiverIds)]
  if (!('everybody' in to) && receiverIds.length === 0) throw invalid('receiverIds', 'receiverIds must not be empty')
  if (message.expiresAt && message.expiresAt <= scope.now) throw invalid('expiresAt', 'expiresAt must be in the future')
  const id = newId('broadcast', scope.now)
  const data = { ...message, id, senderId: scope.viewer.id, receiverIds, createdAt: scope.now }
  const broadcast = await transact(scope, async (open) => {
    const details = { type: message.type, receivers: receiverIds.length }
    await audit(open, { act: 'sendNotification', subjectId: id, details })
    return open.db.broadcast.create({ data })
  })
  await askForDelivery(scope)
  return broadcast
}

/** It stands by now: the job comes round by itself, so whoever sent it is not told to do so again. */
const askForDelivery = ({ jobs, log }: Scope) =>
  jobs
    .send(DELIVER_BROADCASTS)
    .catch((error: unknown) => log.warn({ err: error }, 'the delivery of a broadcast waits for its schedule'))

/** Delivers what was not delivered yet, the oldest first. What a crash leaves is done by the next run. Answers how many. */
export async function deliverBroadcasts(scope: Scope): Promise<number> {
  const waiting = await scope.client.broadcast.findMany({ where: { finishedAt: null }, orderBy: { id: 'asc' } })
  let sent = 0
  for (const { id } of waiting) sent += await deliver(scope, id)
  return sent
}

/** It takes minutes to tell very many: each is told at the time it is. */
async function deliver(scope: Scope, id: string): Promise<number> {
  for (let sent = 0; ; ) {
    const count = await deliverBatch({ ...scope, now: scope.clock.now() }, id)
    if (count === null) return sent
    sent += count
  }
}

/**
 * Tells the next people, in the order of their ids, and moves on with the same commit: nobody is left out or told twice,
 * whatever happens and however many do it. Answers how many were told; null when nobody is left.
 */
export const deliverBatch = (scope: Scope, id: string): Promise<number | null> =>
  transact(scope, async (open) => {
    await open.db.$executeRaw`SELECT FROM "Broadcast" WHERE id = ${id} FOR UPDATE`
    const broadcast = await open.db.broadcast.findFirst({ where: { id, finishedAt: null } })
    if (!broadcast) return null
    const people = await open.db.user.findMany({
      where: { AND: [searchableUsers, wanted(broadcast), { id: { gt: broadcast.cursor } }] },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true },
    })
    const cursor = people.at(-1)?.id
    const ids = await holdReceivers(
      open,
      people.map((person) => person.id),
    )
    const done = cursor === undefined ? { finishedAt: open.now } : { cursor, sent: { increment: ids.length } }
    await open.db.broadcast.update({ where: { id }, data: done })
    if (cursor === undefined) return null
    await notify(
      open,
      ids.map((receiverId) => draftOf(broadcast, receiverId)),
    )
    return ids.length
  })

/** Everybody is whoever was there when it was sent: while it is under way, more may come than are told. */
const wanted = ({ receiverIds, createdAt }: Broadcast): Prisma.UserWhereInput =>
  receiverIds.length > 0 ? { id: { in: receiverIds } } : { createdAt: { lte: createdAt } }

/** The platform speaks, but where an answer is wanted: it goes to the admin who asked. */
function draftOf(broadcast: Broadcast, receiverId: UserId): Draft {
  const { id, senderId, title, message, category, link, linkText, canReply, canDelete, requireSeen } = broadcast
  const type = TOLD_TYPES.find((one) => one === broadcast.type)
  if (!type) throw new Error(`${broadcast.type} is no type of notification`)
  return {
    type,
    receiverId,
    senderId: canReply && isId('user', senderId) ? senderId : null,
    title,
    message,
    category,
    link,
    linkText,
    canReply,
    canDelete,
    requireSeen,
    data: { broadcastId: id },
    ...(broadcast.imageUrl && { imageUrl: broadcast.imageUrl }),
    ...(broadcast.expiresAt && { expiresAt: broadcast.expiresAt }),
  }
}
