import { isOwnerOrAdmin } from '../../kernel/access.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { presenceVisibleToFriends } from '../accounts/policy.ts'
import { type RelationRow, readRelationRows } from './queries.ts'

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

/** Relations of these people to the viewer; people without any are left out. One statement. */
export async function readRelations(scope: ViewerScope, ids: readonly string[]) {
  const relations = new Map<string, Relation>()
  if (ids.length === 0) return relations
  for (const row of await readRelationRows(scope, ids)) relations.set(row.id, mergeRelation(relations.get(row.id), row))
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
