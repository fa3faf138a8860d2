import { isOwnerOrAdmin } from '../../kernel/access.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { presenceVisibleToFriends, showsLastVisit } from '../accounts/policy.ts'

/** Relation between a person and the viewer. */
export interface Relation {
  readonly isFriend: boolean
  /** Whether either has blocked the other, which hides presence and location from both. */
  readonly isBlocked: boolean
  /** Whether the viewer has blocked the person. */
  readonly viewerHasBlocked: boolean
  /** Key of the friendship; empty without one. */
  readonly friendKey: string
  /** Direction of a friend request. A dismissed request remains until it is cancelled or cleared. */
  readonly friendRequestStatus: '' | 'incoming' | 'outgoing'
}

const NO_RELATION: Relation = {
  isFriend: false,
  isBlocked: false,
  viewerHasBlocked: false,
  friendKey: '',
  friendRequestStatus: '',
}

/** Key of an unordered pair of people, by which friend requests are stored. */
export const userPairKey = (one: string, other: string): string => [one, other].sort().join(':')

interface RelationRow {
  readonly id: string
  readonly key: string
  readonly request: Relation['friendRequestStatus']
  readonly blocked: boolean
  readonly blockedByViewer: boolean
}

const relationRows = ({ sql, viewer: { id: viewerId } }: ViewerScope, ids: readonly string[]) => sql<RelationRow>`
  SELECT "friendId" AS id, key, '' AS request, blocked, false AS "blockedByViewer" FROM "Friendship"
  WHERE "userId" = ${viewerId} AND "friendId" = ANY(${ids})
  UNION ALL
  SELECT CASE "senderId" WHEN ${viewerId} THEN "receiverId" ELSE "senderId" END, '',
    CASE "senderId" WHEN ${viewerId} THEN 'outgoing' ELSE 'incoming' END, false, false
  FROM "Notification" WHERE "friendPair" = ANY(${ids.map((other) => userPairKey(viewerId, other))})
  UNION ALL
  SELECT "targetUserId", '', '', true, true FROM "PlayerModeration"
  WHERE "sourceUserId" = ${viewerId} AND "targetUserId" = ANY(${ids}) AND matter = 'block'
  UNION ALL
  SELECT "sourceUserId", '', '', true, false FROM "PlayerModeration"
  WHERE "sourceUserId" = ANY(${ids}) AND "targetUserId" = ${viewerId} AND matter = 'block'`

/** Relations of these people to the viewer; people without any are left out. One statement. */
export async function readRelations(scope: ViewerScope, ids: readonly string[]) {
  const relations = new Map<string, Relation>()
  if (ids.length === 0) return relations
  for (const row of await relationRows(scope, ids)) relations.set(row.id, mergeRelation(relations.get(row.id), row))
  return relations
}

/** The statement answers a row for each friendship, request and block of a person. */
const mergeRelation = (known: Relation = NO_RELATION, row: RelationRow): Relation => ({
  isFriend: known.isFriend || row.key !== '',
  isBlocked: known.isBlocked || row.blocked,
  viewerHasBlocked: known.viewerHasBlocked || row.blockedByViewer,
  friendKey: row.key || known.friendKey,
  friendRequestStatus: row.request || known.friendRequestStatus,
})

type FriendAndBlock = Pick<Relation, 'isFriend' | 'isBlocked'>

/** Whether two people are friends and neither has blocked the other, so that each may see the other's presence. */
export const areUnblockedFriends = ({ isFriend, isBlocked }: FriendAndBlock): boolean => isFriend && !isBlocked

/**
 * Whether the viewer sees when a person was last here, and by which platform: of oneself always, of unblocked friends
 * unless they appear offline, of others never.
 */
export const canSeeLastVisit = (
  { viewer }: Pick<ViewerScope, 'viewer'>,
  { id, status }: { readonly id: string; readonly status: string },
  relation: FriendAndBlock | undefined,
): boolean => id === viewer.id || (relation !== undefined && areUnblockedFriends(relation) && showsLastVisit(status))

/** Relation of one person to the viewer; empty for the viewer. */
export async function readRelation(scope: ViewerScope, id: string): Promise<Relation> {
  if (id === scope.viewer.id) return NO_RELATION
  return (await readRelations(scope, [id])).get(id) ?? NO_RELATION
}

/** Whom a person shows something to: nobody else, friends, or everybody. */
export type Audience = 'friends' | 'private' | 'public'

/** Whether the viewer sees what a person shows to an audience. Owners and admins do; nobody does across a block. */
export function isInAudience(
  scope: ViewerScope,
  { ownerId, visibility }: { readonly ownerId: string; readonly visibility: Audience },
  relation: Relation | undefined,
): boolean {
  if (isOwnerOrAdmin(scope, ownerId)) return true
  if (relation?.isBlocked || visibility === 'private') return false
  return visibility === 'public' || relation?.isFriend === true
}

const SHARED_AUDIENCES = ['friends', 'public'] as const
/** An audience as a column stores it; a missing row is private. */
export const parseAudience = (text: string | undefined): Audience =>
  SHARED_AUDIENCES.find((audience) => audience === text) ?? 'private'

interface PresenceSubject {
  readonly id: string
  readonly status: string
  /** Whether the person is an unblocked friend of the viewer. */
  readonly isClose: boolean
}

/** Presence that the viewer sees: the true one of oneself, that shown to friends of a friend, else offline. */
export function presenceVisibleToViewer(
  { viewer }: ViewerScope,
  person: PresenceSubject,
  presence: PresenceStatus = 'offline',
): PresenceStatus {
  if (person.id === viewer.id) return presence
  return person.isClose ? presenceVisibleToFriends(person.status, presence) : 'offline'
}

/** The owner of groups of favorites, and the type of their favorites. */
interface GroupsOfType {
  readonly userId: UserId
  readonly type: 'avatar' | 'world'
}

/** Those names of groups of favorites that the person shows to the viewer. */
export async function visibleFavoriteGroups(
  scope: ViewerScope,
  { userId, type }: GroupsOfType,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const [groups, relation] = await Promise.all([
    scope.db.favoriteGroup.findMany({
      where: { userId, type, name: { in: [...names] } },
      select: { name: true, visibility: true },
    }),
    readRelation(scope, userId),
  ])
  const isVisible = (visibility: string) =>
    isInAudience(scope, { ownerId: userId, visibility: parseAudience(visibility) }, relation)
  return groups.filter(({ visibility }) => isVisible(visibility)).map(({ name }) => name)
}
