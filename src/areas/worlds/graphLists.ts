import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { makeListLoader } from '../../edges/graphql/loader.ts'
import { Viewer } from '../accounts/graph.ts'
import { User } from '../users/graph.ts'
import { type AuthorsStretch, placeIn, publicWorldsBy } from './byAuthors.ts'
import type { WorldFilter } from './filters.ts'
import { World, WorldStatus } from './graph.ts'
import type { BareWorld } from './hot.ts'
import { type BareListedWorld, listBareWorlds, type Source } from './listing.ts'
import { SORTS } from './sorts.ts'
import { favoritesOf, recentOf } from './worlds.ts'

const sorted = <const V extends keyof typeof SORTS>(value: V) => ({ value, description: SORTS[value].meaning })

const WorldSort = builder.enumType('WorldSort', {
  description: 'What worlds are listed by.',
  values: {
    CREATED: sorted('created'),
    UPDATED: sorted('updated'),
    FAVORITES: sorted('favorites'),
    HEAT: sorted('heat'),
    LABS_PUBLICATION_DATE: sorted('labsPublicationDate'),
    MAGIC: sorted('magic'),
    NAME: sorted('name'),
    ORDER: sorted('order'),
    POPULARITY: sorted('popularity'),
    PUBLICATION_DATE: sorted('publicationDate'),
    RANDOM: sorted('random'),
    RELEVANCE: sorted('relevance'),
    REPORT_COUNT: sorted('reportCount'),
    REPORT_SCORE: sorted('reportScore'),
    SHUFFLE: sorted('shuffle'),
    TRUST: sorted('trust'),
  },
})

const WorldFilterInput = builder.inputType('WorldFilter', {
  description: 'Which worlds a list shows; what is left out does not narrow it.',
  fields: (t) => ({
    search: t.string({ description: 'A part of the name.' }),
    fuzzy: t.boolean({ description: 'Whether names that are spelled nearly so are found, too.' }),
    featured: t.boolean({ description: 'Only those that the platform recommends, or only the others.' }),
    tags: t.stringList({ description: 'Only those with any of these tags.' }),
    withoutTags: t.stringList({ description: 'Only those with none of these tags.' }),
    releaseStatus: t.field({
      type: WorldStatus,
      description: 'PUBLIC where nothing is said; anything else lists own worlds only.',
    }),
    anyStatus: t.boolean({ description: 'Whether own worlds of every status are listed with the public ones.' }),
    minUnityVersion: t.string({ description: 'Only those with an asset of this engine version or a later one.' }),
    maxUnityVersion: t.string({ description: 'Only those with an asset of this engine version or an earlier one.' }),
    platforms: t.stringList({ description: 'Only those with an asset for any of these platforms.' }),
    withoutPlatforms: t.stringList({ description: 'Only those with an asset for none of these platforms.' }),
    avatarSpecific: t.boolean({ description: 'Only those that are there to choose avatars in.' }),
    authorId: t.id({ description: 'Only those of this person.' }),
  }),
})

interface Given {
  readonly filter?: (typeof WorldFilterInput)['$inferInput'] | null | undefined
  readonly sort?: WorldFilter['sort'] | null | undefined
  readonly ascending?: boolean | null | undefined
}

function filterOf({ filter, sort, ascending }: Given): WorldFilter {
  const { anyStatus, ...rest } = given(filter ?? {})
  return { ...rest, ...(anyStatus && { releaseStatus: 'all' }), ...given({ sort, ascending }) }
}

type Lists = Parameters<Parameters<typeof builder.queryFields>[0]>[0]

/** What every list of worlds can be asked. */
const listArgs = (t: Pick<Lists, 'arg'>, usual: string, which = 'Which of them.') => ({
  filter: t.arg({ type: WorldFilterInput, description: which }),
  sort: t.arg({ type: WorldSort, description: `What they are listed by; ${usual} where nothing is said.` }),
  ascending: t.arg.boolean({ description: 'Whether the least come first, instead of the greatest.' }),
})

const recentArgs = (t: Pick<Lists, 'arg'>) => listArgs(t, 'the last visit')
const favoriteArgs = (t: Pick<Lists, 'arg'>) =>
  listArgs(t, 'when it was marked', 'Which of them; the name of a group counts as a tag of each world that is in it.')

const worldsIn = (context: GraphContext, source: Source, filter: WorldFilter, args: DefaultConnectionArguments) =>
  keyset(args, {
    keyOf: ({ key }: BareListedWorld) => key,
    read: (window) => listBareWorlds(signed(context), source, filter, window),
  })

type Asked = Given & DefaultConnectionArguments

