import type { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { assertUserExists, visibleMutualFriendships } from './policy.ts'

const MUTUAL_FRIEND_COLUMNS = {
  id: true,
  displayName: true,
  status: true,
  statusDescription: true,
  profilePicOverride: true,
  currentAvatarImageUrl: true,
  currentAvatarThumbnailImageUrl: true,
  currentAvatarTags: true,
} satisfies Prisma.UserSelect

export type MutualFriendRow = Prisma.UserGetPayload<{ select: typeof MUTUAL_FRIEND_COLUMNS }>

/** Mutual friends of the viewer and a person, by display name. Throws `missing` for an unknown person. */
export async function readMutualFriends(scope: ViewerScope, id: UserId, page: OffsetPage): Promise<MutualFriendRow[]> {
  const found = scope.db.friendship.findMany({
    where: visibleMutualFriendships(scope, [id]),
    orderBy: { friend: { displayNameKey: 'asc' } },
    take: page.limit,
    skip: page.offset,
    select: { friend: { select: MUTUAL_FRIEND_COLUMNS } },
    relationLoadStrategy: 'join',
  })
  const [rows] = await Promise.all([found, assertUserExists(scope, id)])
  return rows.map(({ friend }) => friend)
}

/** Number of mutual friends of the viewer and a person. Throws `missing` for an unknown person. */
export async function countMutualFriends(scope: ViewerScope, id: UserId): Promise<number> {
  const count = scope.db.friendship.count({ where: visibleMutualFriendships(scope, [id]) })
  const [friends] = await Promise.all([count, assertUserExists(scope, id)])
  return friends
}

/** A mutual friend of the viewer and the person `userId`. */
export interface MutualFriendLink {
  readonly userId: string
  readonly friendId: string
  readonly displayNameKey: string
}

/** Mutual friends of the viewer and each of these people. Set-wise: one statement. */
export async function readMutualFriendLinks(scope: ViewerScope, userIds: readonly string[]) {
  const rows = await scope.db.friendship.findMany({
    where: visibleMutualFriendships(scope, userIds),
    select: { userId: true, friendId: true, friend: { select: { displayNameKey: true } } },
    relationLoadStrategy: 'join',
  })
  return rows.map(({ friend, ...ids }): MutualFriendLink => ({ ...ids, displayNameKey: friend.displayNameKey }))
}
