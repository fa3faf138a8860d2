import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, type NotificationId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { GivenResponse } from '../../kernel/responders.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { areBlocked, holdFriend, lockPair } from '../users/pairs.ts'
import { appendToFeeds, holdFeeds } from './feed.ts'
import { hideOne } from './hiding.ts'
import { type FoundNotification, holdNotification, readNotification } from './notifications.ts'
import { type Draft, notify } from './notifying.ts'
import { reread, see } from './seeing.ts'
import { V2_TYPES } from './types.ts'

const noReply = () => new Failure('invalid', 'This notification cannot be replied to!', { code: 'no_reply' })

/**
 * Answers an own notification of the second generation by one of the responses it offers. The first answer counts, and
 * what it means is done with it. Throws `missing` for one that the viewer can't see, `invalid` for a response that it
 * does not offer and for a second answer; and whatever refuses what the answer means.
 */
export const respondNotification = (scope: SignedScope, id: NotificationId, response: GivenResponse) =>
  transact(scope, async (open) => {
    const senderId = await holdSender(open, id)
    const found = await holdNotification(open, id, 'v2')
    if (found.respondedAt || !offers(found.responses, response.type)) throw noReply()
    if (senderId !== null) await holdFeeds(open, [open.viewer.id, senderId])
    await open.responders[found.type]?.(open, found, response)
    await countResponse(open, { ...found, id })
    if (response.type === DELETE) await hideOne(open, found)
    return reread(open, id)
  })

/** People first, as everywhere: what the answer means may ask what they are to each other. Answers who has sent it. */
async function holdSender(open: SignedScope & Open, id: NotificationId): Promise<UserId | null> {
  const { senderId } = await readNotification(open, id, 'v2')
  if (senderId === null || !isId('user', senderId)) return null
  await holdFriend(open, open.viewer.id, senderId)
  return senderId
}

/**
 * Writes down that the viewer has answered a notification, which counts as seen by it, and tells so; `responseId` names
 * what was sent by the answer. The notification is held already.
 */
export async function countResponse(open: SignedScope & Open, { id, type }: Held, responseId?: string): Promise<void> {
  await see(open, id)
  await open.db.notification.update({ where: { id }, data: { respondedAt: open.now, updatedAt: open.now } })
  await tellResponded(open, type, responseId === undefined ? [id] : [id, responseId])
}

interface Held {
  readonly id: NotificationId
  readonly type: string
}

/** The response that every notification may offer; nothing else comes of it. */
const DELETE = 'delete'

const REPLIES: Limit = { name: 'notification-reply', points: 60, window: 60 }

/**
 * Writes back to the sender of an own notification that can be replied to: the sender gets one of the same type that
 * names this one. Throws `missing` and `invalid` as above; `exhausted` after 60 in a minute.
 */
export async function replyNotification(scope: SignedScope, id: NotificationId, text: string | undefined) {
  await scope.limits.take(REPLIES, scope.viewer.id)
  return transact(scope, async (open) => {
    const to = await senderOf(open, id)
    const found = await holdNotification(open, id, 'v2')
    await holdFeeds(open, [open.viewer.id, to])
    const [reply] = await notify(open, [replyTo(found, to, open.viewer.id, messageOf(text))])
    await see(open, id)
    await tellResponded(open, found.type, [id, ...(reply ? [reply.id] : [])])
    return reread(open, id)
  })
}

/** Who gets the reply: nobody who was erased, and nobody across a block. */
async function senderOf(open: SignedScope & Open, id: NotificationId): Promise<UserId> {
  const { senderId, canReply } = await readNotification(open, id, 'v2')
  if (!canReply || senderId === null || !isId('user', senderId)) throw noReply()
  const { id: own } = open.viewer
  if (!(await lockPair(open, own, senderId)) || (await areBlocked(open, own, senderId))) throw noReply()
  return senderId
}

function messageOf(text = ''): string {
  const message = text.trim()
  if (message === '') throw invalid('text', 'text must not be empty')
  return message
}

function replyTo(found: FoundNotification, receiverId: UserId, senderId: UserId, message: string): Draft {
  const { id, title, category } = found
  const type = V2_TYPES.find((one) => one === found.type)
  if (!type) throw noReply()
  return {
    type,
    receiverId,
    senderId,
    title: title.startsWith('Re: ') ? title : `Re: ${title}`,
    message,
    category,
    canReply: true,
    relatedNotificationsId: id,
  }
}

const offers = (responses: unknown, wanted: string) =>
  Array.isArray(responses) && responses.some((response: { type?: unknown }) => response.type === wanted)

const tellResponded = (open: SignedScope & Open, type: string, notificationIds: readonly string[]) =>
  appendToFeeds(open, [{ userId: open.viewer.id, kind: 'responded', type, notificationIds }])
