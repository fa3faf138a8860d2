import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'
import { HOUSE_USER_IDS } from './platformUser.ts'
import { pairOf } from './relations.ts'

/**
 * Keeps every other act upon these two, and the erasure of either, waiting until the transaction ends: what is read
 * afterwards holds. Answers whether both are people who can have friends: neither unknown, erased nor the house.
 */
export async function lockPair({ db }: Open, one: UserId, other: UserId): Promise<boolean> {
  // A statement of its own: the next one sees what whoever held the pair before has written.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${pairOf(one, other)}, 0))`
  const alive = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "User"
    WHERE id IN (${one}, ${other}) AND "erasedAt" IS NULL AND NOT id = ANY(${[...HOUSE_USER_IDS]}) ORDER BY id FOR SHARE`
  return alive.length === new Set([one, other]).size
}

/** Whether one of two people has blocked the other; whoever calls holds their pair. */
export async function areBlocked({ db }: Open, one: UserId, other: UserId): Promise<boolean> {
  const sides = [
    { sourceUserId: one, targetUserId: other },
    { sourceUserId: other, targetUserId: one },
  ]
  return (await db.playerModeration.count({ where: { matter: 'block', OR: sides } })) > 0
}

/** What an act of one friend upon another has to know of the two. */
export interface HeldFriend {
  /** Whether both are people who can have friends, as above. */
  readonly areThere: boolean
  /** And neither has blocked the other: such a friendship rests. */
  readonly areFriends: boolean
  readonly ownName: string | null
  /** Whether the friend wants boops. */
  readonly wantsBoops: boolean
}

/**
 * Keeps a friendship from ending or resting and both people from being erased until the transaction ends, in one
 * statement: it waits for whoever is about to do so, and reads what they leave. People are held first, as everywhere, so
 * that none wait for each other.
 */
export async function holdFriend({ db }: Open, userId: UserId, friendId: UserId): Promise<HeldFriend> {
  const [held] = await db.$queryRaw<HeldFriend[]>`
    WITH pair AS MATERIALIZED (
      SELECT id, "displayName" FROM "User"
      WHERE id IN (${userId}, ${friendId}) AND "erasedAt" IS NULL AND NOT id = ANY(${[...HOUSE_USER_IDS]})
      ORDER BY id FOR SHARE
    ), friendship AS MATERIALIZED (
      SELECT FROM "Friendship"
      WHERE "userId" = ${userId} AND "friendId" = ${friendId} AND NOT blocked AND (SELECT count(*) FROM pair) = 2
      FOR SHARE
    )
    SELECT (SELECT count(*) FROM pair) = 2 AS "areThere", EXISTS (SELECT FROM friendship) AS "areFriends",
      (SELECT "displayName" FROM pair WHERE id = ${userId}) AS "ownName",
      EXISTS (SELECT FROM "Account" WHERE "userId" = ${friendId} AND "isBoopingEnabled") AS "wantsBoops"`
  if (!held) throw new Error('a statement without a table has answered no row')
  return held
}
