import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'
import { friendshipRested, friendshipResumed } from './events.ts'

interface Side {
  readonly userId: UserId
  readonly friendId: UserId
}

/**
 * Lets a person's friendships with these people rest, where there are any: a block was just written. Each of those who
 * were friends is told. Set-wise.
 */
export async function restFriendships(open: Open, userId: UserId, friendIds: readonly UserId[]): Promise<void> {
  await holdSides(open, userId, friendIds)
  const sides = await open.db.$queryRaw<Side[]>`
    UPDATE "Friendship" SET blocked = true
    WHERE NOT blocked AND (("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
      OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]})))
    RETURNING "userId", "friendId"`
  for (const side of sides) open.emit(friendshipRested(side.userId, side.friendId))
}

/**
 * Lets those of them that rest go on, unless one of the two still blocks the other: a block was just taken away. Each is
 * told as above. Set-wise.
 */
export async function resumeFriendships(open: Open, userId: UserId, friendIds: readonly UserId[]): Promise<void> {
  await holdSides(open, userId, friendIds)
  const sides = await open.db.$queryRaw<Side[]>`
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
  for (const side of sides) open.emit(friendshipResumed(side.userId, side.friendId))
}

/**
 * Waits for whoever has them, in one order for all. The next statement sees every block that was written before: of two
 * who block each other, or of whom one blocks while the other unblocks, the second looks at what the first has left.
 */
export const holdSides = ({ db }: Open, userId: UserId, friendIds: readonly string[]) => db.$executeRaw`
  SELECT FROM "Friendship"
  WHERE ("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
     OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]}))
  ORDER BY least("userId", "friendId"), greatest("userId", "friendId"), "userId" FOR UPDATE`
