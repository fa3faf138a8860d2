import { Prisma } from '../../../generated/prisma/client.ts'
import { judgesContent } from '../../../kernel/access.ts'
import type { ContentCursor } from '../../../kernel/contentList/cursor.ts'
import { type FilterKeys, filterConditions } from '../../../kernel/contentList/filters.ts'
import {
  type ContentListPage,
  contentOrder,
  type ExpressionOrder,
  keyedPage,
  type PlacedRow,
  placeColumns,
} from '../../../kernel/contentList/sorts.ts'
import type { RankedList, SqlList, UnorderedList } from '../../../kernel/list/pageSql.ts'
import { countPerParent, countRows, readPagePerParent, readRankedPage } from '../../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { blockedUsersSql } from '../../users/policy.ts'
import { filterKeys } from '../../worlds/search/queries.ts'
import { canReadAvatar, type SeenAvatar, seeAvatars } from '../policy.ts'
import { AVATAR_COLUMNS, type AvatarRow, licensedAvatars } from '../queries.ts'
import { AVATAR_SORTS, type AvatarFilter, BY_BREVITY } from './sorts.ts'

/** The avatars that a list selects from. */
type AvatarSource =
  | { readonly kind: 'all' }
  /** Those for which the viewer has a license. */
  | { readonly kind: 'licensed' }
  | FavoriteAvatars

/** The favorite avatars of a person, of some groups or of all. */
export interface FavoriteAvatars {
  readonly kind: 'favorite'
  readonly ownerId: string
  readonly groups?: readonly string[]
  /** Whether to list also favorites whose avatar the viewer cannot read, or which no longer exists. */
  readonly withUnreadable?: boolean
}

/** A list of avatars that match a filter, from a source. */
export interface AvatarList {
  readonly source: AvatarSource
  readonly filter: AvatarFilter
}

/** An avatar of a list, its place there, and in lists of favorites the favorite. */
export interface ListedAvatar {
  readonly seen: SeenAvatar
  readonly place: ContentCursor
  readonly favoriteId?: string
  readonly favoriteGroup?: string
}

/** An avatar of a list; `seen` is null for a favorite that the viewer cannot read. */
interface ListedAvatarId {
  readonly id: string
  readonly seen: SeenAvatar | null
}

/** A page of a list. Three statements. */
export async function listAvatars(scope: ViewerScope, list: AvatarList, page: OffsetPage): Promise<ListedAvatarId[]> {
  const { found } = await readPlaces(scope, list, { ...page, descending: false })
  const keepsUnreadable = list.source.kind === 'favorite' && list.source.withUnreadable
  return found.map(({ row: { id }, seen }) => ({ id, seen })).filter(({ seen }) => seen !== null || keepsUnreadable)
}

/** A page by cursors of the avatars of a list that the viewer can read. Three statements. */
export async function listAvatarRows(
  scope: ViewerScope,
  list: AvatarList,
  { page }: { readonly page: KeysetPage<ContentCursor> },
): Promise<ListedAvatar[]> {
  const { found, start } = await readPlaces(scope, list, page)
  return found.flatMap(({ row: { favoriteId, favoriteGroup, ...place }, seen }) => {
    const favorite = favoriteId !== undefined && favoriteGroup !== undefined && { favoriteId, favoriteGroup }
    return seen ? [{ seen, place: { ...place, start }, ...favorite }] : []
  })
}

/** Number of avatars of a list. One statement. */
export const countListedAvatars = (scope: ViewerScope, list: AvatarList): Promise<number> =>
  countRows(scope, avatarList(scope, list, filterKeys(list.filter)))

interface PlacedAvatar extends PlacedRow {
  /** In lists of favorites: the favorite that has the avatar as its target. */
  readonly favoriteId?: string
  readonly favoriteGroup?: string
}

/** An avatar that has become unreadable since its place was read has no `seen`, either. */
async function readPlaces(scope: ViewerScope, { source, filter }: AvatarList, page: ContentListPage) {
  const keys = filterKeys(filter)
  const order = orderOf(scope, { source, filter }, { page, keys })
  const isFavorite = source.kind === 'favorite'
  const list: RankedList = {
    ...avatarList(scope, { source, filter }, keys),
    ...order,
    ...(isFavorite && { columns: Prisma.raw('f.id AS "favoriteId", f."group" AS "favoriteGroup"') }),
  }
  const favorite = Prisma.raw(isFavorite ? ', a."favoriteId", a."favoriteGroup"' : '')
  const select = Prisma.sql`a.sort1 AS id, ${placeColumns('a')}${favorite}`
  const rows = await readRankedPage<PlacedAvatar>(scope, list, keyedPage(order, page), { select })
  const avatars = await seeAvatars(
    scope,
    rows.map(({ id }) => id),
  )
  const readable = avatars.filter(({ row, ties }) => canReadAvatar(scope, row, ties))
  const byId = new Map(readable.map((seen) => [seen.row.id, seen]))
  return { start: order.start, found: rows.map((row) => ({ row, seen: byId.get(row.id) ?? null })) }
}

