import { type NotificationId, trusted, type UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ImageSource } from '../files/images/images.ts'
import { lockFeeds, lockNotification } from '../notifications/locks.ts'
import { readNotification } from '../notifications/notifications.ts'
import { notificationNotFound, visibleNotifications } from '../notifications/policy.ts'
import type { NotificationWithSenderName } from '../notifications/queries.ts'
import { recordResponse } from '../notifications/responses.ts'
import { readOwnMessageText } from './inviteMessages.ts'
import {
  lockRecipient,
  RESPOND_INVITE_LIMIT,
  responseDraft,
  sendInviteNotification,
  storeAttachedImage,
  withAttachedImage,
} from './invites.ts'
import { alreadyResponded, assertResponseSlot, cannotRespondToOwnInvite } from './policy.ts'

interface NewInviteResponse {
  /** Slot of the viewer's `message` collection for an invite, of `requestResponse` for a request, as the contract defines. */
  readonly responseSlot: number
}

/**
 * Responds to an invite or to a request for one, once. Returns the notification of its sender. Throws `missing` for one
 * that the viewer has neither received nor sent, `invalid` for one that the viewer has sent, a second response and an
 * invalid slot, `forbidden` for a sender who is not a friend, `exhausted` after 60 in a minute; with an image, like
 * uploadImage.
 */
export async function respondInvite(
  scope: ViewerScope,
  id: NotificationId,
  { responseSlot }: NewInviteResponse,
  source?: ImageSource,
): Promise<NotificationWithSenderName> {
  await scope.limits.take(RESPOND_INVITE_LIMIT, scope.viewer.id)
  assertResponseSlot(responseSlot)
  const senderId = await findInviteSender(scope, id)
  return withAttachedImage(scope, source, (attachment) =>
    transact(scope, async (tx) => {
      const ownName = await lockRecipient(tx, senderId)
      assertAnswerable(await readNotification(tx, id, 'legacy'))
      const image = await storeAttachedImage(tx, 'respondInvite', attachment)
      // Read again under the lock: the second of two concurrent responses finds the invite answered.
      const type = assertAnswerable(await lockNotification(tx, id, 'legacy'))
      const collection = type === 'invite' ? 'message' : 'requestResponse'
      const text = (await readOwnMessageText(tx, collection, responseSlot)) ?? ''
      await lockFeeds(tx, [tx.viewer.id, senderId])
      const draft = responseDraft(tx.now, { type, id, text }, { receiverId: senderId, ...image })
      const sent = await sendInviteNotification(tx, ownName, draft)
      await recordResponse(tx, { id, type }, sent.id)
      return sent
    }),
  )
}

const ANSWERABLE_TYPES = ['invite', 'requestInvite'] as const
type AnswerableType = (typeof ANSWERABLE_TYPES)[number]

async function findInviteSender({ db, viewer, now }: ViewerScope, id: NotificationId): Promise<UserId> {
  const visible = [{ senderId: viewer.id }, visibleNotifications(viewer.id, now, 'legacy')]
  const found = await db.notification.findFirst({ where: { id, type: { in: [...ANSWERABLE_TYPES] }, OR: visible } })
  const senderId = found?.senderId
  if (senderId === viewer.id) throw cannotRespondToOwnInvite()
  if (!senderId) throw notificationNotFound()
  return trusted<'user'>(senderId)
}

/** Returns the type. Throws `missing` for other types, `invalid` for an answered notification. */
function assertAnswerable(found: NotificationWithSenderName): AnswerableType {
  const type = ANSWERABLE_TYPES.find((one) => one === found.type)
  if (!type) throw notificationNotFound()
  if (found.respondedAt) throw alreadyResponded()
  return type
}
