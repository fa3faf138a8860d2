import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { visibleUsers } from '../users/policy.ts'

/** The friends of a person. */
export const friendsOf = (userId: UserId) =>
  ({ ...visibleUsers, friendOf: { some: { userId } } }) satisfies Prisma.UserWhereInput

const SHARING = { hasSharedConnectionsOptOut: false } satisfies Prisma.AccountWhereInput

/**
 * The friendships of these people with friends of the viewer. Whoever keeps shared connections to themself is nobody's
 * shared connection, and has none to show; to oneself, every friend is shared.
 */
export const sharedFriendships = (
  { viewer }: SignedScope,
  userIds: readonly string[],
): Prisma.FriendshipWhereInput => ({
  OR: [
    { userId: { in: userIds.filter((id) => id === viewer.id) } },
    {
      userId: { in: userIds.filter((id) => id !== viewer.id) },
      user: { account: SHARING },
      friend: { ...friendsOf(viewer.id), account: SHARING },
    },
  ],
})

/** Throws `missing` for somebody who is unknown or erased. */
export async function requireKnown({ db }: Scope, id: UserId): Promise<void> {
  if ((await db.user.count({ where: { id, ...visibleUsers } })) === 0)
    throw new Failure('missing', `User ${id} not found`)
}

/** Clients know these texts. */
export const noSuchUser = () => new Failure('missing', "user doesn't exist!")
export const noSuchRequest = () => new Failure('missing', 'that friend request could not be found')
export const notFriends = () => new Failure('invalid', 'These users are not friends', { code: 'not_friends' })
