import type { Notification } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import { isId, type NotificationId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { appendToFeeds } from '../notifications/feed.ts'
import { hideNotification } from '../notifications/hiding.ts'
import { type Draft, notify } from '../notifications/notifying.ts'
import { areBlocked, lockPair } from '../users/pairs.ts'
import { pairOf } from '../users/relations.ts'
import { areFriends, beginFriendship } from './friendships.ts'
import { noSuchRequest, userDoesNotExist } from './policy.ts'

/** A friend request with who sent it. */
export type FriendRequest = Notification & { readonly sender: { readonly displayName: string } | null }

const REQUESTS: Limit = { name: 'friend-request', points: 300, window: 60 * 60 }

/**
 * Asks a person to be friends. Where that person has asked the viewer already, the two become friends, and it is that
 * request that is answered. Throws `missing` for nobody and across a block, `invalid` for friends, oneself and whoever
 * was asked before; `exhausted` after 300 in an hour.
 */
export async function friend(scope: SignedScope, userId: UserId): Promise<FriendRequest> {
  const { id } = scope.viewer
  if (userId === id) throw invalid('userId', 'You cannot be your own friend')
  await scope.limits.take(REQUESTS, id)
  return transact(scope, async (open) => {
    if (!(await lockPair(open, id, userId))) throw userDoesNotExist()
    const request = await requestOf(open, id, userId)
    if (request?.senderId === id) throw invalid('userId', 'This user has already been sent a friend request')
    if (request) return named(open, await accept(open, request, userId))
    if (await areFriends(open, id, userId)) throw invalid('userId', 'Users are already friends')
    // Whoever is blocked hears no more than of somebody who is not there.
    if (await areBlocked(open, id, userId)) throw userDoesNotExist()
    return named(open, await ask(open, userId))
  })
}

const requestOf = ({ db }: Open, one: UserId, other: UserId) =>
  db.notification.findUnique({ where: { friendPair: pairOf(one, other) } })

async function named({ db }: Open, request: Notification): Promise<FriendRequest> {
  const where = { id: request.senderId ?? '' }
  return { ...request, sender: await db.user.findUnique({ where, select: { displayName: true } }) }
}

/** A friend request, to be sent under the lock of its pair. */
export const requestDraft = (senderId: UserId, receiverId: UserId): Draft => ({
  type: 'friendRequest',
  receiverId,
  senderId,
  friendPair: pairOf(senderId, receiverId),
})

async function ask(open: SignedScope & Open, receiverId: UserId): Promise<Notification> {
  const [request] = await notify(open, [requestDraft(open.viewer.id, receiverId)])
  if (!request) throw new Error('a friend request was not written')
  return request
}

/** Accepts a friend request, also one that was put away. Throws `missing` for one that the viewer did not receive. */
export async function acceptFriendRequest(scope: SignedScope, requestId: NotificationId): Promise<UserId> {
  const { id } = scope.viewer
  const where = { id: requestId, receiverId: id, friendPair: { not: null } }
  const found = await scope.db.notification.findFirst({ where })
  const senderId = senderOf(found)
  await transact(scope, async (open) => {
    const alive = await lockPair(open, id, senderId)
    const request = await open.db.notification.findFirst({ where })
    if (!alive || !request) throw noSuchRequest()
    await accept(open, request, senderId)
  })
  return senderId
}

/** Puts a received request away: its sender is not told, and it can still be accepted. Throws `missing` as above. */
export async function declineFriendRequest(scope: SignedScope, requestId: NotificationId): Promise<UserId> {
  return senderOf(await hideNotification(scope, requestId, 'legacy'))
}

function senderOf(request: Notification | null): UserId {
  const { senderId } = request ?? {}
  if (typeof senderId !== 'string' || !isId('user', senderId)) throw noSuchRequest()
  return senderId
}

async function accept(open: SignedScope & Open, request: Notification, senderId: UserId): Promise<Notification> {
  await removeRequest(open, request)
  await beginFriendship(open, open.viewer.id, senderId)
  return request
}

/** Takes back the viewer's request to a person, or clears the one of that person. Throws `missing` where none stands. */
export async function deleteFriendRequest(scope: SignedScope, userId: UserId): Promise<void> {
  const { id } = scope.viewer
  await transact(scope, async (open) => {
    await lockPair(open, id, userId)
    const request = await requestOf(open, id, userId)
    if (!request) throw noSuchRequest()
    await removeRequest(open, request)
  })
}

async function removeRequest(open: Scope & Open, { id, type, receiverId }: Notification): Promise<void> {
  const { count } = await open.db.notification.deleteMany({ where: { id } })
  if (count === 0) throw noSuchRequest()
  await appendToFeeds(open, [{ userId: receiverId, kind: 'deleted', type, notificationIds: [id] }])
}
