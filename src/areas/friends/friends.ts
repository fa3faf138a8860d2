import type { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { presenceVisibleToFriends } from '../accounts/policy.ts'
import { USER_SEARCH_COLUMNS } from '../users/queries.ts'
import { type Relation, readRelation } from '../users/relations.ts'
import { LOCATION_SELECT, readEnterable, resolveWhereabouts, type Whereabouts } from '../users/whereabouts.ts'
import { assertUserExists, visibleMutualFriendships } from './policy.ts'
import { type FriendInPlace, type FriendListEntry, type Places, readFriendList, readFriendsIn } from './queries.ts'

/**
 * The viewer's friends with one of these presences, by display name. Presence has no index, so a few columns of every
 * friend are read.
 */
export async function listFriends(scope: ViewerScope, statuses: readonly PresenceStatus[]): Promise<FriendListEntry[]> {
  const rows = await readFriendList(scope)
  const standings = await scope.presence.statuses(
    rows.map(({ id }) => id),
    scope.now,
  )
  return rows
    .map(({ status, ...row }) => ({
      ...row,
      standing: row.blocked ? ('offline' as const) : presenceVisibleToFriends(status, standings.get(row.id)),
    }))
    .filter(({ standing }) => statuses.includes(standing))
}

export const FRIEND_COLUMNS = {
  ...USER_SEARCH_COLUMNS,
  ...LOCATION_SELECT,
  lastLoginAt: true,
  lastActivityAt: true,
  lastMobileAt: true,
} satisfies Prisma.UserSelect

export type Friend = Omit<Prisma.UserGetPayload<{ select: typeof FRIEND_COLUMNS }>, 'occupies'> &
  Pick<FriendListEntry, 'key' | 'standing' | 'blocked'> & { readonly whereabouts: Whereabouts }

/** The viewer's friends who are online or active, or those who are offline, by display name. */
export async function readFriends(scope: ViewerScope, offline: boolean, { limit, offset }: OffsetPage) {
  const listed = await listFriends(scope, offline ? ['offline'] : ['online', 'active'])
  const page = listed.slice(offset, offset + limit)
  const rows = await scope.db.user.findMany({
    where: { id: { in: page.map(({ id }) => id) } },
    select: FRIEND_COLUMNS,
    relationLoadStrategy: 'join',
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const enterable = await readEnterable(
    scope,
    rows.flatMap(({ occupies }) => occupies?.location ?? []),
  )
  return page.flatMap(({ id, key, standing, blocked }): Friend[] => {
    const { occupies: place = null, ...row } = byId.get(id) ?? {}
    if (!('id' in row)) return []
    const whereabouts = resolveWhereabouts({ standing, status: row.status, place, isOwn: false, enterable })
    return [{ ...row, key, standing, blocked, whereabouts }]
  })
}

/** Relation of the viewer to a person. Throws `missing` for an unknown person. */
export async function readFriendStatus(scope: ViewerScope, id: UserId): Promise<Relation> {
  const [relation] = await Promise.all([readRelation(scope, id), assertUserExists(scope, id)])
  return relation
}

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

/**
 * Friends of the viewer who are in any of these places and show the viewer that they are there, by display name. One
 * statement and one read of presence, and a statement for places in groups.
 */
export async function readFriendsInPlaces(scope: ViewerScope, places: Places): Promise<FriendInPlace[]> {
  const rows = await readFriendsIn(scope, places)
  if (rows.length === 0) return []
  const [standings, enterable] = await Promise.all([
    scope.presence.statuses(
      rows.map(({ id }) => id),
      scope.now,
    ),
    readEnterable(
      scope,
      rows.map(({ location }) => location),
    ),
  ])
  return rows.filter(({ id, status, location, ...instance }) => {
    const standing = presenceVisibleToFriends(status, standings.get(id))
    const place = { location, instance }
    return resolveWhereabouts({ standing, status, place, isOwn: false, enterable }).kind === 'instance'
  })
}
