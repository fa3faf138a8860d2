import type { Notification } from '../../generated/prisma/client.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { invalid } from '../../kernel/failure.ts'
import { type NotificationId, trusted, type UserId } from '../../kernel/ids.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { appendToFeeds } from '../notifications/feed/queries.ts'
import { dismissNotification } from '../notifications/notifications.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { isBlockedEitherWay, lockUserPair, userPairKey } from '../users/locks.ts'
import { areFriends, createFriendship } from './friendships.ts'
import { friendRequestNotFound, targetUserNotFound } from './policy.ts'

type FriendRequest = Notification & { readonly sender: { readonly displayName: string } | null }

const FRIEND_REQUEST_LIMIT: RateLimit = { name: 'friend-request', points: 30, window: 60 * 60 }
/** Maximum number of pending friend requests that one person has sent. */
const MAX_PENDING_REQUESTS = 500

/**
 * Sends a friend request and returns it. If the person has sent one to the viewer, accepts and returns that one. Throws
 * `missing` for an unknown person and when one has blocked the other, `invalid` for a friend, for the viewer and for a
 * second request, `conflict` while 500 wait for an answer, `exhausted` after 30 in an hour.
 */
export async function sendFriendRequest(scope: ViewerScope, userId: UserId): Promise<FriendRequest> {
  const { id } = scope.viewer
  if (userId === id) throw invalid('userId', 'You cannot be your own friend', 'self_target')
  await scope.limits.take(FRIEND_REQUEST_LIMIT, id)
  return transact(scope, async (tx) => {
    if (!(await lockUserPair(tx, id, userId))) throw targetUserNotFound()
    const request = await findFriendRequest(tx, id, userId)
    if (request?.senderId === id)
      throw invalid('userId', 'This user has already been sent a friend request', 'friend_request_exists')
    if (request) return withSender(tx, await turnIntoFriendship(tx, request, userId))
    if (await areFriends(tx, id, userId)) throw invalid('userId', 'Users are already friends', 'already_friends')
    // Like an unknown person, so that a block is not revealed.
    if (await isBlockedEitherWay(tx, id, userId)) throw targetUserNotFound()
    const waiting = { senderId: id, type: 'friendRequest' }
    assertBelowCap(await tx.db.notification.count({ where: waiting }), MAX_PENDING_REQUESTS, 'friend requests waiting')
    return withSender(tx, await writeFriendRequest(tx, userId))
  })
}

const findFriendRequest = ({ db }: InTransaction, one: UserId, other: UserId) =>
  db.notification.findUnique({ where: { friendPair: userPairKey(one, other) } })

async function withSender({ db }: InTransaction, request: Notification): Promise<FriendRequest> {
  const where = { id: request.senderId ?? '' }
  return { ...request, sender: await db.user.findUnique({ where, select: { displayName: true } }) }
}

/** Notification of a friend request. The caller locks the pair of users before sending it. */
export const friendRequestDraft = (senderId: UserId, receiverId: UserId): NotificationDraft => ({
  type: 'friendRequest',
  receiverId,
  senderId,
  friendPair: userPairKey(senderId, receiverId),
})

async function writeFriendRequest(tx: ViewerScope & InTransaction, receiverId: UserId): Promise<Notification> {
  const [request] = await sendNotifications(tx, [friendRequestDraft(tx.viewer.id, receiverId)])
  if (!request) throw new Error('a friend request was not written')
  tx.emit(ownListChanged(tx.viewer.id, { list: 'friendRequests', targetId: receiverId }))
  return request
}

/** Accepts a friend request, including a declined one. Throws `missing` unless the viewer has received it. */
export async function acceptFriendRequest(scope: ViewerScope, requestId: NotificationId): Promise<UserId> {
  const { id } = scope.viewer
  const where = { id: requestId, receiverId: id, friendPair: { not: null } }
  const found = await scope.db.notification.findFirst({ where })
  const senderId = senderOf(found)
  await transact(scope, async (tx) => {
    const alive = await lockUserPair(tx, id, senderId)
    const request = await tx.db.notification.findFirst({ where })
    if (!alive || !request) throw friendRequestNotFound()
    await turnIntoFriendship(tx, request, senderId)
  })
  return senderId
}

/**
 * Hides a friend request: its sender is not notified, and it can still be accepted. Throws `missing` unless the viewer has
 * received it.
 */
export async function declineFriendRequest(scope: ViewerScope, requestId: NotificationId): Promise<UserId> {
  return senderOf(await dismissNotification(scope, requestId, 'legacy'))
}

function senderOf(request: Notification | null): UserId {
  if (!request?.senderId) throw friendRequestNotFound()
  return trusted<'user'>(request.senderId)
}

async function turnIntoFriendship(tx: ViewerScope & InTransaction, request: Notification, senderId: UserId) {
  await removeFriendRequest(tx, request)
  await createFriendship(tx, tx.viewer.id, senderId)
  return request
}

/**
 * Deletes the friend request between the viewer and a person, whoever has sent it, and returns its id. Throws `missing` for
 * none.
 */
export async function deleteFriendRequest(scope: ViewerScope, userId: UserId): Promise<string> {
  const { id } = scope.viewer
  return transact(scope, async (tx) => {
    await lockUserPair(tx, id, userId)
    const request = await findFriendRequest(tx, id, userId)
    if (!request) throw friendRequestNotFound()
    await removeFriendRequest(tx, request)
    return request.id
  })
}

async function removeFriendRequest(tx: Scope & InTransaction, request: Notification): Promise<void> {
  const { id, type, receiverId } = request
  const { count } = await tx.db.notification.deleteMany({ where: { id } })
  if (count === 0) throw friendRequestNotFound()
  await appendToFeeds(tx, [{ userId: receiverId, kind: 'deleted', type, notificationIds: [id] }])
  tx.emit(ownListChanged(senderOf(request), { list: 'friendRequests', targetId: receiverId }))
}