const PERSON = { required: true, description: 'Whose they are.' } as const

const worldsAsked = (context: GraphContext, source: Source, { filter, sort, ascending, ...args }: Asked) =>
  worldsIn(context, source, filterOf({ filter, sort, ascending }), args)

export const WorldConnection = builder.connectionObject({ type: World, name: 'WorldConnection' }, { name: 'WorldEdge' })

builder.queryFields((t) => ({
  worlds: t.connection(
    {
      type: World,
      nullable: true,
      description: 'Worlds that the viewer may find, the most popular first.',
      args: listArgs(t, 'POPULARITY'),
      resolve: (_root, args, context) => worldsAsked(context, { kind: 'all' }, args),
    },
    WorldConnection,
  ),
  activeWorlds: t.connection(
    {
      type: World,
      nullable: true,
      description: 'Worlds in which somebody is right now, the most popular first.',
      args: listArgs(t, 'POPULARITY'),
      resolve: (_root, args, context) => worldsAsked(context, { kind: 'active' }, args),
    },
    WorldConnection,
  ),
  recentWorlds: t.connection(
    {
      type: World,
      nullable: true,
      description:
        'Worlds that a person was in, the latest first where no sort is asked for. Admins alone name others.',
      args: { userId: t.arg.id(PERSON), ...recentArgs(t) },
      resolve: (_root, { userId, ...args }, context) =>
        worldsAsked(context, recentOf(signed(context), idOf('user', userId, 'User')), args),
    },
    WorldConnection,
  ),
  favoriteWorlds: t.connection(
    {
      type: World,
      nullable: true,
      description:
        "Worlds among a person's favorites, the latest first where no sort is asked for. Admins alone name others.",
      args: { userId: t.arg.id(PERSON), ...favoriteArgs(t) },
      resolve: (_root, { userId, ...args }, context) =>
        worldsAsked(context, favoritesOf(signed(context), idOf('user', userId, 'User')), args),
    },
    WorldConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  worlds: t.connection(
    {
      type: World,
      description: 'The own worlds of every status but the deleted, the latest changed first.',
      args: {
        status: t.arg({ type: WorldStatus, description: 'Only those of this status; the deleted only so.' }),
      },
      resolve: ({ userId }, { status, ...args }, context) => {
        const own = { mine: true, authorId: userId, sort: 'updated' } as const
        return worldsIn(context, { kind: 'all' }, { ...own, releaseStatus: status ?? 'unhidden' }, args)
      },
    },
    WorldConnection,
  ),
  recentWorlds: t.connection(
    {
      type: World,
      description: 'Worlds that the viewer was in, the latest first where no sort is asked for.',
      args: recentArgs(t),
      resolve: (_viewer, args, context) => worldsAsked(context, recentOf(signed(context)), args),
    },
    WorldConnection,
  ),
  favoriteWorlds: t.connection(
    {
      type: World,
      description: 'Worlds among the favorites of the viewer, the latest first where no sort is asked for.',
      args: favoriteArgs(t),
      resolve: (_viewer, args, context) => worldsAsked(context, favoritesOf(signed(context)), args),
    },
    WorldConnection,
  ),
}))

/** What is asked of one author's list; those who ask for the same part share a statement. */
const keyOf = (authorId: string, part: string) => `${authorId} ${part}`

const byAuthors = makeListLoader<{ readonly key: string; readonly world: BareWorld }>(
  async (scope, keys) => {
    const asked = keys.map((key) => ({
      authorId: key.slice(0, key.indexOf(' ')),
      part: key.slice(key.indexOf(' ') + 1),
    }))
    const read = [...new Set(asked.map(({ part }) => part))].map(async (part) => {
      const authorIds = asked.filter((one) => one.part === part).map(({ authorId }) => authorId)
      const worlds = await publicWorldsBy(scope, authorIds, JSON.parse(part))
      return worlds.map((world) => ({ key: keyOf(world.authorId, part), world }))
    })
    return (await Promise.all(read)).flat()
  },
  ({ key }) => key,
)

builder.objectFields(User, (t) => ({
  worlds: t.connection(
    {
      type: World,
      description: 'The public worlds of the person, the latest changed first.',
      resolve: ({ id }, args, context) =>
        keyset(args, {
          keyOf: placeIn,
          read: async ({ after, before, limit, inverted }) => {
            const stretch: AuthorsStretch = { limit, inverted, ...given({ after, before }) }
            const found = await byAuthors(context).load(keyOf(id, JSON.stringify(stretch)))
            return found.map(({ world }) => world)
          },
        }),
    },
    WorldConnection,
  ),
}))
