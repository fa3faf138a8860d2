import { randomBytes } from 'node:crypto'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { lockPair } from '../users/pairs.ts'
import { friendshipCreated, friendshipEnded } from './events.ts'
import { notFriends } from './policy.ts'
import { holdSides } from './resting.ts'

/** Whether two people are friends. */
export const areFriends = async ({ db }: Pick<Open, 'db'>, userId: UserId, friendId: UserId): Promise<boolean> =>
  (await db.friendship.count({ where: { userId, friendId } })) > 0

/** Makes two people friends; whoever calls holds their pair. */
export async function beginFriendship({ db, now, emit }: Scope & Open, one: UserId, other: UserId): Promise<void> {
  const key = randomBytes(16).toString('hex')
  await db.friendship.createMany({
    data: [
      { userId: one, friendId: other, key, createdAt: now },
      { userId: other, friendId: one, key, createdAt: now },
    ],
  })
  emit(friendshipCreated(one, other))
  emit(friendshipCreated(other, one))
}

/** Ends a friendship for both. Throws `invalid` when they are no friends. */
export async function unfriend(scope: SignedScope, friendId: UserId): Promise<void> {
  const { id } = scope.viewer
  await transact(scope, async (open) => {
    await lockPair(open, id, friendId)
    if ((await endFriendships(open, id, [friendId])) === 0) throw notFriends()
  })
}

/** Takes a person's friendships away when the account is erased, and tells those who were friends. */
export async function eraseFriendships(open: Scope & Open, userId: UserId): Promise<void> {
  const friends = await open.db.friendship.findMany({ where: { userId }, select: { friendId: true } })
  await endFriendships(
    open,
    userId,
    friends.map(({ friendId }) => friendId),
  )
}

interface Side {
  readonly userId: UserId
  readonly friendId: UserId
}

/** The one way in which friendships end: what lasts as long as a friendship goes here. Answers how many there were. */
async function endFriendships(open: Open, userId: UserId, friendIds: readonly string[]): Promise<number> {
  const { db, emit } = open
  await holdSides(open, userId, friendIds)
  const sides = await db.$queryRaw<Side[]>`
    DELETE FROM "Friendship"
    WHERE ("userId" = ${userId} AND "friendId" = ANY(${friendIds}))
       OR ("friendId" = ${userId} AND "userId" = ANY(${friendIds}))
    RETURNING "userId", "friendId"`
  // A statement of its own: it sees what whoever held the friendship before has written.
  await db.$executeRaw`
    DELETE FROM "Favorite"
    WHERE type = 'friend' AND (("userId" = ${userId} AND "favoriteId" = ANY(${friendIds}))
       OR ("favoriteId" = ${userId} AND "userId" = ANY(${friendIds})))`
  for (const side of sides) emit(friendshipEnded(side.userId, side.friendId))
  return sides.length / 2
}
