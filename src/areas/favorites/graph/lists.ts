import { type DefaultConnectionArguments, resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { pageComplexity } from '../../../edges/graphql/limits.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Favorite as Row } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import { favoritesByGroups, listFavorites } from '../favorites.ts'
import {
  FAVORITE_GROUP_KEYS,
  FAVORITE_TYPE_RULES,
  type FavoriteGroupKey,
  groupKeyText,
  type FavoriteType as Type,
} from '../favoriteTypes.ts'
import { Favorite, FavoriteGroup, FavoriteType, favoriteGroupsByOwner, isViewersGroup } from './favorite.ts'

const FavoriteConnection = builder.connectionObject(
  { type: Favorite, name: 'FavoriteConnection' },
  { name: 'FavoriteEdge' },
)
const FavoriteGroupConnection = builder.connectionObject(
  { type: FavoriteGroup, name: 'FavoriteGroupConnection' },
  { name: 'FavoriteGroupEdge' },
)

interface GroupConnectionArgs extends DefaultConnectionArguments {
  readonly type?: Type | null | undefined
}

/** Complexity of a page of groups, bounded by their number: all groups can be read with some favorites of each. */
function groupPageCost({ first, last, type }: GroupConnectionArgs) {
  const groupCount = type ? FAVORITE_TYPE_RULES[type].groups.length : FAVORITE_GROUP_KEYS.length
  return pageComplexity({ first: Math.min(first ?? last ?? groupCount, groupCount) })
}

const order = latestFirst(['createdAt', 'id'])

const groupsOfKeys = (keys: readonly string[]) =>
  FAVORITE_GROUP_KEYS.filter((group) => keys.includes(groupKeyText(group)))

const loadFavoritesOfGroup = createPageLoader<Row>(
  forViewer((scope, keys, page) => favoritesByGroups(scope, groupsOfKeys(keys), page)),
  ({ type, group }) => groupKeyText({ type, name: group }),
)

const resolveGroupFavorites = (group: FavoriteGroupKey, args: DefaultConnectionArguments, context: GraphContext) =>
  keysetConnection(args, { order, read: (page) => loadFavoritesOfGroup(context, groupKeyText(group), page) })

builder.objectFields(FavoriteGroup, (t) => ({
  favorites: t.connection(
    {
      type: Favorite,
      nullable: true,
      description: 'Favorites in the group, latest first; null for groups of another person.',
      resolve: (group, args, context) =>
        isViewersGroup(group, context) ? resolveGroupFavorites(group, args, context) : null,
    },
    FavoriteConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  favorites: t.connection(
    {
      type: Favorite,
      description: 'Favorites of the viewer, latest first.',
      args: {
        type: t.arg({ type: FavoriteType, description: 'Only favorites of this type.' }),
        group: t.arg.string({ description: 'Only favorites in the group of this name.' }),
      },
      resolve: (_viewer, { type, group, ...args }, context) =>
        keysetConnection(args, {
          order,
          read: (page) => {
            const filter = { ...omitNullish({ type }), ...(group != null && { groups: [group] }) }
            return listFavorites(context.viewerScope, filter, page)
          },
        }),
    },
    FavoriteConnection,
  ),
  favoriteGroups: t.connection(
    {
      type: FavoriteGroup,
      description: 'All favorite groups of the viewer, by type and then by name.',
      complexity: groupPageCost,
      args: { type: t.arg({ type: FavoriteType, description: 'Only groups for favorites of this type.' }) },
      resolve: async ({ userId }, { type, ...args }, context) => {
        const groups = await favoriteGroupsByOwner(context).load(userId)
        return resolveArrayConnection({ args }, type ? groups.filter((group) => group.type === type) : groups)
      },
    },
    FavoriteGroupConnection,
  ),
}))

builder.objectFields(User, (t) => ({
  favoriteGroups: t.connection(
    {
      type: FavoriteGroup,
      description: 'Favorite groups of the person that the viewer can see, by type and then by name.',
      complexity: groupPageCost,
      resolve: async ({ id }, args, context) =>
        resolveArrayConnection({ args }, await favoriteGroupsByOwner(context).load(id)),
    },
    FavoriteGroupConnection,
  ),
}))
