import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { Success } from './shapes/error.ts'
import {
  AddFavoriteRequest,
  Favorite,
  FavoriteGroup,
  FavoriteLimits,
  FavoriteType,
  UpdateFavoriteGroupRequest,
} from './shapes/favorite.ts'
import { paged, pagedFavorites } from './shapes/page.ts'

export const favorites = {
  getFavorites: get('/favorites', {
    summary: 'Lists the own favorites, the latest first.',
    query: z.object({ ...pagedFavorites, type: FavoriteType.optional(), tag: z.string().max(1_024).optional() }),
    result: z.array(Favorite),
  }),
  addFavorite: post('/favorites', {
    summary: 'Puts a friend, an avatar or a world into a group of favorites.',
    body: AddFavoriteRequest,
    bodyOptional: true,
    result: Favorite,
  }),
  removeFavorite: del('/favorites/{favoriteId}', {
    summary: 'Takes a favorite away, by its id or by the id of what it marks.',
    result: Success,
  }),
  getFavoriteGroups: get('/favorite/groups', {
    summary: 'Lists the own groups of favorites, or those of another person that the viewer may see.',
    query: z.object({ ...paged, userId: UserId.optional(), ownerId: z.string().max(128).optional() }),
    result: z.array(FavoriteGroup),
  }),
  getFavoriteGroup: get('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Reads a group of favorites.',
    result: FavoriteGroup,
  }),
  updateFavoriteGroup: put('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Changes what an own group of favorites is called, and who sees it.',
    body: UpdateFavoriteGroupRequest,
    bodyOptional: true,
    result: empty,
  }),
  clearFavoriteGroup: del('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Takes all favorites of an own group away.',
    result: Success,
  }),
  getFavoriteLimits: get('/auth/user/favoritelimits', {
    summary: 'Tells how many groups of favorites there are, and how much room each has.',
    result: FavoriteLimits,
  }),
}
