import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { unblockedUsers, visibleUsers } from '../users/policy.ts'

/** Condition: friends of a person, except erased accounts. */
export const visibleFriendsOf = (userId: UserId) =>
  ({ ...visibleUsers, friendOf: { some: { userId } } }) satisfies Prisma.UserWhereInput

/** Condition: friends of a person, except erased accounts and suspended friendships. */
const visibleUnblockedFriendsOf = (userId: UserId) =>
  ({ ...visibleUsers, friendOf: { some: { userId, blocked: false } } }) satisfies Prisma.UserWhereInput

const SHARES_CONNECTIONS = { hasSharedConnectionsOptOut: false } satisfies Prisma.AccountWhereInput

/**
 * Condition: friendships of these people with friends of the viewer. People who have opted out of shared connections are
 * left out, and so are blocked ones. For the viewer's own id, all friends match.
 */
export const visibleMutualFriendships = (
  { viewer }: ViewerScope,
  userIds: readonly string[],
): Prisma.FriendshipWhereInput => ({
  blocked: false,
  OR: [
    { userId: { in: userIds.filter((id) => id === viewer.id) } },
    {
      userId: { in: userIds.filter((id) => id !== viewer.id) },
      user: { ...unblockedUsers(viewer.id), account: SHARES_CONNECTIONS },
      friend: { ...visibleUnblockedFriendsOf(viewer.id), account: SHARES_CONNECTIONS },
    },
  ],
})

/** Throws `missing` for an unknown or erased person. */
export async function assertUserExists({ db }: Scope, id: UserId): Promise<void> {
  if ((await db.user.count({ where: { id, ...visibleUsers } })) === 0) throw userNotFound(id)
}

/** Shipped clients depend on these messages. */
export const targetUserNotFound = () => new Failure('missing', "user doesn't exist!", { reason: 'user_not_found' })
export const friendRequestNotFound = () =>
  new Failure('missing', 'that friend request could not be found', { reason: 'friend_request_not_found' })
export const notFriends = () => new Failure('invalid', 'These users are not friends', { reason: 'not_friends' })
