import { Prisma } from '../../../generated/prisma/client.ts'
import type { ContentCursor } from '../../../kernel/contentList/cursor.ts'
import { type FilterKeys, filterConditions } from '../../../kernel/contentList/filters.ts'
import { type ContentListPage, type ExpressionOrder, listOrder } from '../../../kernel/contentList/sorts.ts'
import {
  type ContentList,
  countStatement,
  type PlacedRow,
  pageStatement,
} from '../../../kernel/contentList/statement.ts'
import { type BindParameter, bindSql, createBindings, type KeysetPage, type OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { filterKeys } from '../../worlds/search/filters.ts'
import { canReadAvatar, licensedAvatars, type SeenAvatar, seeAvatars } from '../access.ts'
import type { AvatarFilter } from './filters.ts'
import { AVATAR_SORTS, BY_BREVITY } from './sorts.ts'
import { readableAvatarsSql, searchedAvatars } from './visibility.ts'

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
  const { found } = await readPage(scope, list, { ...page, descending: false })
  const keepsUnreadable = list.source.kind === 'favorite' && list.source.withUnreadable
  return found.map(({ row: { id }, seen }) => ({ id, seen })).filter(({ seen }) => seen !== null || keepsUnreadable)
}

/** A page by cursors of the avatars of a list that the viewer can read. Three statements. */
export async function listAvatarRows(
  scope: ViewerScope,
  list: AvatarList,
  { page }: { readonly page: KeysetPage<ContentCursor> },
): Promise<ListedAvatar[]> {
  const { found, start } = await readPage(scope, list, page)
  return found.flatMap(({ row: { favoriteId, favoriteGroup, ...place }, seen }) => {
    const favorite = favoriteId !== undefined && favoriteGroup !== undefined && { favoriteId, favoriteGroup }
    return seen ? [{ seen, place: { ...place, start }, ...favorite }] : []
  })
}

/** Number of avatars of a list. One statement. */
export async function countListedAvatars(scope: ViewerScope, list: AvatarList): Promise<number> {
  const { values, bind } = createBindings()
  const text = countStatement(contentList(scope, list, filterKeys(list.filter), bind))
  const [row] = await scope.read<{ count: number }>(null, text, values)
  return row?.count ?? 0
}

interface PlacedAvatar extends PlacedRow {
  /** In lists of favorites: the favorite that has the avatar as its target. */
  readonly favoriteId?: string
  readonly favoriteGroup?: string
}

/** An avatar that has become unreadable since its place was read has no `seen`, either. */
async function readPage(scope: ViewerScope, list: AvatarList, page: ContentListPage) {
  const { text, values, start } = listStatement(scope, list, page)
  const rows = await scope.read<PlacedAvatar>(null, text, values)
  const avatars = await seeAvatars(
    scope,
    rows.map(({ id }) => id),
  )
  const readable = avatars.filter(({ row, ties }) => canReadAvatar(scope, row, ties))
  const byId = new Map(readable.map((seen) => [seen.row.id, seen]))
  return { start, found: rows.map((row) => ({ row, seen: byId.get(row.id) ?? null })) }
}

function listStatement(scope: ViewerScope, list: AvatarList, page: ContentListPage) {
  const { values, bind } = createBindings()
  const { source, filter } = list
  const keys = filterKeys(filter)
  const { sort, ascending, fuzzy } = filter
  const isOuter = source.kind === 'favorite' && (source.withUnreadable ?? false)
  const byText = fuzzy ? undefined : BY_BREVITY
  const rules = { sorts: AVATAR_SORTS, sort, ascending, byText, unsorted: UNSORTED[source.kind] }
  const asked = { ...rules, alias: 'a', ...keys, isOuter }
  const order = listOrder(scope, asked, { page, bind })
  const select = { columns: source.kind === 'favorite' ? FAVORITE_COLUMNS : {} }
  const { text } = pageStatement({ list: contentList(scope, list, keys, bind), order, page, select, bind })
  return { text, values, start: order.start }
}

const FAVORITE_COLUMNS = { favoriteId: 'f.id', favoriteGroup: 'f."group"' }

/** Orders of personal lists for which no sort was asked. */
const UNSORTED: Readonly<Partial<Record<AvatarSource['kind'], ExpressionOrder>>> = {
  favorite: { by: 'f."createdAt"', type: 'timestamptz' },
  licensed: { by: 'held."grantedAt"', type: 'timestamptz' },
}

function contentList(
  scope: ViewerScope,
  { source, filter }: AvatarList,
  keys: FilterKeys,
  bind: BindParameter,
): ContentList {
  // In a list of favorite avatars, clients filter by group as if the name of the group were a tag of the avatar.
  const tags = source.kind === 'favorite' ? '(a.tags || f."group")' : 'a.tags'
  const hasKeys = source.kind !== 'favorite'
  const conditions = filterConditions(filter, keys, { alias: 'a', tags, hasKeys }, bind)
  if (source.kind === 'favorite') return { ...favoriteList(scope, source, filter, bind), conditions }
  if (source.kind === 'licensed') return { ...licensedList(scope, filter, bind), conditions }
  return { from: '"Avatar" AS a', id: 'a.id', visible: searchedAvatars(scope, filter, bind), conditions }
}

type ListParts = Omit<ContentList, 'conditions'>

/** The columns of an avatar that the viewer cannot read are null, so that neither filters nor sorts tell of them. */
function favoriteList(
  scope: ViewerScope,
  { ownerId, groups, withUnreadable }: FavoriteAvatars,
  filter: AvatarFilter,
  bind: BindParameter,
): ListParts {
  const join = withUnreadable ? 'LEFT JOIN' : 'JOIN'
  const from = `"Favorite" AS f ${join} "Avatar" AS a ON a.id = f."favoriteId" AND ${readableAvatarsSql(scope, bind)}`
  const inGroups = groups ? ` AND f."group" = ANY(${bind(groups)})` : ''
  const owned = `f."userId" = ${bind(ownerId)} AND f.type = 'avatar'${inGroups}`
  return { from, id: 'f."favoriteId"', visible: [`${owned} AND ${statusCondition(filter)}`] }
}

const licensedList = (scope: ViewerScope, filter: AvatarFilter, bind: BindParameter): ListParts => ({
  from: `(${bindSql(licensedAvatars(Prisma.sql`${scope.viewer.id}`, scope.now), bind)}) AS held
    JOIN "Avatar" AS a ON a.id = held."avatarId"`,
  id: 'a.id',
  visible: [`${readableAvatarsSql(scope, bind)} AND ${statusCondition(filter)}`],
})

/** Personal lists have avatars of every status unless one was asked for. What cannot be read counts as hidden. */
function statusCondition({ releaseStatus = 'all' }: AvatarFilter): string {
  if (releaseStatus === 'all') return 'true'
  const status = `coalesce(a."releaseStatus", 'hidden')`
  return releaseStatus === 'unhidden' ? `${status} <> 'hidden'` : `${status} = '${releaseStatus}'`
}
