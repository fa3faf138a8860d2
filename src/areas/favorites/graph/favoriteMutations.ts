import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { UpdateFavoriteGroupRequest } from '../../../contract/shapes/favorite.ts'
import { textUpTo } from '../../../contract/shapes/requestFields.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { addFavorite, removeFavorite, removeFavoriteByTarget } from '../favorites.ts'
import { FAVORITE_GROUP_KEYS, type FavoriteType } from '../favoriteTypes.ts'
import { clearFavoriteGroup, type OwnedFavoriteGroupKey, readFavoriteGroup, updateFavoriteGroup } from '../groups.ts'
import { BY_LATEST_FAVORITE, Favorite, FavoriteEdge, favoriteGroup, favoriteTarget } from './favorite.ts'
import { FAVORITE_GROUP_NAMES, FavoriteGroup, FavoriteGroupName, FavoriteGroupVisibility } from './group.ts'

const group = z.enum(FAVORITE_GROUP_NAMES)
const targetId = textUpTo('targetId', 128)

/** Throws `invalid` for an id of neither a friend, an avatar nor a world. */
function favoriteTypeOf(id: string): FavoriteType {
  if (isId('world', id)) return 'world'
  if (isId('avatar', id)) return 'avatar'
  if (isId('user', id)) return 'friend'
  throw invalid('targetId', 'targetId must be the id of a friend, an avatar or a world', 'not_an_id')
}

mutation('addFavorite', {
  description: 'Adds a friend, an avatar or a world to a group of favorites.',
  input: z.object({
    targetId: targetId.describe('Id of a friend, an avatar or a world.'),
    group: group.describe('Group of the type of the target.'),
  }),
  types: { targetId: 'ID', group: FavoriteGroupName },
  fieldNames: { favoriteId: 'targetId' },
  run: async (scope, { targetId: favoriteId, group }) => ({
    favorite: await addFavorite(scope, { type: favoriteTypeOf(favoriteId), favoriteId, group }),
  }),
  payload: (t) => ({
    favorite: t.field({ type: Favorite, description: 'The favorite.', resolve: ({ favorite }) => favorite }),
    favoriteEdge: t.field({
      type: FavoriteEdge,
      description: 'The favorite in lists of favorites.',
      resolve: ({ favorite }) => edgeOf(BY_LATEST_FAVORITE, favorite),
    }),
  }),
})

/** Throws `invalid` unless exactly one of `favoriteId` and `targetId` is given. */
function removeNamed(scope: ViewerScope, favoriteId: string | undefined, targetId: string | undefined) {
  if (favoriteId !== undefined && targetId === undefined) return removeFavorite(scope, favoriteId)
  if (targetId !== undefined && favoriteId === undefined) return removeFavoriteByTarget(scope, targetId)
  throw invalid('favoriteId', 'favoriteId or targetId must be given, and not both', 'wrong_combination')
}

mutation('removeFavorite', {
  description: 'Removes a favorite of the viewer, named by its own id or by that of its target.',
  input: z.object({
    favoriteId: textUpTo('favoriteId', 128).optional().describe('Id of the favorite.'),
    targetId: targetId.optional().describe('Instead: id of its target.'),
  }),
  types: { favoriteId: 'ID', targetId: 'ID' },
  run: (scope, { favoriteId, targetId }) => removeNamed(scope, favoriteId, targetId),
  payload: (t) => ({
    deletedFavoriteId: t.exposeID('id', { description: 'Id of the removed favorite.' }),
    target: t.field(favoriteTarget),
    favoriteGroup: t.field(favoriteGroup),
  }),
})

const GroupFields = z.object({
  group: group.describe('Group.'),
  userId: UserId.optional().describe('Owner of the group, the viewer by default; only admins may name another person.'),
})

interface GroupInput {
  readonly group: (typeof FAVORITE_GROUP_NAMES)[number]
  readonly userId?: Id<'user'>
}

function keyOf(scope: ViewerScope, { group, userId: ownerId = scope.viewer.id }: GroupInput): OwnedFavoriteGroupKey {
  const key = FAVORITE_GROUP_KEYS.find(({ name }) => name === group)
  if (!key) throw new Error(`'${group}' is no favorite group`)
  return { ...key, ownerId }
}

mutation('updateFavoriteGroup', {
  description: 'Changes the display name, visibility and tags of a favorite group.',
  input: UpdateFavoriteGroupRequest.extend(GroupFields.shape),
  types: { group: FavoriteGroupName, visibility: FavoriteGroupVisibility },
  run: async (scope, { group, userId, ...change }) => {
    const key = keyOf(scope, { group, ...(userId && { userId }) })
    await updateFavoriteGroup(scope, key, change)
    return { favoriteGroup: await readFavoriteGroup(scope, key) }
  },
  payload: (t) => ({
    favoriteGroup: t.field({
      type: FavoriteGroup,
      description: 'The group after the change.',
      resolve: ({ favoriteGroup }) => favoriteGroup,
    }),
  }),
})

mutation('clearFavoriteGroup', {
  description: 'Removes all favorites from a group.',
  input: GroupFields,
  types: { group: FavoriteGroupName },
  run: async (scope, input) => {
    const key = keyOf(scope, input)
    const deletedFavoriteIds = await clearFavoriteGroup(scope, key)
    return { deletedFavoriteIds, favoriteGroup: await readFavoriteGroup(scope, key) }
  },
  payload: (t) => ({
    favoriteGroup: t.field({
      type: FavoriteGroup,
      description: 'The group, which is empty.',
      resolve: ({ favoriteGroup }) => favoriteGroup,
    }),
    deletedFavoriteIds: t.exposeIDList('deletedFavoriteIds', { description: 'Ids of the removed favorites.' }),
  }),
})
