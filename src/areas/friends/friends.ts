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

/** An entry of the viewer's list of friends. */
export interface FriendListEntry {
  readonly id: UserId
  /** Key of the friendship, equal for both friends. */
  readonly key: string
  /** Presence as shown to friends; offline when one of the two has blocked the other. */
  readonly standing: PresenceStatus
  readonly blocked: boolean
  readonly displayNameKey: string
  /** Time when the friendship began. */
  readonly since: Date
}

interface FriendListRow extends Omit<FriendListEntry, 'standing'> {
  readonly status: string
}

/**
 * The viewer's friends with one of these presences, by display name. Presence has no index, so a few columns of every
 * friend are read.
 */
export async function listFriends(scope: ViewerScope, statuses: readonly PresenceStatus[]): Promise<FriendListEntry[]> {
  const rows = await scope.sql<FriendListRow>`
    SELECT person.id, side.key, person.status, side.blocked, person."displayNameKey", side."createdAt" AS since
    FROM "Friendship" AS side JOIN "User" AS person ON person.id = side."friendId"
    WHERE side."userId" = ${scope.viewer.id}
    ORDER BY person."displayNameKey"`
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
