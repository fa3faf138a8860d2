import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { pageComplexity } from '../../../edges/graphql/limits.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import {
  byListKey,
  createPageLoader,
  keysetConnection,
  listConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import type { Favorite as Row } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import { countListedFavorites, listFavorites } from '../favorites.ts'
import { FAVORITE_GROUP_KEYS, FAVORITE_TYPE_RULES, groupKeyText, type FavoriteType as Type } from '../favoriteTypes.ts'
import type { FavoriteGroup as Group } from '../groups.ts'
import { favoritesByGroups } from '../queries.ts'
import { BY_LATEST_FAVORITE, Favorite, FavoriteConnection } from './favorite.ts'
import {
  countInGroup,
  FavoriteGroup,
  FavoriteGroupName,
  FavoriteType,
  favoriteGroupsByOwner,
  isViewersGroup,
} from './group.ts'

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

const groupsOfKeys = (keys: readonly string[]) =>
  FAVORITE_GROUP_KEYS.filter((group) => keys.includes(groupKeyText(group)))

const loadFavoritesOfGroup = createPageLoader<Row>(
  forViewer((scope, keys, page) => favoritesByGroups(scope, groupsOfKeys(keys), page)),
  ({ type, group }) => groupKeyText({ type, name: group }),
)

const resolveGroupFavorites = (group: Group, args: DefaultConnectionArguments, context: GraphContext) =>
  keysetConnection(args, {
    order: BY_LATEST_FAVORITE,
    totalCount: () => countInGroup(group, context),
    read: (page) => loadFavoritesOfGroup(context, groupKeyText(group), page),
  })

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

const BY_TYPE_AND_NAME = byListKey<Group>((group) => [0, groupKeyText(group)])

const FavoriteFilter = builder.inputType('FavoriteFilter', {
  description: 'Which favorites to list; omitted fields do not narrow the list.',
  fields: (t) => ({
    type: t.field({ type: FavoriteType, description: 'Only favorites of this type.' }),
    group: t.field({ type: FavoriteGroupName, description: 'Only favorites in this group.' }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  favorites: t.connection(
    {
      type: Favorite,
      description: 'Favorites of the viewer, latest first.',
      args: { filter: t.arg({ type: FavoriteFilter, description: 'Which favorites to list.' }) },
      resolve: (_viewer, { filter, ...args }, { viewerScope: scope }) => {
        const { type, group } = filter ?? {}
        const query = { ...omitNullish({ type }), ...(group && { groups: [group] }) }
        return keysetConnection(args, {
          order: BY_LATEST_FAVORITE,
          totalCount: () => countListedFavorites(scope, query),
          read: (page) => listFavorites(scope, query, page),
        })
      },
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
        return listConnection(args, BY_TYPE_AND_NAME, type ? groups.filter((group) => group.type === type) : groups)
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
        listConnection(args, BY_TYPE_AND_NAME, await favoriteGroupsByOwner(context).load(id)),
    },
    FavoriteGroupConnection,
  ),
}))
