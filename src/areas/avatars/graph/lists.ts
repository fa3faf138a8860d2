import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { SortOption } from '../../../contract/shapes/scalars.ts'
import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish, parseId } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import {
  createPageLoader,
  createPageParser,
  type KeysetOrder,
  keysetConnection,
  latestFirst,
  mappedConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { judgesContent } from '../../../kernel/access.ts'
import { type ContentCursor, cursorText, keyByUpdate } from '../../../kernel/contentList/cursor.ts'
import { Failure } from '../../../kernel/failure.ts'
import { lookUp } from '../../../kernel/maps.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import type { AvatarRow } from '../queries.ts'
import {
  type AvatarList,
  avatarsByAuthors,
  countAvatarsByAuthors,
  countListedAvatars,
  type ListedAvatar,
  listAvatarRows,
} from '../search/queries.ts'
import {
  AVATAR_SORTS,
  type AvatarFilter,
  type AvatarSortName,
  type AvatarSortRule,
  favoriteAvatarsSource,
  parseAvatarCursor,
} from '../search/sorts.ts'
import { Avatar, AvatarConnection } from './avatar.ts'
import { primeTies } from './avatarPackage.ts'
import { AvatarStatus } from './enums.ts'

/** Sorts that are named by their field. */
const SORT_NAMES: Readonly<Record<string, string>> = {
  created: 'CREATED_AT',
  favorites: 'FAVORITE_COUNT',
  publicationDate: 'PUBLISHED_AT',
  updated: 'UPDATED_AT',
}
const enumName = (sort: string) => lookUp(SORT_NAMES, sort) ?? sort.replace(/[A-Z]/g, '_$&').toUpperCase()

/** Other names of sorts. */
const ALIASES: readonly AvatarSortName[] = ['_created_at', '_updated_at', 'order', 'labsPublicationDate']

const AvatarSort = builder.enumType('AvatarSort', {
  description: 'Order of a list of avatars.',
  values: Object.fromEntries(
    SortOption.options
      .filter((sort) => !ALIASES.includes(sort))
      .map((sort) => [enumName(sort), { value: sort, description: AVATAR_SORTS[sort].description }] as const),
  ),
})

const AvatarFilterInput = builder.inputType('AvatarFilter', {
  description: 'Filter of a list of avatars; omitted fields do not narrow it.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name, in any case; descriptions and tags are not searched.' }),
    fuzzy: t.boolean({ description: 'Whether names with a similar spelling match too.' }),
    isFeatured: t.boolean({ description: 'Only avatars that the platform recommends, or only others.' }),
    tags: t.stringList({ description: 'Only avatars with at least one of these tags.' }),
    withoutTags: t.stringList({ description: 'Only avatars with none of these tags.' }),
    releaseStatus: t.field({
      type: AvatarStatus,
      description: 'Release status, PUBLIC by default. Every other status lists only avatars of the viewer.',
    }),
    anyStatus: t.boolean({
      description:
        'Whether to list avatars of the viewer in every status, but no deleted ones; replaces `releaseStatus`.',
    }),
    minUnityVersion: t.string({ description: 'Only avatars with an asset of this Unity version or a later one.' }),
    maxUnityVersion: t.string({ description: 'Only avatars with an asset of this Unity version or an earlier one.' }),
    platforms: t.stringList({ description: 'Only avatars with an asset for one of these platforms.' }),
    withoutPlatforms: t.stringList({ description: 'Only avatars with an asset for none of these platforms.' }),
    authorId: t.id({ description: 'Only avatars of this author.' }),
    styleIds: t.idList({ description: 'Only avatars with one of these styles as their first or second one.' }),
  }),
})

interface AvatarListArgs {
  readonly filter?: (typeof AvatarFilterInput)['$inferInput'] | null | undefined
  readonly sort?: AvatarFilter['sort'] | null | undefined
  readonly ascending?: boolean | null | undefined
}

function avatarFilterOf({ filter, sort, ascending }: AvatarListArgs): AvatarFilter {
  const { anyStatus, isFeatured: featured, ...rest } = omitNullish(filter ?? {})
  return {
    ...rest,
    ...omitNullish({ featured, sort, ascending }),
    ...(anyStatus && { releaseStatus: 'all' as const }),
  }
}

type QueryFields = Parameters<Parameters<typeof builder.queryFields>[0]>[0]

const listArgs = (t: Pick<QueryFields, 'arg'>, defaultSort: string, filter = 'Filter of the list.') => ({
  filter: t.arg({ type: AvatarFilterInput, description: filter }),
  sort: t.arg({ type: AvatarSort, description: `Order of the list; ${defaultSort} by default.` }),
  ascending: t.arg.boolean({ description: 'Whether the lowest values come first, instead of the highest.' }),
})

const favoriteArgs = (t: Pick<QueryFields, 'arg'>) =>
  listArgs(
    t,
    'by the time when they became favorites',
    'Filter of the list; the name of a favorite group counts as a tag of the avatars in it.',
  )

const LIST_ORDER: KeysetOrder<ListedAvatar, ContentCursor> = {
  descending: false,
  keyText: ({ place }) => cursorText(place),
  parseKey: parseAvatarCursor,
}

