import { Prisma, type World } from '../../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { createCursorParser } from '../../../kernel/contentList/cursor.ts'
import { type ContentFilter, type FilterKeys, filterConditions } from '../../../kernel/contentList/filters.ts'
import {
  type ContentListPage,
  contentOrder,
  type ExpressionOrder,
  keyedPage,
  numberSort as number,
  type PlacedRow,
  placeColumns,
  type SortRule,
  timeSort as time,
} from '../../../kernel/contentList/sorts.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { RankedList, UnorderedList } from '../../../kernel/list/pageSql.ts'
import { countRows, readRankedPage, selectedColumns } from '../../../kernel/list/readList.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import { listRecords, type RowVersion } from '../../../kernel/records.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { parseUnitySortKey } from '../../files/unity/packages.ts'
import { visibleFavoriteGroups } from '../../users/relations.ts'
import { LISTED_WORLDS } from '../policy.ts'
import { occupantCountSql, WORLD_COLUMN_NAMES, WORLD_ROWS, type WorldFields } from '../queries.ts'

/** Filter and order of a list of worlds; omitted members do not narrow it. */
export interface WorldFilter extends ContentFilter {
  /** Whether to list avatar worlds only: those that have AVATAR_WORLD_TAG. */
  readonly avatarSpecific?: boolean | undefined
  readonly sort?: WorldSortName | undefined
}

/** Authors set it on worlds for choosing avatars. */
const AVATAR_WORLD_TAG = 'author_tag_avatar'

/** The texts of a filter in the form of the columns that they are compared with. Throws `invalid` for a Unity version. */
export const filterKeys = ({ search = '', minUnityVersion, maxUnityVersion }: ContentFilter): FilterKeys => ({
  nameText: nameKey(search),
  minUnitySort: minUnityVersion ? parseUnitySortKey('minUnityVersion', minUnityVersion) : undefined,
  maxUnitySort: maxUnityVersion ? parseUnitySortKey('maxUnityVersion', maxUnityVersion) : undefined,
})

/** Parses the place of a world in a list. Throws `invalid` for a cursor of another list. */
export const parseWorldCursor = createCursorParser('wrld')

/** The worlds that a list selects from; `ownerId` is the owner of a personal list. */
export type WorldSource =
  | { readonly kind: 'all' | 'active' }
  | { readonly kind: 'recent'; readonly ownerId: string }
  | { readonly kind: 'favorite'; readonly ownerId: string; readonly groups?: readonly string[] }

/** A world of a list, and its place there. */
export interface ListedWorld {
  readonly world: WorldFields
  readonly place: PlacedRow
  /** The start of the list, which is a part of its cursors. */
  readonly start: number
}

/** The version of a world in a list, and its place there. */
interface WorldVersion extends RowVersion, PlacedRow {
  /** In lists of favorites: the favorite that has the world as its target. */
  readonly favoriteId?: string
  readonly favoriteGroup?: string
}

/** The version of a world in a list, with the number of people in it now. */
export interface OccupiedWorld extends WorldVersion {
  readonly occupants: number
}

/** A list of worlds that match a filter, from a source. */
interface WorldList {
  readonly source: WorldSource
  readonly filter: WorldFilter
}

/** The versions of a page of the worlds of a list that the viewer can find. One statement. */
export function listOccupiedWorlds(scope: ViewerScope, list: WorldList, page: OffsetPage): Promise<OccupiedWorld[]> {
  const { read } = pageOfWorlds(scope, list, { ...page, descending: false })
  return read<OccupiedWorld>(Prisma.sql`w.revision, ${OCCUPANTS} AS occupants`)
}

const OCCUPANTS = occupantCountSql(Prisma.raw('w.id'))

/** A page of a list by cursors. */
interface WorldRowPage {
  readonly page: ContentListPage
  /** Columns of the rows, beside the id; null for whole rows. */
  readonly selected: ReadonlySet<string> | null
}

