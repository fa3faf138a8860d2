import { isId, type NotificationId, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import type { Taken } from '../files/pictures.ts'
import { holdFeeds } from '../notifications/feed.ts'
import type { SignedNotification } from '../notifications/hot.ts'
import { holdNotification, notFound } from '../notifications/notifications.ts'
import type { Draft } from '../notifications/notifying.ts'
import { visibleNotifications } from '../notifications/policy.ts'
import { countResponse } from '../notifications/responding.ts'
import { saidBy } from './messages.ts'
import { keepPhoto, shapePhoto } from './photos.ts'
import { outOfBounds, ownInvite, respondedBefore } from './policy.ts'
import { holdReceiver, REPLIES, send } from './sending.ts'
import { isSlot } from './texts.ts'

/** What a reply says. */
export interface NewReply {
  /** Of the own `message` collection for an invite, of `requestResponse` for a request: the contract has it so. */
  readonly responseSlot: number
}

/**
 * Answers an invite or a request for one; the first answer counts. Answers what its sender gets. Throws `missing` for
 * what the viewer has neither received nor sent, `invalid` for an own one, a second answer and what is no slot,
 * `forbidden` where the two are friends no more, `exhausted` after 60 in a minute; with a photo as uploadImage.
 */
export async function respondInvite(
  scope: SignedScope,
  id: NotificationId,
  { responseSlot }: NewReply,
  taken?: Taken,
): Promise<SignedNotification> {
  await scope.limits.take(REPLIES, scope.viewer.id)
  if (!isSlot(responseSlot)) throw outOfBounds()
  const senderId = await senderOf(scope, id)
  const photo = await shapePhoto(scope, taken)
  return transact(scope, async (open) => {
    const { ownName, type } = await holdInvite(open, id, senderId)
    const message = (await saidBy(open, type === 'invite' ? 'message' : 'requestResponse', responseSlot)) ?? ''
    const photographed = await keepPhoto(open, 'respondInvite', photo)
    await holdFeeds(open, [open.viewer.id, senderId])
    const reply = { inResponseTo: id, responseMessage: message, ...photographed }
    const sent = await send(open, ownName, {
      ...draftOf(type, reply),
      receiverId: senderId,
      message,
      relatedNotificationsId: id,
      ...photographed,
    })
    await countResponse(open, { id, type }, sent.id)
    return sent
  })
}

const TYPES = ['invite', 'requestInvite'] as const
type Type = (typeof TYPES)[number]

/** Clients read what is answered to a request by either name. */
const draftOf = (type: Type, reply: Reply): Pick<Draft, 'type' | 'details'> =>
  type === 'invite'
    ? { type: 'inviteResponse', details: reply }
    : { type: 'requestInviteResponse', details: { ...reply, requestMessage: reply.responseMessage } }

type Reply = { inResponseTo: string; responseMessage: string; imageUrl?: string }

/** Whom the answer goes to. */
async function senderOf({ db, viewer, now }: SignedScope, id: NotificationId): Promise<UserId> {
  const seen = [{ senderId: viewer.id }, visibleNotifications(viewer.id, now, 'legacy')]
  const found = await db.notification.findFirst({ where: { id, type: { in: [...TYPES] }, OR: seen } })
  const senderId = found?.senderId
  if (senderId === viewer.id) throw ownInvite()
  if (!senderId || !isId('user', senderId)) throw notFound()
  return senderId
}

/** People first, as everywhere, and then the notification: whoever comes second finds it answered. */
async function holdInvite(open: SignedScope & Open, id: NotificationId, senderId: UserId) {
  const ownName = await holdReceiver(open, senderId)
  const found = await holdNotification(open, id, 'legacy')
  const type = TYPES.find((one) => one === found.type)
  if (!type) throw notFound()
  if (found.respondedAt) throw respondedBefore()
  return { ownName, type }
}
