import type { favorites } from '../../contract/favorites.ts'
import type { Handlers } from '../../contract/operation.ts'
import { success } from '../../contract/shapes/error.ts'
import { pageOf, partsOf } from '../../contract/shapes/page.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { clearFavoriteGroup, updateFavoriteGroup } from './arranging.ts'
import { listFavorites } from './favorites.ts'
import { type OwnedPlace, readFavoriteGroup, readFavoriteGroups } from './groups.ts'
import { FAVORITE_LIMITS, type FavoriteType } from './kinds.ts'
import { addFavorite, removeFavorite } from './marking.ts'
import { favoriteGroupWire, favoriteWire } from './wire.ts'

interface Path {
  readonly favoriteGroupType: FavoriteType
  readonly favoriteGroupName: string
  readonly userId: UserId
}

const placeOf = ({ favoriteGroupType, favoriteGroupName, userId }: Path): OwnedPlace => ({
  type: favoriteGroupType,
  name: favoriteGroupName,
  ownerId: userId,
})

/** Every acknowledgement of this area says so, of one favorite and of many. */
const deleted = () => success('favorite deleted!')

export const favoritesRest: Handlers<typeof favorites, ScopeOf> = {
  getFavorites: async (scope, { query: { type, tag, ...page } }) =>
    (await listFavorites(scope, { type, groups: partsOf(tag) }, pageOf(page))).map(favoriteWire),
  addFavorite: async (scope, { body: { type, favoriteId, tags } }) =>
    favoriteWire(await addFavorite(scope, { type, favoriteId, group: tags[0] ?? '' })),
  removeFavorite: async (scope, { favoriteId }) => removeFavorite(scope, favoriteId).then(deleted),
  getFavoriteGroups: async (scope, { query: { userId, ownerId, ...page } }) =>
    (await readFavoriteGroups(scope, { userId, ownerId }, pageOf(page))).map(favoriteGroupWire),
  getFavoriteGroup: async (scope, path) => favoriteGroupWire(await readFavoriteGroup(scope, placeOf(path))),
  updateFavoriteGroup: (scope, { body, ...path }) => updateFavoriteGroup(scope, placeOf(path), body),
  clearFavoriteGroup: async (scope, path) => clearFavoriteGroup(scope, placeOf(path)).then(deleted),
  getFavoriteLimits: () => FAVORITE_LIMITS,
}
