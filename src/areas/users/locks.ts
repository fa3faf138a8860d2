import { Prisma } from '../../generated/prisma/client.ts'
import { userNotFound } from '../../kernel/failure.ts'
import { SYSTEM_USER_IDS, trusted, type UserId } from '../../kernel/ids.ts'
import { lockAdvisory, rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/**
 * Locks a user, which serialises acts that change or count what belongs to the user, and the erasure of the account.
 * Throws `missing` for an unknown or erased user.
 */
export async function lockUser(tx: InTransaction, id: string): Promise<void> {
  const found = await tx.sql`
    SELECT id FROM "User" WHERE id = ${id} AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: [id], strength: 'NO KEY UPDATE' })}`
  if (found.length === 0) throw userNotFound(id)
}

/**
 * Locks users against erasure until the transaction ends, so that an erasure finds what is written about them. Answers
 * the ids of those who were not erased, in order.
 */
export async function lockExistingUsers(tx: InTransaction, ids: readonly string[]): Promise<UserId[]> {
  const rows = await tx.sql<{ id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${ids}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'SHARE' })}`
  return rows.map(({ id }) => trusted<'user'>(id))
}

const IS_SYSTEM_USER = Prisma.raw(`id IN (${SYSTEM_USER_IDS.map((id) => `'${id}'`).join(', ')})`)

/**
 * Serialises acts upon a pair of users, and locks both against erasure, until the transaction ends. Answers whether both
 * can have friends: neither is unknown, erased or a system user.
 */
export async function lockUserPair(tx: InTransaction, one: UserId, other: UserId): Promise<boolean> {
  await lockAdvisory(tx, 'userPair', userPairKey(one, other))
  const alive = await tx.sql`
    SELECT id FROM "User"
    WHERE id IN (${one}, ${other}) AND "erasedAt" IS NULL AND NOT ${IS_SYSTEM_USER}
    ${rowLock(tx, 'user', { keys: [one, other], strength: 'SHARE' })}`
  return alive.length === new Set([one, other]).size
}

/** Whether one of two people has blocked the other; the caller has locked the pair. */
export async function isBlockedEitherWay({ db }: InTransaction, one: UserId, other: UserId): Promise<boolean> {
  const sides = [
    { sourceUserId: one, targetUserId: other },
    { sourceUserId: other, targetUserId: one },
  ]
  return (await db.playerModeration.count({ where: { matter: 'block', OR: sides } })) > 0
}

/** State of a friendship and its two users, locked. */
interface LockedFriendship {
  /** Whether both can have friends: neither is unknown, erased or a system user. */
  readonly areThere: boolean
  /** Whether they are friends and neither has blocked the other. */
  readonly areFriends: boolean
  readonly ownName: string | null
  /** Whether the friend wants boops. */
  readonly wantsBoops: boolean
}

/** Locks a friendship and both users until the transaction ends. One statement, which locks the users first. */
export async function lockFriend(tx: InTransaction, userId: UserId, friendId: UserId): Promise<LockedFriendship> {
  const [held] = await tx.sql<LockedFriendship>`WITH ${lockedFriendship(tx, userId, friendId)} 
    SELECT "areThere", "areFriends", "ownName", "wantsBoops" FROM held`
  if (!held) throw new Error('a statement without a table has answered no row')
  return held
}

/** Parts of a WITH clause, which lock a friendship and both users; `held` has one row, of LockedFriendship. */
const lockedFriendship = (tx: Pick<InTransaction, 'locks'>, userId: UserId, friendId: UserId) => Prisma.sql`
  pair AS MATERIALIZED (
    SELECT id, "displayName" FROM "User"
    WHERE id IN (${userId}, ${friendId}) AND "erasedAt" IS NULL AND NOT ${IS_SYSTEM_USER}
    ${rowLock(tx, 'user', { keys: [userId, friendId], strength: 'SHARE' })}
  ), friendship AS MATERIALIZED (
    SELECT FROM "Friendship"
    WHERE "userId" = ${userId} AND "friendId" = ${friendId} AND NOT blocked AND (SELECT count(*) FROM pair) = 2
    ${rowLock(tx, 'friendship', { keys: [`${userId} ${friendId}`], strength: 'SHARE' })}
  ), held AS MATERIALIZED (
    SELECT (SELECT count(*) FROM pair) = 2 AS "areThere", EXISTS (SELECT FROM friendship) AS "areFriends",
      (SELECT "displayName" FROM pair WHERE id = ${userId}) AS "ownName",
      EXISTS (SELECT FROM "Account" WHERE "userId" = ${friendId} AND "isBoopingEnabled") AS "wantsBoops"
  )`

/**
 * Locks both sides of a person's friendships with these people. When two people block or unblock each other at once, the
 * next statement of the second transaction sees the block of the first.
 */
export const lockFriendships = (tx: InTransaction, userId: UserId, friendIds: readonly string[]) => tx.sql`
  SELECT FROM "Friendship"
  WHERE ("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
     OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]}))
  ${rowLock(tx, 'friendship', { keys: friendIds.flatMap((id) => [`${userId} ${id}`, `${id} ${userId}`]) })}`

/** Key of an unordered pair of people, by which friend requests are stored. */
export const userPairKey = (one: string, other: string): string => [one, other].sort().join(':')

/** Locks a person's tags until the transaction ends, and answers them. */
export async function lockTags(tx: InTransaction, id: UserId): Promise<string[]> {
  const [row] = await tx.sql<{ tags: string[] }>`
    SELECT coalesce(tags, '{}') AS tags FROM "User" WHERE id = ${id} AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: [id], strength: 'NO KEY UPDATE' })}`
  if (!row) throw userNotFound(id)
  return row.tags
}
