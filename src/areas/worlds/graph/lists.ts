import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { SortOption } from '../../../contract/shapes/scalars.ts'
import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish, parseId } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader } from '../../../edges/graphql/resolvers/loader.ts'
import {
  createPageLoader,
  createPageParser,
  type KeysetOrder,
  keysetConnection,
  type ListInfo,
  latestFirst,
  mappedConnection,
  selectsCursors,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { judgesContent } from '../../../kernel/access.ts'
import { type ContentCursor, cursorText, keyByUpdate } from '../../../kernel/contentList/cursor.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { getOrCreate, lookUp } from '../../../kernel/maps.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import { countPublicWorldsByAuthors, publicWorldsByAuthors, type WorldFields } from '../queries.ts'
import {
  countListedWorlds,
  favoriteWorldsSource,
  type ListedWorld,
  listWorldRows,
  parseWorldCursor,
  WORLD_SORTS,
  type WorldFilter,
  type WorldSortRule,
  type WorldSource,
} from '../search/queries.ts'
import { recentWorldsSource } from '../world/read.ts'
import { World, WorldConnection, WorldStatus } from './world.ts'

/** Sorts that are named by their field. */
const SORT_NAMES: Readonly<Record<string, string>> = {
  created: 'CREATED_AT',
  favorites: 'FAVORITE_COUNT',
  labsPublicationDate: 'LABS_PUBLISHED_AT',
  publicationDate: 'PUBLISHED_AT',
  updated: 'UPDATED_AT',
}
const enumName = (sort: string) => lookUp(SORT_NAMES, sort) ?? sort.replace(/[A-Z]/g, '_$&').toUpperCase()

const WorldSort = builder.enumType('WorldSort', {
  description: 'Order of a list of worlds.',
  values: Object.fromEntries(
    SortOption.options
      // Legacy names of `created` and `updated`.
      .filter((sort) => sort !== '_created_at' && sort !== '_updated_at' && sort !== 'order')
      .map((sort) => [enumName(sort), { value: sort, description: WORLD_SORTS[sort].description }] as const),
  ),
})

const WorldFilterInput = builder.inputType('WorldFilter', {
  description: 'Filter of a list of worlds; omitted fields do not narrow it.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name, in any case; descriptions and tags are not searched.' }),
    fuzzy: t.boolean({ description: 'Whether names with a similar spelling match too.' }),
    isFeatured: t.boolean({ description: 'Only worlds that the platform recommends, or only others.' }),
    tags: t.stringList({ description: 'Only worlds with at least one of these tags.' }),
    withoutTags: t.stringList({ description: 'Only worlds with none of these tags.' }),
    releaseStatus: t.field({
      type: WorldStatus,
      description: 'Release status, PUBLIC by default; any other only lists worlds of the viewer.',
    }),
    anyStatus: t.boolean({
      description:
        'Whether to list worlds of the viewer in every status besides the public ones, but no deleted ones; replaces `releaseStatus`.',
    }),
    minUnityVersion: t.string({ description: 'Only worlds with an asset of this Unity version or a later one.' }),
    maxUnityVersion: t.string({ description: 'Only worlds with an asset of this Unity version or an earlier one.' }),
    platforms: t.stringList({ description: 'Only worlds with an asset for one of these platforms.' }),
    withoutPlatforms: t.stringList({ description: 'Only worlds with an asset for none of these platforms.' }),
    isAvatarSpecific: t.boolean({ description: 'Only avatar worlds: worlds for choosing avatars.' }),
    authorId: t.id({ description: 'Only worlds of this author.' }),
  }),
})

interface WorldListArgs {
  readonly filter?: (typeof WorldFilterInput)['$inferInput'] | null | undefined
  readonly sort?: WorldFilter['sort'] | null | undefined
  readonly ascending?: boolean | null | undefined
}

