import type { Favorite } from '../../generated/prisma/client.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import { lockAdvisory } from '../../kernel/locks.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { readableAvatars } from '../avatars/policy.ts'
import { lockFriend, lockUser } from '../users/locks.ts'
import { assertCanReadWorld } from '../worlds/policy.ts'
import { FAVORITE_TYPE_RULES, type FavoriteGroupKey, type FavoriteType, isFavoriteGroup } from './favoriteTypes.ts'
import {
  alreadyFavorited,
  avatarNotFound,
  favoriteGroupFull,
  favoriteNotFound,
  invalidFavoriteGroup,
  notAFriend,
} from './policy.ts'
import { type DeletedFavorite, deleteFavorites } from './queries.ts'

/** Filter of a list of favorites; omitted members do not narrow it. */
interface FavoriteFilter {
  readonly type?: FavoriteType | undefined
  /** Names of groups; a favorite is in one of them. */
  readonly groups?: readonly string[] | undefined
}

const LIST_ORDER = ['createdAt', 'id'] as const

const favoritesWhere = ({ viewer }: ViewerScope, { type, groups }: FavoriteFilter) => ({
  userId: viewer.id,
  ...(type && { type }),
  ...(groups && { group: { in: [...groups] } }),
})

/** A page of the viewer's favorites by `createdAt` and `id`. The target of a favorite may no longer exist. */
export const listFavorites = (
  scope: ViewerScope,
  filter: FavoriteFilter,
  { offset = 0, ...page }: KeysetPage & { readonly offset?: number },
): Promise<Favorite[]> =>
  scope.db.favorite.findMany({
    where: { ...favoritesWhere(scope, filter), AND: keysetWhere(page, LIST_ORDER) },
    orderBy: keysetOrder(page, LIST_ORDER),
    take: page.limit,
    skip: offset,
  })

/** Number of the viewer's favorites. */
export const countListedFavorites = (scope: ViewerScope, filter: FavoriteFilter): Promise<number> =>
  scope.db.favorite.count({ where: favoritesWhere(scope, filter) })

/** Number of favorites in each non-empty group of the viewer. One statement. */
export async function countFavorites({ db, viewer }: ViewerScope) {
  const counts = await db.favorite.groupBy({ by: ['type', 'group'], where: { userId: viewer.id }, _count: true })
  return counts.map(({ type, group, _count: count }) => ({ type, group, count }))
}

interface NewFavorite {
  readonly type: FavoriteType
  /** Id of the target. */
  readonly favoriteId: string
  readonly group: string
}

const ADD_FAVORITE_LIMIT: RateLimit = { name: 'favorite', points: 300, window: 10 * 60 }

/**
 * Adds a friend, an avatar or a world to a group of the viewer. Throws `invalid` for a group that the type does not have,
 * `forbidden` for a person who is not a friend, `missing` for an avatar or a world that the viewer can't read, `conflict` for a target
 * that is a favorite already, in any group, and for a full group; `exhausted` after 300 times in ten minutes.
 */
export const addFavorite = (scope: ViewerScope, favorite: NewFavorite): Promise<Favorite> =>
  tellingAllFaults(
    () => favoriteRules(scope, favorite),
    () => addValidFavorite(scope, favorite),
  )

const favoriteRules = (scope: ViewerScope, { type, favoriteId, group }: NewFavorite): InputRule[] => [
  () => assertGroupOfType({ type, name: group }),
  () => transact(scope, (tx) => LOCK_TARGET_BY_TYPE[type](tx, favoriteId)),
]

function assertGroupOfType(key: FavoriteGroupKey): void {
  if (!isFavoriteGroup(key)) throw invalidFavoriteGroup(key.type)
}

async function addValidFavorite(scope: ViewerScope, { type, favoriteId, group }: NewFavorite): Promise<Favorite> {
  const key = { type, name: group }
  assertGroupOfType(key)
  await scope.limits.take(ADD_FAVORITE_LIMIT, scope.viewer.id)
  return transact(scope, async (tx) => {
    await LOCK_TARGET_BY_TYPE[type](tx, favoriteId)
    await lockFavoriteGroup(tx, key)
    return insertFavorite(tx, { type, favoriteId, group })
  })
}

/** Asserts that the viewer may add a target, and locks the viewer's row, and that of a friend, until commit. */
type LockTarget = (tx: ViewerTransaction, favoriteId: string) => Promise<void>

const lockForWorld: LockTarget = async (tx, favoriteId) => {
  await lockUser(tx, tx.viewer.id)
  await assertCanReadWorld(tx, favoriteId)
}

const LOCK_TARGET_BY_TYPE: Readonly<Record<FavoriteType, LockTarget>> = {
  async avatar(tx, favoriteId) {
    if (!isId('avatar', favoriteId)) throw avatarNotFound()
    await lockUser(tx, tx.viewer.id)
    if ((await readableAvatars(tx, [favoriteId])).length === 0) throw avatarNotFound()
  },
  async friend(tx, favoriteId) {
    if (!isId('user', favoriteId)) throw notAFriend()
    const { areFriends } = await lockFriend(tx, tx.viewer.id, favoriteId)
    if (!areFriends) throw notAFriend()
  },
  vrcPlusWorld: lockForWorld,
  world: lockForWorld,
}

/** Serialises additions to a group of the viewer, so that it does not exceed its capacity. */
const lockFavoriteGroup = (tx: ViewerTransaction, { type, name }: FavoriteGroupKey) =>
  lockAdvisory(tx, 'favoriteGroup', `favorites:${tx.viewer.id}:${type}:${name}`)

async function insertFavorite({ db, now, viewer, emit }: ViewerTransaction, { type, favoriteId, group }: NewFavorite) {
  const row = { id: newId('favorite', now), userId: viewer.id, type, favoriteId, group, createdAt: now }
  const { count } = await db.favorite.createMany({ data: [row], skipDuplicates: true })
  if (count === 0) throw alreadyFavorited(type)
  const size = await db.favorite.count({ where: { userId: viewer.id, type, group } })
  if (size > FAVORITE_TYPE_RULES[type].capacity) throw favoriteGroupFull(type)
  emit(ownListChanged(viewer.id, { list: 'favorites', targetId: favoriteId }))
  return row
}

/** Removes a favorite of the viewer and returns it. Throws `missing`. */
export const removeFavorite = (scope: ViewerScope, id: string) => removeWhere(scope, { id })

/** Removes the favorite of the viewer with this target and returns it. Throws `missing`. */
export const removeFavoriteByTarget = (scope: ViewerScope, targetId: string) => removeWhere(scope, { targetId })

const removeWhere = (scope: ViewerScope, target: DeletedFavorite): Promise<Favorite> =>
  transact(scope, async (tx) => {
    const [removed] = await deleteFavorites(tx, tx.viewer.id, target)
    if (!removed) throw favoriteNotFound()
    return removed
  })