/** A page of the worlds of a list as rows, without numbers of people. One statement for few columns and cached worlds. */
export async function listWorldRows(
  scope: ViewerScope,
  list: WorldList,
  { page, selected }: WorldRowPage,
): Promise<ListedWorld[]> {
  const { read, start } = pageOfWorlds(scope, list, page)
  const columns = selectedColumns('w', WORLD_COLUMN_NAMES, selected)
  if (columns) {
    const rows = await read<WorldFields & PlacedRow>(columns)
    return rows.map((row) => ({ world: row, place: row, start }))
  }
  const found = await listRecords(scope, WORLD_ROWS, () => read<WorldVersion>(Prisma.raw('w.revision')))
  return found.map(({ row, record }) => ({ world: record, place: row, start }))
}

/** Number of worlds of a source that match a filter and that the viewer can find. One statement. */
export const countListedWorlds = (scope: ViewerScope, source: WorldSource, filter: WorldFilter): Promise<number> =>
  countRows(scope, worldList(scope, { source, filter }, filterKeys(filter)))

const FAVORITE_COLUMNS = Prisma.raw('f.id AS "favoriteId", f."group" AS "favoriteGroup"')
const SELECTED_FAVORITE_COLUMNS = Prisma.raw(', w."favoriteId", w."favoriteGroup"')

/** Reads columns of the worlds `w` of a page, beside ids and places. */
function pageOfWorlds(scope: ViewerScope, { source, filter }: WorldList, page: ContentListPage) {
  const keys = filterKeys(filter)
  const { sort, ascending } = filter
  const asked = { sorts: WORLD_SORTS, sort, ascending, alias: 'w', id: WORLD_ID, unsorted: UNSORTED[source.kind] }
  const order = contentOrder(scope, { ...asked, ...keys }, page)
  const isFavorite = source.kind === 'favorite'
  const list: RankedList = {
    ...worldList(scope, { source, filter }, keys),
    ...order,
    ...(isFavorite && { columns: FAVORITE_COLUMNS }),
  }
  const place = Prisma.sql`w.id, ${placeColumns('w')}${isFavorite ? SELECTED_FAVORITE_COLUMNS : Prisma.empty}`
  const read = <Row>(columns: Prisma.Sql) =>
    readRankedPage<Row>(scope, list, keyedPage(order, page), { select: Prisma.sql`${place}, ${columns}` })
  return { read, start: order.start }
}

const WORLD_ID = Prisma.raw('w.id')

/** Orders of personal lists for which no sort was asked. */
const UNSORTED: Readonly<Partial<Record<WorldSource['kind'], ExpressionOrder>>> = {
  recent: { by: Prisma.raw('v."lastAt"'), type: 'timestamptz' },
  favorite: { by: Prisma.raw('f."createdAt"'), type: 'timestamptz' },
}

/** The worlds of a list, in no order. A list of all public worlds has one plan; others depend on their filters. */
function worldList(scope: ViewerScope, { source, filter }: WorldList, keys: FilterKeys): UnorderedList {
  // In a list of favorite worlds, clients filter by group as if the name of the group were a tag of the world.
  const tags = Prisma.raw(source.kind === 'favorite' ? '(w.tags || f."group")' : 'w.tags')
  const where = [
    ...filterConditions(filter, keys, { alias: 'w', tags }),
    ...(filter.avatarSpecific ? [Prisma.sql`w.tags @> ${[AVATAR_WORLD_TAG]}::text[]`] : []),
    ...(source.kind === 'active' ? [IS_OCCUPIED] : []),
  ]
  const list = { alias: 'w', from: fromClause(source), branches: visibleBranches(scope, filter), where }
  return source.kind === 'all' && where.length === 0 ? list : { ...list, plan: 'custom' }
}

