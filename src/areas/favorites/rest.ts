import type { favorites } from '../../contract/favorites.ts'
import type { PathParameters } from '../../contract/ids.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import { isId } from '../../kernel/ids.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { addFavorite, listFavorites, removeFavorite, removeFavoriteByTarget } from './favorites.ts'
import { FAVORITE_LIMITS } from './favoriteTypes.ts'
import {
  clearFavoriteGroup,
  type OwnedFavoriteGroupKey,
  readFavoriteGroup,
  readFavoriteGroups,
  updateFavoriteGroup,
} from './groups.ts'
import { favoriteGroupWire, favoriteWire } from './wire.ts'

type FavoriteGroupPath = Pick<PathParameters, 'favoriteGroupType' | 'favoriteGroupName' | 'userId'>

const groupKeyOfPath = (path: FavoriteGroupPath): OwnedFavoriteGroupKey => ({
  type: path.favoriteGroupType,
  name: path.favoriteGroupName,
  ownerId: path.userId,
})

/** Clients expect this message after the removal of one favorite and of all of a group. */
const deletedMessage = () => successResponse('favorite deleted!')

export const favoritesRest: Handlers<typeof favorites, ScopeByAccess> = {
  getFavorites: async (scope, { query: { type, tag, ...page } }) =>
    (await listFavorites(scope, { type, groups: splitList(tag) }, { ...pageOf(page), descending: true })).map(
      favoriteWire,
    ),
  addFavorite: async (scope, { body: { type, favoriteId, tags } }) =>
    favoriteWire(await addFavorite(scope, { type, favoriteId, group: tags[0] ?? '' })),
  removeFavorite: async (scope, { favoriteId: id }) =>
    (isId('favorite', id) ? removeFavorite(scope, id) : removeFavoriteByTarget(scope, id)).then(deletedMessage),
  getFavoriteGroups: async (scope, { query: { userId, ownerId, ...page } }) =>
    (await readFavoriteGroups(scope, { userId, ownerId }, pageOf(page))).map(favoriteGroupWire),
  getFavoriteGroup: async (scope, path) => favoriteGroupWire(await readFavoriteGroup(scope, groupKeyOfPath(path))),
  updateFavoriteGroup: (scope, { body, ...path }) => updateFavoriteGroup(scope, groupKeyOfPath(path), body),
  clearFavoriteGroup: async (scope, path) => clearFavoriteGroup(scope, groupKeyOfPath(path)).then(deletedMessage),
  getFavoriteLimits: () => FAVORITE_LIMITS,
}