function worldFilterOf({ filter, sort, ascending }: WorldListArgs): WorldFilter {
  const { anyStatus, isFeatured: featured, isAvatarSpecific: avatarSpecific, ...rest } = omitNullish(filter ?? {})
  const flags = omitNullish({ featured, avatarSpecific })
  return { ...rest, ...flags, ...(anyStatus && { releaseStatus: 'all' }), ...omitNullish({ sort, ascending }) }
}

type QueryFields = Parameters<Parameters<typeof builder.queryFields>[0]>[0]

const listArgs = (t: Pick<QueryFields, 'arg'>, defaultSort: string, filter = 'Filter of the list.') => ({
  filter: t.arg({ type: WorldFilterInput, description: filter }),
  sort: t.arg({ type: WorldSort, description: `Order of the list; ${defaultSort} by default.` }),
  ascending: t.arg.boolean({ description: 'Whether the lowest values come first, instead of the highest.' }),
})

const recentArgs = (t: Pick<QueryFields, 'arg'>) => listArgs(t, 'by last visit')
const favoriteArgs = (t: Pick<QueryFields, 'arg'>) =>
  listArgs(
    t,
    'by the time when they became favorites',
    'Filter of the list; the name of a favorite group counts as a tag of the worlds in it.',
  )

const LIST_ORDER: KeysetOrder<ListedWorld, ContentCursor> = {
  descending: false,
  keyText: ({ place, start }) => cursorText({ ...place, start }),
  parseKey: parseWorldCursor,
}

/** The order of `viewer.worlds` by default. */
export const BY_UPDATE: KeysetOrder<WorldFields, ContentCursor> = {
  descending: false,
  keyText: keyByUpdate,
  parseKey: parseWorldCursor,
}

/** Columns of worlds that the fields in a list read; null for whole rows. */
const selectedWorldColumns = (context: GraphContext, { fieldNodes }: ListInfo) =>
  context.selectedColumns?.('World', fieldNodes) ?? null

interface AskedList<A> {
  readonly args: A
  readonly info: ListInfo
}

const readWorldPage = (
  context: GraphContext,
  source: WorldSource,
  { filter, args, info }: AskedList<DefaultConnectionArguments> & { readonly filter: WorldFilter },
) => {
  const { viewerScope } = context
  assertCanSortBy(viewerScope, filter.sort)
  const selected = selectedWorldColumns(context, info)
  const list = {
    order: LIST_ORDER,
    info,
    totalCount: () => countListedWorlds(viewerScope, source, filter),
    read: (page: KeysetPage<ContentCursor>) => listWorldRows(viewerScope, { source, filter }, { page, selected }),
  }
  return mappedConnection(args, list, ({ world }) => world)
}

/** Throws `forbidden` for a sort that only admins may use; lists of the REST API have another order then. */
function assertCanSortBy(scope: ViewerScope, sort: WorldFilter['sort']): void {
  const rule: WorldSortRule | undefined = sort && WORLD_SORTS[sort]
  if (rule?.adminOnly && !judgesContent(scope))
    throw new Failure('forbidden', 'sort: only admins can sort by reports', { reason: 'admin_only', field: 'sort' })
}

const resolveWorldConnection = (
  context: GraphContext,
  source: WorldSource,
  { args, info }: AskedList<WorldListArgs & DefaultConnectionArguments>,
) => readWorldPage(context, source, { filter: worldFilterOf(args), args, info })

/** Selects the worlds of a personal list. Throws `forbidden` for a list that the viewer can't see. */
type PersonalSource = (scope: ViewerScope, ownerId: UserId, filter: WorldFilter) => WorldSource | Promise<WorldSource>

const publicList = (t: QueryFields, kind: 'all' | 'active', description: string) =>
  t.connection(
    {
      type: World,
      ...MAY_BE_OLD,
      description: `${description}, most popular first by default.`,
      args: listArgs(t, 'POPULARITY'),
      resolve: (_root, args, context, info) => resolveWorldConnection(context, { kind }, { args, info }),
    },
    WorldConnection,
  )

