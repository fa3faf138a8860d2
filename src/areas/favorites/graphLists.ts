import { type DefaultConnectionArguments, resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { pageCost } from '../../edges/graphql/limits.ts'
import { makeListLoader } from '../../edges/graphql/loader.ts'
import { momentKey, stretchOf } from '../../edges/graphql/moments.ts'
import type { Favorite as Row } from '../../generated/prisma/client.ts'
import { Viewer } from '../accounts/graph.ts'
import { User } from '../users/graph.ts'
import { favoritesIn } from './byGroups.ts'
import { listFavorites } from './favorites.ts'
import { asViewer, Favorite, FavoriteGroup, FavoriteType, groupsByOwner, isOwn } from './graph.ts'
import { type GroupPlace, KINDS, PLACES, type FavoriteType as Type, wordOf } from './kinds.ts'

const FavoriteConnection = builder.connectionObject(
  { type: Favorite, name: 'FavoriteConnection' },
  { name: 'FavoriteEdge' },
)
const FavoriteGroupConnection = builder.connectionObject(
  { type: FavoriteGroup, name: 'FavoriteGroupConnection' },
  { name: 'FavoriteGroupEdge' },
)

interface AskedGroups extends DefaultConnectionArguments {
  readonly type?: Type | null | undefined
}

/** A page of groups costs no more than there are, so that all of them can be read with a few of what is in each. */
function groupsCost({ first, last, type }: AskedGroups) {
  const most = type ? KINDS[type].groups.length : PLACES.length
  return pageCost({ first: Math.min(first ?? last ?? most, most) })
}

const keyOf = ({ createdAt: at, id }: Row) => momentKey({ at, id })

/** What is asked of one group's list; those who ask for the same part share a statement. */
const listOf = (place: GroupPlace, part: string) => `${wordOf(place)} ${part}`

const placesOf = (keys: readonly string[], part: string): readonly GroupPlace[] =>
  PLACES.filter((place) => keys.includes(listOf(place, part)))
const partOf = (key: string) => key.slice(key.indexOf('{'))
const windowOf = (part: string): Window => JSON.parse(part)

const byGroups = makeListLoader<{ readonly key: string; readonly favorite: Row }>(
  (scope, keys) =>
    asViewer(scope, async (as) => {
      const parts = [...new Set(keys.map(partOf))]
      const read = parts.map(async (part) => {
        const found = await favoritesIn(as, placesOf(keys, part), stretchOf(windowOf(part)))
        return found.map((favorite) => ({ key: `${wordOf({ ...favorite, name: favorite.group })} ${part}`, favorite }))
      })
      return (await Promise.all(read)).flat()
    }),
  ({ key }) => key,
)

const favoritesOf = (group: GroupPlace, args: DefaultConnectionArguments, context: GraphContext) =>
  keyset(args, {
    keyOf,
    read: async (window) => {
      const found = await byGroups(context).load(listOf(group, JSON.stringify(window)))
      return found.map(({ favorite }) => favorite)
    },
  })

builder.objectFields(FavoriteGroup, (t) => ({
  favorites: t.connection(
    {
      type: Favorite,
      nullable: true,
      description: "What is in it, the latest first; null for another person's.",
      resolve: (group, args, context) => (isOwn(group, context) ? favoritesOf(group, args, context) : null),
    },
    FavoriteConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  favorites: t.connection(
    {
      type: Favorite,
      description: 'Everything that the viewer has marked, the latest first.',
      args: {
        type: t.arg({ type: FavoriteType, description: 'Only favorites of this type.' }),
        group: t.arg.string({ description: 'Only those in the group of this name.' }),
      },
      resolve: (_viewer, { type, group, ...args }, context) =>
        keyset(args, {
          keyOf,
          read: (window) => {
            const filter = { ...given({ type }), ...(group != null && { groups: [group] }) }
            return listFavorites(signed(context), filter, stretchOf(window))
          },
        }),
    },
    FavoriteConnection,
  ),
  favoriteGroups: t.connection(
    {
      type: FavoriteGroup,
      description: 'The groups into which the viewer puts favorites: all of them, by type and then by name.',
      complexity: groupsCost,
      args: { type: t.arg({ type: FavoriteType, description: 'Only groups for favorites of this type.' }) },
      resolve: async ({ userId }, { type, ...args }, context) => {
        const groups = await groupsByOwner(context).load(userId)
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
      description: 'The groups of favorites that the person lets the viewer see, by type and then by name.',
      complexity: groupsCost,
      resolve: async ({ id }, args, context) => resolveArrayConnection({ args }, await groupsByOwner(context).load(id)),
    },
    FavoriteGroupConnection,
  ),
}))