function orderOf(
  scope: ViewerScope,
  { source, filter: { sort, ascending, fuzzy } }: AvatarList,
  { page, keys }: { readonly page: ContentListPage; readonly keys: FilterKeys },
) {
  const isOuter = source.kind === 'favorite' && (source.withUnreadable ?? false)
  const byText = fuzzy ? undefined : BY_BREVITY
  const rules = { sorts: AVATAR_SORTS, sort, ascending, byText, unsorted: UNSORTED[source.kind] }
  return contentOrder(scope, { ...rules, ...keys, alias: 'a', id: idOf(source), isOuter }, page)
}

/** The id of an avatar, also of one that no longer exists. */
const idOf = ({ kind }: AvatarSource) => Prisma.raw(kind === 'favorite' ? 'f."favoriteId"' : 'a.id')

/** Orders of personal lists for which no sort was asked. */
const UNSORTED: Readonly<Partial<Record<AvatarSource['kind'], ExpressionOrder>>> = {
  favorite: { by: Prisma.raw('f."createdAt"'), type: 'timestamptz' },
  licensed: { by: Prisma.raw('held."grantedAt"'), type: 'timestamptz' },
}

/** The avatars of a list, in no order. */
function avatarList(scope: ViewerScope, { source, filter }: AvatarList, keys: FilterKeys): UnorderedList {
  // In a list of favorite avatars, clients filter by group as if the name of the group were a tag of the avatar.
  const tags = Prisma.raw(source.kind === 'favorite' ? '(a.tags || f."group")' : 'a.tags')
  const hasKeys = source.kind !== 'favorite'
  const list = { alias: 'a', plan: 'custom' } as const
  const where = [...filterConditions(filter, keys, { alias: 'a', tags, hasKeys }), ...styleConditions(filter)]
  if (source.kind === 'all')
    return { ...list, from: Prisma.raw('"Avatar" AS a'), branches: searchedAvatars(scope, filter), where }
  const ofSource = source.kind === 'favorite' ? favoriteAvatars(scope, source) : heldAvatars(scope)
  return { ...list, from: ofSource.from, where: [...ofSource.where, statusCondition(filter), ...where] }
}

const styleConditions = ({ styleIds }: AvatarFilter): Prisma.Sql[] =>
  styleIds ? [Prisma.sql`(a."primaryStyleId" = ANY(${styleIds}) OR a."secondaryStyleId" = ANY(${styleIds}))`] : []

type ListParts = Pick<SqlList, 'from' | 'where'>

/** The columns of an avatar that the viewer cannot read are null, so that neither filters nor sorts tell of them. */
function favoriteAvatars(scope: ViewerScope, { ownerId, groups, withUnreadable }: FavoriteAvatars): ListParts {
  const join = Prisma.raw(withUnreadable ? 'LEFT JOIN' : 'JOIN')
  return {
    from: Prisma.sql`"Favorite" AS f ${join} "Avatar" AS a ON a.id = f."favoriteId" AND ${readableAvatarsSql(scope)}`,
    where: [
      Prisma.sql`f."userId" = ${ownerId} AND f.type = 'avatar'`,
      ...(groups ? [Prisma.sql`f."group" = ANY(${groups})`] : []),
    ],
  }
}

const heldAvatars = (scope: ViewerScope): ListParts => ({
  from: Prisma.sql`(${licensedAvatars(Prisma.sql`${scope.viewer.id}`, scope.now)}) AS held
    JOIN "Avatar" AS a ON a.id = held."avatarId"`,
  where: [readableAvatarsSql(scope)],
})

/** Personal lists have avatars of every status unless one was asked for. What cannot be read counts as hidden. */
function statusCondition({ releaseStatus = 'all' }: AvatarFilter): Prisma.Sql {
  if (releaseStatus === 'all') return Prisma.sql`true`
  const status = Prisma.raw(`coalesce(a."releaseStatus", 'hidden')`)
  return releaseStatus === 'unhidden' ? Prisma.sql`${status} <> 'hidden'` : Prisma.sql`${status} = ${releaseStatus}`
}

