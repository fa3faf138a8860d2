import type { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { requireKnown, sharedFriendships } from './policy.ts'

const SHOWN = {
  id: true,
  displayName: true,
  status: true,
  statusDescription: true,
  profilePicOverride: true,
  currentAvatarImageUrl: true,
  currentAvatarThumbnailImageUrl: true,
  currentAvatarTags: true,
} satisfies Prisma.UserSelect

/** Somebody whom the viewer and another person both have as a friend. */
export type MutualFriendRow = Prisma.UserGetPayload<{ select: typeof SHOWN }>

/** The friends that the viewer has in common with a person, by display name. Throws `missing` for nobody. */
export async function readMutualFriends(scope: SignedScope, id: UserId, page: Page): Promise<MutualFriendRow[]> {
  const found = scope.db.friendship.findMany({
    where: sharedFriendships(scope, [id]),
    orderBy: { friend: { displayNameKey: 'asc' } },
    take: page.limit,
    skip: page.offset,
    select: { friend: { select: SHOWN } },
    relationLoadStrategy: 'join',
  })
  const [rows] = await Promise.all([found, requireKnown(scope, id)])
  return rows.map(({ friend }) => friend)
}

/** How many those are. Throws `missing` for nobody. */
export async function countMutualFriends(scope: SignedScope, id: UserId): Promise<number> {
  const count = scope.db.friendship.count({ where: sharedFriendships(scope, [id]) })
  const [friends] = await Promise.all([count, requireKnown(scope, id)])
  return friends
}

/** A friend whom the viewer has in common with the person `userId`. */
export interface SharedFriend {
  readonly userId: string
  readonly friendId: string
  readonly displayNameKey: string
}

/** All friends that the viewer has in common with each of these people. Set-wise: one statement. */
export async function sharedFriends(scope: SignedScope, userIds: readonly string[]): Promise<SharedFriend[]> {
  const rows = await scope.db.friendship.findMany({
    where: sharedFriendships(scope, userIds),
    select: { userId: true, friendId: true, friend: { select: { displayNameKey: true } } },
    relationLoadStrategy: 'join',
  })
  return rows.map(({ userId, friendId, friend }) => ({ userId, friendId, displayNameKey: friend.displayNameKey }))
}
