import { assertOwnerOrAdmin } from '../../kernel/access.ts'
import { adminOnly, invalid } from '../../kernel/failure.ts'
import { deterministicId, type FavoriteGroupId, isId, type UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { isBlank } from '../../kernel/texts.ts'
import { ownListChanged } from '../accounts/events.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { lockUser } from '../users/locks.ts'
import { assertCanChangeUser, canChangeUser, visibleUsers } from '../users/policy.ts'
import { type Audience, isInAudience, parseAudience, type Relation, readRelations } from '../users/relations.ts'
import {
  FAVORITE_GROUP_KEYS,
  FAVORITE_TYPE_RULES,
  type FavoriteGroupKey,
  groupKeyText,
  isFavoriteGroup,
} from './favoriteTypes.ts'
import { favoriteGroupNotFound } from './policy.ts'
import { deleteFavorites } from './queries.ts'

export interface FavoriteGroup extends FavoriteGroupKey {
  readonly id: FavoriteGroupId
  readonly ownerId: string
  readonly ownerDisplayName: string
  readonly displayName: string
  readonly visibility: Audience
  readonly tags: readonly string[]
}

export interface OwnedFavoriteGroupKey extends FavoriteGroupKey {
  readonly ownerId: UserId
}

/** The id of a group, which is fixed before the group has a row. */
const favoriteGroupIdOf = (ownerId: string, { type, name }: FavoriteGroupKey) =>
  deterministicId('favoriteGroup', ownerId, type, name)

/** The display name of a group until its owner sets one. */
const defaultGroupName = ({ type, name }: FavoriteGroupKey) =>
  `Group ${FAVORITE_TYPE_RULES[type].groups.indexOf(name) + 1}`

/** All groups of these people except erased ones, in the order of FAVORITE_GROUP_KEYS. One statement. */
async function groupsByOwners({ db }: ViewerScope, ownerIds: readonly string[]): Promise<FavoriteGroup[]> {
  const owners = await db.user.findMany({
    where: { id: { in: [...ownerIds] }, ...visibleUsers },
    select: { id: true, displayName: true, favoriteGroups: true },
    relationLoadStrategy: 'join',
  })
  return owners.flatMap(({ id: ownerId, displayName: ownerDisplayName, favoriteGroups }) => {
    const rows = new Map(favoriteGroups.map((row) => [groupKeyText(row), row]))
    return FAVORITE_GROUP_KEYS.map((key) => {
      const row = rows.get(groupKeyText(key))
      return {
        ...key,
        id: favoriteGroupIdOf(ownerId, key),
        ownerId,
        ownerDisplayName,
        displayName: row?.displayName ?? defaultGroupName(key),
        visibility: parseAudience(row?.visibility),
        tags: row?.tags ?? [],
      }
    })
  })
}

/** Groups of these people that the viewer can see. */
export async function visibleGroupsByOwners(scope: ViewerScope, ownerIds: readonly string[]): Promise<FavoriteGroup[]> {
  const others = ownerIds.filter((id) => id !== scope.viewer.id)
  const noRelations: ReadonlyMap<string, Relation> = new Map()
  const [groups, relations] = await Promise.all([
    groupsByOwners(scope, ownerIds),
    others.length === 0 ? noRelations : readRelations(scope, others),
  ])
  return groups.filter((group) => isInAudience(scope, group, relations.get(group.ownerId)))
}

/**
 * Groups that the viewer can see, in no particular order. A group that its owner has never changed has no row, so only the
 * owner can find it by id.
 */
export async function visibleGroupsByIds(scope: ViewerScope, ids: readonly string[]): Promise<FavoriteGroup[]> {
  const rows = await scope.db.favoriteGroup.findMany({ where: { id: { in: [...ids] } }, select: { userId: true } })
  const ownerIds = new Set([scope.viewer.id, ...rows.map(({ userId }) => userId)])
  return (await visibleGroupsByOwners(scope, [...ownerIds])).filter(({ id }) => ids.includes(id))
}

/** The owner of the groups to read; the viewer by default. */
interface FavoriteGroupsFilter {
  /** Only admins may give the id of another person here. */
  readonly userId?: UserId | undefined
  readonly ownerId?: string | undefined
}

/** Groups of a person that the viewer can see. Throws `forbidden` for a `userId` that only admins may give. */
export async function readFavoriteGroups(
  scope: ViewerScope,
  { userId, ownerId = scope.viewer.id }: FavoriteGroupsFilter,
  { limit, offset }: OffsetPage,
): Promise<FavoriteGroup[]> {
  if (userId !== undefined) assertOwnerOrAdmin(scope, userId, adminOnly)
  const id = userId ?? ownerId
  return isId('user', id) ? (await visibleGroupsByOwners(scope, [id])).slice(offset, offset + limit) : []
}

/** Throws `missing` for a group that does not exist or that the viewer can't see. */
export async function readFavoriteGroup(
  scope: ViewerScope,
  { ownerId, type, name }: OwnedFavoriteGroupKey,
): Promise<FavoriteGroup> {
  const groups = await visibleGroupsByOwners(scope, [ownerId])
  const group = groups.find((one) => one.type === type && one.name === name)
  if (!group) throw favoriteGroupNotFound()
  return group
}

/** Changes of a group; omitted members stay as they are. */
interface FavoriteGroupChange {
  readonly displayName?: string | undefined
  readonly visibility?: Audience | undefined
  readonly tags?: readonly string[] | undefined
}

/** Throws `missing` for a group that the viewer can't see, `forbidden` for one of another person unless an admin acts. */
async function assertCanChangeGroup(scope: ViewerScope, key: OwnedFavoriteGroupKey): Promise<void> {
  if (!isFavoriteGroup(key)) throw favoriteGroupNotFound()
  if (!canChangeUser(scope, key.ownerId)) await readFavoriteGroup(scope, key)
  assertCanChangeUser(scope, key.ownerId)
}

const GROUP_CHANGE_LIMIT: RateLimit = { name: 'favorite-group', points: 60, window: 10 * 60 }

/** Updates a group. Throws `missing`, `forbidden`, `invalid`; `exhausted` after 60 times in ten minutes. */
export async function updateFavoriteGroup(
  scope: ViewerScope,
  key: OwnedFavoriteGroupKey,
  change: FavoriteGroupChange,
): Promise<void> {
  await assertCanChangeGroup(scope, key)
  const data = changedGroupFields(change)
  await scope.limits.take(GROUP_CHANGE_LIMIT, scope.viewer.id)
  const { ownerId: userId, type, name } = key
  await ownerOrAdminAct(scope, 'updateFavoriteGroup', async (tx) => {
    await lockUser(tx, userId)
    const defaults = { id: favoriteGroupIdOf(userId, key), displayName: defaultGroupName(key) }
    await tx.db.favoriteGroup.upsert({
      where: { userId_type_name: { userId, type, name } },
      create: { ...defaults, userId, type, name, ...data, updatedAt: tx.now },
      update: { ...data, updatedAt: tx.now },
    })
    tx.emit(ownListChanged(userId, { list: 'favorites' }))
    return { subjectId: userId, ownerId: userId, details: { type, name } }
  })
}

function changedGroupFields({ displayName, visibility, tags }: FavoriteGroupChange) {
  const trimmed = displayName?.trim()
  if (trimmed !== undefined && isBlank(trimmed))
    throw invalid('displayName', 'displayName must not be empty', { reason: 'too_short', min: 1 })
  return {
    ...(trimmed !== undefined && { displayName: trimmed }),
    ...(visibility && { visibility }),
    ...(tags && { tags: [...tags] }),
  }
}

/** Removes all favorites from a group. Returns their ids. Throws `missing`, `forbidden`. */
export async function clearFavoriteGroup(scope: ViewerScope, key: OwnedFavoriteGroupKey): Promise<string[]> {
  await assertCanChangeGroup(scope, key)
  const { ownerId: userId, type, name: group } = key
  return ownerOrAdminAct(scope, 'clearFavoriteGroup', async (tx) => {
    await lockUser(tx, userId)
    const removed = await deleteFavorites(tx, userId, { group: key })
    const result = removed.map(({ id }) => id).sort()
    return { subjectId: userId, ownerId: userId, details: { type, name: group }, result }
  })
}
