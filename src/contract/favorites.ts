import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import {
  AddFavoriteRequest,
  Favorite,
  FavoriteGroup,
  FavoriteLimits,
  FavoriteType,
  UpdateFavoriteGroupRequest,
} from './shapes/favorite.ts'
import { favoritePageQuery, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { Success } from './shapes/response.ts'

export const favorites = {
  getFavorites: get('/favorites', {
    summary: 'Lists the favorites of the viewer, latest first.',
    query: z.object({
      ...favoritePageQuery,
      type: describeRef(FavoriteType, 'Only favorites of this type.').optional(),
      tag: z.string().max(1_024).optional().describe('Names of groups, separated by commas; all groups by default.'),
    }),
    result: z.array(Favorite),
  }),
  addFavorite: post('/favorites', {
    summary: 'Adds a friend, an avatar or a world to a group of favorites.',
    body: AddFavoriteRequest,
    bodyOptional: true,
    result: Favorite,
  }),
  removeFavorite: del('/favorites/{favoriteId}', {
    summary: 'Removes a favorite, by its own id or by the id of its target.',
    result: Success,
  }),
  getFavoriteGroups: get('/favorite/groups', {
    summary: 'Lists the favorite groups of the viewer, or the visible ones of another person.',
    query: z.object({
      ...pageQuery,
      userId: UserId.optional().describe('Id of the owner, instead of `ownerId`; only admins may name another person.'),
      ownerId: z.string().max(128).optional().describe('Id of the owner; the viewer by default.'),
    }),
    result: z.array(FavoriteGroup),
  }),
  getFavoriteGroup: get('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Reads a favorite group.',
    result: FavoriteGroup,
  }),
  updateFavoriteGroup: put('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Changes the display name, visibility and tags of a favorite group of the viewer.',
    body: UpdateFavoriteGroupRequest,
    bodyOptional: true,
    result: empty,
  }),
  clearFavoriteGroup: del('/favorite/group/{favoriteGroupType}/{favoriteGroupName}/{userId}', {
    summary: 'Removes all favorites from a group of the viewer.',
    result: Success,
  }),
  getFavoriteLimits: get('/auth/user/favoritelimits', {
    summary: 'Reads the number of favorite groups and the capacity of a group, by type.',
    result: FavoriteLimits,
  }),
}
