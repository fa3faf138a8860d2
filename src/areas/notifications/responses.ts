import { Failure, invalid } from '../../kernel/failure.ts'
import { type NotificationId, trusted, type UserId } from '../../kernel/ids.ts'
import { lookUp } from '../../kernel/maps.ts'
import type { ActingResponder, NotificationResponder, SubmittedResponse } from '../../kernel/notificationResponders.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { isBlank } from '../../kernel/texts.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { isBlockedEitherWay, lockFriend, lockUserPair } from '../users/locks.ts'
import { appendToFeeds } from './feed/queries.ts'
import { lockFeeds, lockNotification, reloadNotification } from './locks.ts'
import { dismissInTransaction, readNotification } from './notifications.ts'
import type { NotificationWithSenderName } from './queries.ts'
import { recordSeen } from './queries.ts'
import { type NotificationDraft, sendNotifications } from './send.ts'
import { V2_TYPES } from './types.ts'

const replyNotAllowed = () => new Failure('invalid', 'This notification cannot be replied to!', { reason: 'no_reply' })

/**
 * Responds to a notification of the viewer by one of the responses that it offers, once, and runs the responder of its
 * type. Throws `missing`, `invalid` for a response that is not offered and for a second one, and what the responder
 * throws.
 */
export const respondNotification = (scope: ViewerScope, id: NotificationId, response: SubmittedResponse) =>
  transact(scope, async (tx) => {
    const found = await readNotification(tx, id, 'v2')
    const responder = lookUp(tx.responders, found.type)
    if (typeof responder === 'object') await respondByAct(tx, { ...found, id }, response, responder)
    else await respondUnderLock(tx, { ...found, id }, response, responder)
    return reloadNotification(tx, id)
  })

type FoundNotification = NotificationWithSenderName & LockedNotification

/** Throws `invalid` for a second response and for one that is not offered. */
function assertCanRespond({ respondedAt, responses }: NotificationWithSenderName, { type }: SubmittedResponse): void {
  if (respondedAt || !offersResponse(responses, type)) throw replyNotAllowed()
}

async function respondUnderLock(
  tx: ViewerScope & InTransaction,
  { id, senderId: sender }: FoundNotification,
  response: SubmittedResponse,
  respond: NotificationResponder | undefined,
): Promise<void> {
  const senderId = sender === null ? null : trusted<'user'>(sender)
  // Responders may need the friendship with the sender.
  if (senderId !== null) await lockFriend(tx, tx.viewer.id, senderId)
  const found = await lockNotification(tx, id, 'v2')
  assertCanRespond(found, response)
  if (senderId !== null) await lockFeeds(tx, [tx.viewer.id, senderId])
  await respond?.(tx, found, response)
  await recordResponse(tx, { ...found, id })
  if (response.type === DELETE_RESPONSE) await dismissInTransaction(tx, found)
}

async function respondByAct(
  tx: ViewerScope & InTransaction,
  found: FoundNotification,
  response: SubmittedResponse,
  { act }: ActingResponder,
): Promise<void> {
  assertCanRespond(found, response)
  await act(tx, found, response)
  const { id } = found
  const isWithdrawn = (await tx.db.notification.count({ where: { id, hiddenAt: null } })) === 0
  if (isWithdrawn) await tx.db.notification.updateMany({ where: { id }, data: { respondedAt: tx.now } })
  else await respondUnderLock(tx, { ...found, senderId: null }, response, undefined)
}

/**
 * Records that the viewer has responded to a notification, and so has seen it; `responseId` is the notification that the
 * response has sent. The caller has locked the notification.
 */
export async function recordResponse(
  tx: ViewerScope & InTransaction,
  { id, type }: LockedNotification,
  responseId?: string,
): Promise<void> {
  await recordSeen(tx, id)
  await tx.db.notification.update({ where: { id }, data: { respondedAt: tx.now, updatedAt: tx.now } })
  await appendRespondedEntry(tx, type, responseId === undefined ? [id] : [id, responseId])
}

interface LockedNotification {
  readonly id: NotificationId
  readonly type: string
}

/** A response that dismisses the notification. */
const DELETE_RESPONSE = 'delete'

const REPLY_LIMIT: RateLimit = { name: 'notification-reply', points: 60, window: 60 }

/**
 * Sends a reply to the sender of a notification of the viewer: a related notification of its type. Throws `missing`,
 * `invalid` if it accepts no replies or the text is empty, `exhausted` after 60 replies a minute.
 */
export async function replyNotification(scope: ViewerScope, id: NotificationId, text: string | undefined) {
  await scope.limits.take(REPLY_LIMIT, scope.viewer.id)
  return transact(scope, async (tx) => {
    const receiverId = await lockReplyReceiver(tx, id)
    const found = await lockNotification(tx, id, 'v2')
    await lockFeeds(tx, [tx.viewer.id, receiverId])
    const draft = replyDraft(found, { receiverId, senderId: tx.viewer.id, message: parseMessage(text) })
    const [reply] = await sendNotifications(tx, [draft])
    await recordSeen(tx, id)
    await appendRespondedEntry(tx, found.type, [id, ...(reply ? [reply.id] : [])])
    return reloadNotification(tx, id)
  })
}

/** Locks the pair with the sender. Throws `invalid` if the sender was erased, or either user has blocked the other. */
async function lockReplyReceiver(tx: ViewerScope & InTransaction, id: NotificationId): Promise<UserId> {
  const found = await readNotification(tx, id, 'v2')
  if (!found.canReply || found.senderId === null) throw replyNotAllowed()
  const senderId = trusted<'user'>(found.senderId)
  const { id: own } = tx.viewer
  if (!(await lockUserPair(tx, own, senderId)) || (await isBlockedEitherWay(tx, own, senderId))) throw replyNotAllowed()
  return senderId
}

function parseMessage(text = ''): string {
  const message = text.trim()
  if (isBlank(message)) throw invalid('text', 'text must not be empty', { reason: 'too_short', min: 1 })
  return message
}

type Reply = Required<Pick<NotificationDraft, 'receiverId' | 'senderId' | 'message'>>

function replyDraft({ id, title, category, ...found }: NotificationWithSenderName, reply: Reply): NotificationDraft {
  const type = V2_TYPES.find((one) => one === found.type)
  if (!type) throw replyNotAllowed()
  return {
    ...reply,
    type,
    title: title.startsWith('Re: ') ? title : `Re: ${title}`,
    category,
    canReply: true,
    facts: { written: 'message' },
    relatedNotificationsId: id,
  }
}

const offersResponse = (responses: unknown, responseType: string) =>
  Array.isArray(responses) && responses.some(({ type }: { type?: unknown }) => type === responseType)

const appendRespondedEntry = (tx: ViewerScope & InTransaction, type: string, notificationIds: readonly string[]) =>
  appendToFeeds(tx, [{ userId: tx.viewer.id, kind: 'responded', type, notificationIds }])