/** SQL condition for the avatars `a` that everybody finds: public ones that are featured or searchable. */
const LISTED_AVATARS = Prisma.raw(`a."listStatus" = 'listed'`)

/** Values of `listStatus` of the avatars that a release status selects. */
const LIST_STATUSES = {
  public: ['listed', 'public'],
  private: ['private'],
  hidden: ['hidden'],
  unhidden: ['listed', 'public', 'private'],
  all: ['listed', 'public', 'private', 'hidden'],
} as const

const RELEASE_STATUSES = {
  public: ['public'],
  private: ['private'],
  hidden: ['hidden'],
  unhidden: ['public', 'private'],
  all: ['public', 'private', 'hidden'],
} as const

/**
 * The avatars that a search finds, as conditions for the avatar `a` of which none fulfils two. Admins find those of
 * everybody in the release status that they ask for. Others find listed ones of people whom they have not blocked and who
 * have not blocked them, without those that they have moderated; in lists of their own, and in any release status but
 * public, they find their own alone, deleted ones only as hidden.
 */
function searchedAvatars(scope: ViewerScope, { mine, releaseStatus = 'public' }: AvatarFilter): Prisma.Sql[] {
  if (mine || (releaseStatus !== 'public' && !judgesContent(scope))) {
    const undeleted = releaseStatus === 'all' ? Prisma.raw('AND a."deletedAt" IS NULL') : Prisma.empty
    return RELEASE_STATUSES[releaseStatus].map(
      (status) => Prisma.sql`a."authorId" = ${scope.viewer.id} AND a."releaseStatus" = ${status} ${undeleted}`,
    )
  }
  if (judgesContent(scope)) return LIST_STATUSES[releaseStatus].map((status) => Prisma.sql`a."listStatus" = ${status}`)
  return [Prisma.sql`${LISTED_AVATARS} AND ${unmoderatedAvatars(scope)}`]
}

/** What `searchedAvatars` finds in lists that ask for no release status, as one condition for the avatars `a` of an author. */
const foundAvatars = (scope: ViewerScope): Prisma.Sql =>
  judgesContent(scope)
    ? Prisma.raw(`a."releaseStatus" = 'public'`)
    : Prisma.sql`a."releaseStatus" = 'public' AND ${LISTED_AVATARS} AND ${unmoderatedAvatars(scope)}`

const unmoderatedAvatars = ({ viewer: { id } }: ViewerScope) => Prisma.sql`
  a."authorId" NOT IN (${blockedUsersSql(id)})
  AND a.id NOT IN (SELECT "targetAvatarId" FROM "GlobalAvatarModeration" WHERE "userId" = ${id})`

/** The rule of `canReadAvatar` as a condition for the avatar `a`. */
function readableAvatarsSql(scope: ViewerScope): Prisma.Sql {
  if (judgesContent(scope)) return Prisma.raw('true')
  const { viewer, now } = scope
  return Prisma.sql`(a."releaseStatus" = 'public' OR a."authorId" = ${viewer.id} OR a."releaseStatus" = 'private'
    AND a.id IN (SELECT "avatarId" FROM (${licensedAvatars(Prisma.sql`${viewer.id}`, now)}) AS held))`
}

/** The avatars that searches of the viewer find, by the time of the last change. */
const foundList = (scope: ViewerScope): SqlList => ({
  alias: 'a',
  from: Prisma.raw('"Avatar" AS a'),
  where: [foundAvatars(scope)],
  order: [
    { by: Prisma.raw('a."updatedAt"'), type: 'timestamptz' },
    { by: Prisma.raw('a.id'), type: 'text' },
  ],
})

/** A page of the avatars of each author that searches of the viewer find, by `updatedAt` and `id`. One statement. */
export const avatarsByAuthors = (scope: ViewerScope, authorId: readonly string[], page: KeysetPage) =>
  readPagePerParent<AvatarRow>(scope, { list: foundList(scope), parents: { authorId } }, page, AVATAR_COLUMNS)

/** The number of avatars that searches of the viewer find, by author, for authors with at least one. One statement. */
export const countAvatarsByAuthors = (scope: ViewerScope, authorIds: readonly string[]) =>
  countPerParent(scope, foundList(scope), ['authorId', authorIds])