/** The order of `viewer.avatars` by default. */
export const BY_AVATAR_UPDATE: KeysetOrder<AvatarRow, ContentCursor> = {
  descending: false,
  keyText: keyByUpdate,
  parseKey: parseAvatarCursor,
}

function readAvatarPage(context: GraphContext, list: AvatarList, args: DefaultConnectionArguments) {
  const { viewerScope } = context
  assertCanSortBy(viewerScope, list.filter.sort)
  const pages = {
    order: LIST_ORDER,
    totalCount: () => countListedAvatars(viewerScope, list),
    read: (page: KeysetPage<ContentCursor>) => listAvatarRows(viewerScope, list, { page }),
  }
  return mappedConnection(args, pages, ({ seen: { row, ties } }) => {
    primeTies(context, row.id, ties)
    return row
  })
}

/** Throws `forbidden` for a sort that only admins may use; lists of the REST API have another order then. */
function assertCanSortBy(scope: ViewerScope, sort: AvatarFilter['sort']): void {
  const rule: AvatarSortRule | undefined = sort && AVATAR_SORTS[sort]
  if (rule?.adminOnly && !judgesContent(scope))
    throw new Failure('forbidden', 'sort: only admins can sort by reports', { reason: 'admin_only', field: 'sort' })
}

builder.queryFields((t) => ({
  avatars: t.connection(
    {
      type: Avatar,
      ...MAY_BE_OLD,
      description:
        'Public avatars that are featured or searchable, most popular first by default. Without those of people with whom the viewer has a block, and those that the viewer has blocked; admins find all.',
      args: listArgs(t, 'POPULARITY'),
      resolve: (_root, args, context) =>
        readAvatarPage(context, { source: { kind: 'all' }, filter: avatarFilterOf(args) }, args),
    },
    AvatarConnection,
  ),
  favoriteAvatars: t.connection(
    {
      type: Avatar,
      description:
        'Favorite avatars of a person that the viewer can see, latest first by default. Of another person, `filter.tags` must name a favorite group that the viewer can see; of admins not.',
      args: {
        userId: t.arg.id({ required: true, description: 'Person whose list is read.' }),
        ...favoriteArgs(t),
      },
      resolve: async (_root, { userId, ...args }, context) => {
        const filter = avatarFilterOf(args)
        const source = await favoriteAvatarsSource(context.viewerScope, parseId('user', userId, 'User'), filter)
        return readAvatarPage(context, { source, filter }, args)
      },
    },
    AvatarConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  avatars: t.connection(
    {
      type: Avatar,
      description: 'Avatars of the viewer, latest change first by default.',
      args: listArgs(
        t,
        'UPDATED_AT',
        'Filter of the list. By default it has every status but HIDDEN, with `anyStatus` also those that an admin has hidden.',
      ),
      resolve: ({ userId: authorId }, args, context) => {
        const given = avatarFilterOf(args)
        const filter = { sort: 'updated', releaseStatus: 'unhidden', ...given, mine: true, authorId } as const
        return readAvatarPage(context, { source: { kind: 'all' }, filter }, args)
      },
    },
    AvatarConnection,
  ),
  favoriteAvatars: t.connection(
    {
      type: Avatar,
      description: 'Favorite avatars of the viewer that can be seen, latest first by default.',
      args: favoriteArgs(t),
      resolve: ({ userId: ownerId }, args, context) =>
        readAvatarPage(context, { source: { kind: 'favorite', ownerId }, filter: avatarFilterOf(args) }, args),
    },
    AvatarConnection,
  ),
  licensedAvatars: t.connection(
    {
      type: Avatar,
      description: 'Avatars that the viewer has licenses for, the latest license first by default.',
      args: listArgs(t, 'by the time of the license'),
      resolve: (_viewer, args, context) =>
        readAvatarPage(context, { source: { kind: 'licensed' }, filter: avatarFilterOf(args) }, args),
    },
    AvatarConnection,
  ),
}))

const loadAvatarsOfAuthor = createPageLoader<AvatarRow>(forViewer(avatarsByAuthors), ({ authorId }) => authorId)
const countAvatarsOfAuthor = createCountLoader(forViewer(countAvatarsByAuthors))

const BY_LATEST_UPDATE = latestFirst(['updatedAt', 'id'], /^avtr_\S{36}$/)
const parsePageByUpdate = createPageParser(BY_LATEST_UPDATE)

builder.objectFields(User, (t) => ({
  avatars: t.connection(
    {
      type: Avatar,
      description:
        'Public avatars of the person that are featured or searchable, latest change first. None of people with whom the viewer has a block, and without those that the viewer has blocked; admins find all public ones.',
      resolve: byId((id, args: DefaultConnectionArguments, context) =>
        keysetConnection(args, {
          order: BY_LATEST_UPDATE,
          parsePage: parsePageByUpdate,
          totalCount: () => countAvatarsOfAuthor(context, id),
          read: (page) => loadAvatarsOfAuthor(context, id, page),
        }),
      ),
    },
    AvatarConnection,
  ),
}))