const personalList = (
  t: QueryFields,
  description: string,
  { args, source, others }: { args: ReturnType<typeof listArgs>; source: PersonalSource; others: string },
) =>
  t.connection(
    {
      type: World,
      description: `${description}, latest first by default. ${others}`,
      args: { userId: t.arg.id({ required: true, description: 'Person whose list is read.' }), ...args },
      resolve: async (_root, { userId, ...args }, context, info) => {
        const ownerId = parseId('user', userId, 'User')
        const listed = await source(context.viewerScope, ownerId, worldFilterOf(args))
        return resolveWorldConnection(context, listed, { args, info })
      },
    },
    WorldConnection,
  )

builder.queryFields((t) => ({
  worlds: publicList(t, 'all', 'Worlds that the viewer can find'),
  activeWorlds: publicList(t, 'active', 'Worlds that have occupants now'),
  recentWorlds: personalList(t, 'Worlds that a person has visited', {
    args: recentArgs(t),
    source: recentWorldsSource,
    others: 'Only admins may name another person.',
  }),
  favoriteWorlds: personalList(t, 'Favorite worlds of a person', {
    args: favoriteArgs(t),
    source: favoriteWorldsSource,
    others: 'Of another person, `filter.tags` must name a favorite group that the viewer can see; of admins not.',
  }),
}))

builder.prismaObjectFields(Viewer, (t) => {
  const ownList = (description: string, args: ReturnType<typeof listArgs>, kind: 'recent' | 'favorite') =>
    t.connection(
      {
        type: World,
        description: `${description}, latest first by default.`,
        args,
        resolve: ({ userId: ownerId }, asked, context, info) =>
          resolveWorldConnection(context, { kind, ownerId }, { args: asked, info }),
      },
      WorldConnection,
    )
  return {
    worlds: t.connection(
      {
        type: World,
        description: 'Worlds of the viewer, latest change first by default.',
        args: listArgs(
          t,
          'UPDATED_AT',
          'Filter of the list. By default it has every status but HIDDEN, with `anyStatus` also those that an admin has hidden.',
        ),
        resolve: ({ userId: authorId }, args, context, info) => {
          const given = worldFilterOf(args)
          const filter = { sort: 'updated', releaseStatus: 'unhidden', ...given, mine: true, authorId } as const
          return readWorldPage(context, { kind: 'all' }, { filter, args, info })
        },
      },
      WorldConnection,
    ),
    recentWorlds: ownList('Worlds that the viewer has visited', recentArgs(t), 'recent'),
    favoriteWorlds: ownList('Favorite worlds of the viewer', favoriteArgs(t), 'favorite'),
  }
})

const loadPublicWorldsOfAuthor = createPageLoader<WorldFields>(
  (scope, authorIds, page, { selected }) => publicWorldsByAuthors(scope, { authorIds, page, selected }),
  ({ authorId }) => authorId,
)

const columnsWithTime = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** Like `selectedWorldColumns`, with the time that the list is sorted by where its cursors are selected. */
function authoredWorldColumns(context: GraphContext, info: ListInfo) {
  const selected = selectedWorldColumns(context, info)
  if (!selected || !selectsCursors(info)) return selected
  return getOrCreate(columnsWithTime, selected, () => new Set([...selected, 'updatedAt']))
}

const BY_LATEST_UPDATE = latestFirst(['updatedAt', 'id'], /^wrld_\S{36}$/)
const parsePageByUpdate = createPageParser(BY_LATEST_UPDATE)

const countPublicWorldsOfAuthor = createCountLoader(countPublicWorldsByAuthors)

builder.objectFields(User, (t) => ({
  worlds: t.connection(
    {
      type: World,
      description: 'Public worlds of the person, latest change first.',
      resolve: byId((id, args: DefaultConnectionArguments, context, info) =>
        keysetConnection(args, {
          order: BY_LATEST_UPDATE,
          parsePage: parsePageByUpdate,
          info,
          totalCount: () => countPublicWorldsOfAuthor(context, id),
          read: (page) => loadPublicWorldsOfAuthor(context, id, page, authoredWorldColumns(context, info)),
        }),
      ),
    },
    WorldConnection,
  ),
}))
