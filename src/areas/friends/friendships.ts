import { randomBytes } from 'node:crypto'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { lockFriendships, lockUserPair } from '../users/locks.ts'
import { friendshipCreated, friendshipEnded, friendshipResumed, friendshipSuspended } from './events.ts'
import { notFriends } from './policy.ts'
import { deleteFavoriteFriends, deleteSides, resumeSides, suspendSides } from './queries.ts'

export const areFriends = async (
  { db }: Pick<InTransaction, 'db'>,
  userId: UserId,
  friendId: UserId,
): Promise<boolean> => (await db.friendship.count({ where: { userId, friendId } })) > 0

/** Creates a friendship; the caller has locked the pair of users. */
export async function createFriendship({ db, now, emit }: Scope & InTransaction, one: UserId, other: UserId) {
  const key = randomBytes(16).toString('hex')
  await db.friendship.createMany({
    data: [
      { userId: one, friendId: other, key, createdAt: now },
      { userId: other, friendId: one, key, createdAt: now },
    ],
  })
  emit(friendshipCreated(one, { friendId: other }))
  emit(friendshipCreated(other, { friendId: one }))
}

/** Ends a friendship. Throws `invalid` for people who are not friends. */
export async function unfriend(scope: ViewerScope, friendId: UserId): Promise<void> {
  const { id } = scope.viewer
  await transact(scope, async (tx) => {
    await lockUserPair(tx, id, friendId)
    if ((await deleteFriendships(tx, id, [friendId], { isErased: false })) === 0) throw notFriends()
  })
}

/** Deletes the friendships of a person whose account is erased, and notifies the former friends. */
export async function eraseFriendships(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const friends = await tx.db.friendship.findMany({ where: { userId }, select: { friendId: true } })
  const friendIds = friends.map(({ friendId }) => friendId)
  await deleteFriendships(tx, userId, friendIds, { isErased: true })
}

/**
 * Deletes friendships with all that depends on them, for every cause; returns their number. An erased person has nobody who
 * could hear of their own lists.
 */
async function deleteFriendships(
  tx: InTransaction,
  userId: UserId,
  friendIds: readonly string[],
  { isErased }: { readonly isErased: boolean },
): Promise<number> {
  await lockFriendships(tx, userId, friendIds)
  const sides = await deleteSides(tx, userId, friendIds)
  // A separate statement, so that it sees what was written by the transaction that held the lock before.
  const favorites = await deleteFavoriteFriends(tx, userId, friendIds)
  for (const { userId, friendId } of sides) tx.emit(friendshipEnded(userId, { friendId }))
  for (const { userId: ownerId, favoriteId: targetId } of favorites)
    if (!isErased || ownerId !== userId) tx.emit(ownListChanged(ownerId, { list: 'favorites', targetId }))
  return sides.length / 2
}

/** Suspends a person's friendships with these people after a block, and notifies both sides. Set-wise. */
export async function suspendFriendships(tx: InTransaction, userId: UserId, friendIds: readonly UserId[]) {
  await lockFriendships(tx, userId, friendIds)
  const sides = await suspendSides(tx, userId, friendIds)
  for (const { userId, friendId } of sides) tx.emit(friendshipSuspended(userId, { friendId }))
}

/**
 * Resumes a person's suspended friendships with these people after a block was removed, unless one still blocks the
 * other, and notifies both sides. Set-wise.
 */
export async function resumeFriendships(tx: InTransaction, userId: UserId, friendIds: readonly UserId[]) {
  await lockFriendships(tx, userId, friendIds)
  const sides = await resumeSides(tx, userId, friendIds)
  for (const { userId, friendId } of sides) tx.emit(friendshipResumed(userId, { friendId }))
}