/** Everybody can list public worlds, authors all of their own; deleted ones only as hidden. */
function visibleBranches(scope: ViewerScope, { mine, releaseStatus = 'public' }: WorldFilter): Prisma.Sql[] {
  const own = Prisma.sql`w."authorId" = ${scope.viewer.id}`
  const undeleted = Prisma.raw('w."deletedAt" IS NULL')
  if (mine && releaseStatus === 'all') return [Prisma.sql`${own} AND ${undeleted}`]
  if (releaseStatus === 'unhidden') return [Prisma.sql`${own} AND w."releaseStatus" <> 'hidden'`]
  if (releaseStatus === 'all')
    return [LISTED_WORLDS, Prisma.sql`${own} AND w."releaseStatus" <> 'public' AND ${undeleted}`]
  if (releaseStatus === 'public') return [mine ? Prisma.sql`${own} AND ${LISTED_WORLDS}` : LISTED_WORLDS]
  return [Prisma.sql`${own} AND w."releaseStatus" = ${releaseStatus}`]
}

function fromClause(source: WorldSource): Prisma.Sql {
  if (source.kind === 'recent')
    return Prisma.sql`"World" AS w JOIN "WorldVisitor" AS v ON v."worldId" = w.id AND v."userId" = ${source.ownerId}`
  if (source.kind !== 'favorite') return Prisma.raw('"World" AS w')
  const inGroups = source.groups ? Prisma.sql`AND f."group" = ANY(${source.groups})` : Prisma.empty
  return Prisma.sql`"World" AS w JOIN "Favorite" AS f
    ON f."favoriteId" = w.id AND f.type = 'world' AND f."userId" = ${source.ownerId} ${inGroups}`
}

const IS_OCCUPIED = Prisma.raw(
  `w.id IN (SELECT i."worldId" FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location GROUP BY i."worldId")`,
)

/**
 * Favorite worlds of a person: all of the viewer's own and, for admins, of anybody's; otherwise those in the groups that
 * are named among the tags of the filter and that the viewer can see. Throws `forbidden` when there is no such group.
 */
export async function favoriteWorldsSource(
  scope: ViewerScope,
  ownerId: UserId,
  { tags = [] }: WorldFilter,
): Promise<WorldSource> {
  if (isOwnerOrAdmin(scope, ownerId)) return { kind: 'favorite', ownerId }
  const groups = await visibleFavoriteGroups(scope, { userId: ownerId, type: 'world' }, tags)
  if (groups.length === 0)
    throw new Failure('forbidden', "403 You can't see another user's favorites", { reason: 'not_own' })
  return { kind: 'favorite', ownerId, groups }
}

/** A sort of worlds, by its name on the wire. */
export type WorldSortRule = SortRule<keyof World>

const BY_CREATION = time('createdAt', 'Time of creation.')
const BY_UPDATE = time('updatedAt', 'Time of the last change by the author.')

export const WORLD_SORTS = {
  _created_at: BY_CREATION,
  _updated_at: BY_UPDATE,
  created: BY_CREATION,
  favorites: number('favorites', 'Number of people who have the world as a favorite.'),
  heat: number('heat', 'Rank by visitors of the last 24 hours, 0 to 10.'),
  labsPublicationDate: {
    ...time('labsPublicationDate', 'Time when the author last published the world.'),
    nullable: true,
  },
  magic: number('magic', 'Heat, and popularity among worlds of equal heat.'),
  name: { column: 'nameKey', type: 'text', description: 'Name, ignoring case.' },
  order: time('createdAt', 'Time of creation, like `created`.'),
  popularity: number('popularity', 'Rank by visitors of the last 30 days, 0 to 10.'),
  publicationDate: { ...time('publicationDate', 'Time when the platform approved the world.'), nullable: true },
  random: { ...number('shuffleKey', 'A random order for each request.'), start: 'perRequest' },
  relevance: number(
    'relevance',
    'Similarity of the name to the searched text; without one, favorites per 1,000 visits.',
  ),
  reportCount: { ...number('reportCount', 'Number of open reports. Admins only.'), adminOnly: true },
  reportScore: { ...number('reportScore', 'Weight of the open reports. Admins only.'), adminOnly: true },
  shuffle: { ...number('shuffleKey', 'A random order that stays the same for a UTC day.'), start: 'daily' },
  trust: number('trust', 'Trust level of the author, 0 to 4.'),
  updated: BY_UPDATE,
} as const satisfies Record<string, WorldSortRule>

type WorldSortName = keyof typeof WORLD_SORTS
