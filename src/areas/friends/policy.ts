import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure, noSuchUser } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { unblockedUsers, visibleUsers } from '../users/policy.ts'

/** The friends of a person. */
export const friendsOf = (userId: UserId) =>
  ({ ...visibleUsers, friendOf: { some: { userId } } }) satisfies Prisma.UserWhereInput

/** Those of them with whom the friendship does not rest. */
const closeFriendsOf = (userId: UserId) =>
  ({ ...visibleUsers, friendOf: { some: { userId, blocked: false } } }) satisfies Prisma.UserWhereInput

const SHARING = { hasSharedConnectionsOptOut: false } satisfies Prisma.AccountWhereInput

/**
 * The friendships of these people with friends of the viewer. Whoever keeps shared connections to themself is nobody's
 * shared connection, and has none to show; to oneself, every friend is shared. Nobody is shared across a block.
 */
export const sharedFriendships = (
  { viewer }: SignedScope,
  userIds: readonly string[],
): Prisma.FriendshipWhereInput => ({
  blocked: false,
  OR: [
    { userId: { in: userIds.filter((id) => id === viewer.id) } },
    {
      userId: { in: userIds.filter((id) => id !== viewer.id) },
      user: { ...unblockedUsers(viewer.id), account: SHARING },
      friend: { ...closeFriendsOf(viewer.id), account: SHARING },
    },
  ],
})

/** Throws `missing` for somebody who is unknown or erased. */
export async function requireKnown({ db }: Scope, id: UserId): Promise<void> {
  if ((await db.user.count({ where: { id, ...visibleUsers } })) === 0) throw noSuchUser(id)
}

/** Clients know these texts. */
export const userDoesNotExist = () => new Failure('missing', "user doesn't exist!")
export const noSuchRequest = () => new Failure('missing', 'that friend request could not be found')
export const notFriends = () => new Failure('invalid', 'These users are not friends', { code: 'not_friends' })
