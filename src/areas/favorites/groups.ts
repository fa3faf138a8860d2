import type { FavoriteGroup as Row } from '../../generated/prisma/client.ts'
import { adminOnly } from '../../kernel/failure.ts'
import { type FavoriteGroupId, isId, namedId, type UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { visibleUsers } from '../users/policy.ts'
import { type Relation, relationsTo } from '../users/relations.ts'
import { type GroupPlace, KINDS, PLACES, wordOf } from './kinds.ts'
import { canSeeGroup, noSuchGroup, type Visibility } from './policy.ts'

/** A group of somebody's favorites. */
export interface FavoriteGroup extends GroupPlace {
  readonly id: FavoriteGroupId
  readonly ownerId: string
  readonly ownerDisplayName: string
  readonly displayName: string
  readonly visibility: Visibility
  readonly tags: readonly string[]
}

/** A group of a certain person. */
export interface OwnedPlace extends GroupPlace {
  readonly ownerId: UserId
}

/** The id of a group, which has one before it has a row. */
export const groupIdOf = (ownerId: string, { type, name }: GroupPlace) => namedId('favoriteGroup', ownerId, type, name)

/** What a group is called before its owner says otherwise. */
export const usualName = ({ type, name }: GroupPlace) => `Group ${KINDS[type].groups.indexOf(name) + 1}`

const VISIBILITIES = ['friends', 'public'] as const
const visibilityOf = (row: Row | undefined): Visibility =>
  VISIBILITIES.find((visibility) => visibility === row?.visibility) ?? 'private'

/** All groups of each of these people who were not erased, in the order of PLACES. Set-wise. */
async function groupsOf({ db }: SignedScope, ownerIds: readonly string[]): Promise<FavoriteGroup[]> {
  const owners = await db.user.findMany({
    where: { id: { in: [...ownerIds] }, ...visibleUsers },
    select: { id: true, displayName: true, favoriteGroups: true },
    relationLoadStrategy: 'join',
  })
  return owners.flatMap(({ id: ownerId, displayName: ownerDisplayName, favoriteGroups }) => {
    const rows = new Map(favoriteGroups.map((row) => [wordOf(row), row]))
    return PLACES.map((place) => {
      const row = rows.get(wordOf(place))
      const said = { displayName: row?.displayName ?? usualName(place), visibility: visibilityOf(row) }
      return { ...place, ...said, id: groupIdOf(ownerId, place), ownerId, ownerDisplayName, tags: row?.tags ?? [] }
    })
  })
}

/** Those of their groups that the viewer may see. Set-wise. */
export async function visibleGroupsOf(scope: SignedScope, ownerIds: readonly string[]): Promise<FavoriteGroup[]> {
  const others = ownerIds.filter((id) => id !== scope.viewer.id)
  const strangers: ReadonlyMap<string, Relation> = new Map()
  const [groups, relations] = await Promise.all([
    groupsOf(scope, ownerIds),
    others.length === 0 ? strangers : relationsTo(scope, others),
  ])
  return groups.filter((group) => canSeeGroup(scope, group, relations.get(group.ownerId)))
}

/**
 * Those of these groups that the viewer may see, in no order. Set-wise. A group of which its owner has said nothing has
 * no row, so by its id nobody else finds it.
 */
export async function visibleGroupsByIds(scope: SignedScope, ids: readonly string[]): Promise<FavoriteGroup[]> {
  const rows = await scope.db.favoriteGroup.findMany({ where: { id: { in: [...ids] } }, select: { userId: true } })
  const ownerIds = new Set([scope.viewer.id, ...rows.map(({ userId }) => userId)])
  return (await visibleGroupsOf(scope, [...ownerIds])).filter(({ id }) => ids.includes(id))
}

/** Whose groups are wanted; the viewer's where nothing is said. */
export interface Whose {
  /** For admins alone, but the own id. */
  readonly userId?: UserId | undefined
  readonly ownerId?: string | undefined
}

/** A person's groups, as far as the viewer may see them. Throws `forbidden` for a `userId` that only admins may name. */
export async function readFavoriteGroups(
  scope: SignedScope,
  { userId, ownerId = scope.viewer.id }: Whose,
  { limit, offset }: Page,
): Promise<FavoriteGroup[]> {
  const { viewer } = scope
  if (userId !== undefined && userId !== viewer.id && !viewer.admin) throw adminOnly()
  const whose = userId ?? ownerId
  return isId('user', whose) ? (await visibleGroupsOf(scope, [whose])).slice(offset, offset + limit) : []
}

/** Throws `missing` for a group that is not there, or that the viewer may not see. */
export async function readFavoriteGroup(
  scope: SignedScope,
  { ownerId, type, name }: OwnedPlace,
): Promise<FavoriteGroup> {
  const groups = await visibleGroupsOf(scope, [ownerId])
  const group = groups.find((one) => one.type === type && one.name === name)
  if (!group) throw noSuchGroup()
  return group
}
