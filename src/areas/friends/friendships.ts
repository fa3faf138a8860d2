import { randomBytes } from 'node:crypto'
import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { lockUserPair } from '../users/locks.ts'
import { friendshipCreated, friendshipEnded, friendshipResumed, friendshipSuspended } from './events.ts'
import { notFriends } from './policy.ts'

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
    if ((await deleteFriendships(tx, id, [friendId])) === 0) throw notFriends()
  })
}

/** Deletes the friendships of a person whose account is erased, and notifies the former friends. */
export async function eraseFriendships(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const friends = await tx.db.friendship.findMany({ where: { userId }, select: { friendId: true } })
  const friendIds = friends.map(({ friendId }) => friendId)
  await deleteFriendships(tx, userId, friendIds)
}

/** One side of a friendship, as a statement returns it. */
interface FriendshipRow {
  readonly userId: UserId
  readonly friendId: UserId
}

/** Deletes friendships with all that depends on them, for every cause; returns their number. */
async function deleteFriendships(tx: InTransaction, userId: UserId, friendIds: readonly string[]): Promise<number> {
  const { sql, emit } = tx
  await lockFriendships(tx, userId, friendIds)
  const sides = await sql<FriendshipRow>`
    DELETE FROM "Friendship"
    WHERE ("userId" = ${userId} AND "friendId" = ANY(${friendIds}))
       OR ("friendId" = ${userId} AND "userId" = ANY(${friendIds}))
    RETURNING "userId", "friendId"`
  // A separate statement, so that it sees what was written by the transaction that held the lock before.
  await sql`
    DELETE FROM "Favorite"
    WHERE type = 'friend' AND (("userId" = ${userId} AND "favoriteId" = ANY(${friendIds}))
       OR ("favoriteId" = ${userId} AND "userId" = ANY(${friendIds})))`
  for (const { userId, friendId } of sides) emit(friendshipEnded(userId, { friendId }))
  return sides.length / 2
}

/** Suspends a person's friendships with these people after a block, and notifies both sides. Set-wise. */
export async function suspendFriendships(tx: InTransaction, userId: UserId, friendIds: readonly UserId[]) {
  await lockFriendships(tx, userId, friendIds)
  const sides = await tx.sql<FriendshipRow>`
    UPDATE "Friendship" SET blocked = true
    WHERE NOT blocked AND (("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
      OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]})))
    RETURNING "userId", "friendId"`
  for (const { userId, friendId } of sides) tx.emit(friendshipSuspended(userId, { friendId }))
}

/**
 * Resumes a person's suspended friendships with these people after a block was removed, unless one still blocks the
 * other, and notifies both sides. Set-wise.
 */
export async function resumeFriendships(tx: InTransaction, userId: UserId, friendIds: readonly UserId[]) {
  await lockFriendships(tx, userId, friendIds)
  const sides = await tx.sql<FriendshipRow>`
    UPDATE "Friendship" AS side SET blocked = false
    WHERE blocked AND (("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
      OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]})))
      AND NOT EXISTS (
        SELECT FROM "PlayerModeration" AS block WHERE matter = 'block'
          AND block."sourceUserId" = side."userId" AND block."targetUserId" = side."friendId")
      AND NOT EXISTS (
        SELECT FROM "PlayerModeration" AS block WHERE matter = 'block'
          AND block."sourceUserId" = side."friendId" AND block."targetUserId" = side."userId")
    RETURNING "userId", "friendId"`
  for (const { userId, friendId } of sides) tx.emit(friendshipResumed(userId, { friendId }))
}

/**
 * Locks both sides of a person's friendships with these people. When two people block or unblock each other at once, the
 * next statement of the second transaction sees the block of the first.
 */
const lockFriendships = (tx: InTransaction, userId: UserId, friendIds: readonly string[]) => tx.sql`
  SELECT FROM "Friendship"
  WHERE ("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
     OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]}))
  ${rowLock(tx, 'friendship', { keys: friendIds.flatMap((id) => [`${userId} ${id}`, `${id} ${userId}`]) })}`
