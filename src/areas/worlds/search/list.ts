import type { ContentCursor } from '../../../kernel/contentList/cursor.ts'
import { type FilterKeys, filterConditions } from '../../../kernel/contentList/filters.ts'
import { type ContentListPage, type ExpressionOrder, listOrder } from '../../../kernel/contentList/sorts.ts'
import {
  type ContentList,
  countStatement,
  type PageSelect,
  type PlacedRow,
  pageStatement,
} from '../../../kernel/contentList/statement.ts'
import { plannedForValues } from '../../../kernel/database.ts'
import { type BindParameter, createBindings, type KeysetPage, type OffsetPage } from '../../../kernel/page.ts'
import { listRecords, type RowVersion } from '../../../kernel/recordCache.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { LISTED_WORLDS_SQL } from '../policy.ts'
import { occupantCountSql, WORLD_ROWS, type WorldColumns, type WorldFields, worldColumns } from '../queries.ts'
import { AVATAR_WORLD_TAG, filterKeys, type WorldFilter } from './filters.ts'
import { WORLD_SORTS } from './sorts.ts'

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
export function listOccupiedWorlds(
  scope: ViewerScope,
  { source, filter }: WorldList,
  offsetPage: OffsetPage,
): Promise<OccupiedWorld[]> {
  const page = { ...offsetPage, descending: false }
  const { name, text, values } = listStatement(scope, { source, filter, page, select: 'occupied versions' })
  return scope.read<OccupiedWorld>(name, text, values)
}

/** A page of a list by cursors. */
interface WorldRowPage {
  readonly page: KeysetPage<ContentCursor>
  /** Columns of the rows, beside the id; null for whole rows. */
  readonly selected: ReadonlySet<string> | null
}

/** A page of the worlds of a list as rows, without numbers of people. One statement for few columns and cached worlds. */
export async function listWorldRows(
  scope: ViewerScope,
  list: WorldList,
  { page, selected }: WorldRowPage,
): Promise<ListedWorld[]> {
  const columns = selected && worldColumns(['id', ...selected])
  const { name, text, values, start } = listStatement(scope, { ...list, page, select: columns ?? 'versions' })
  const listed = (world: WorldFields, place: PlacedRow) => ({ world, place, start })
  if (columns) {
    const rows = await scope.read<WorldWithFields>(name, text, values)
    return rows.map((row) => listed(columns.parseArray(row.fields), row))
  }
  const found = await listRecords(scope, WORLD_ROWS, () => scope.read<WorldVersion>(name, text, values))
  return found.map(({ row, record }) => listed(record, row))
}

interface WorldWithFields extends WorldVersion {
  readonly fields: readonly unknown[]
}

/** Number of worlds of a source that match a filter and that the viewer can find. One statement. */
export async function countListedWorlds(scope: ViewerScope, source: WorldSource, filter: WorldFilter): Promise<number> {
  const { values, bind } = createBindings()
  const text = countStatement(contentList(scope, { source, filter }, filterKeys(filter), bind))
  const [row] = await scope.read<{ count: number }>(null, text, values)
  return row?.count ?? 0
}

/** What is read beside ranks and sort values: revisions, these and numbers of people, or columns. */
type WorldSelect = 'versions' | 'occupied versions' | WorldColumns

interface ListQuery extends WorldList {
  readonly page: ContentListPage
  readonly select: WorldSelect
}

/** The statement of a page: versions, ranks and sort values, or columns in place of versions. */
function listStatement(scope: ViewerScope, { source, filter, page, select }: ListQuery) {
  const { values, bind } = createBindings()
  const keys = filterKeys(filter)
  const { sort, ascending } = filter
  const asked = { sorts: WORLD_SORTS, sort, ascending, alias: 'w', ...keys, unsorted: UNSORTED[source.kind] }
  const order = listOrder(scope, asked, { page, bind })
  const list = labelled(contentList(scope, { source, filter }, keys, bind), { source, filter }, bind)
  const ofPage = pageSelect(source, select, keys.nameText !== '')
  return { ...pageStatement({ list, order, page, select: ofPage, bind }), values, start: order.start }
}

/**
 * Labels the list of all public worlds, and of those with a text in their names. A frequent text needs another plan than a
 * rare one. Other lists have no label: filters can be combined to very many statements.
 */
function labelled(list: ContentList, { source, filter }: WorldList, bind: BindParameter): ContentList {
  const [visible, ...branches] = list.visible
  if (source.kind !== 'all' || visible !== LISTED_WORLDS_SQL || branches.length > 0) return list
  if (list.conditions.length === 0) return { ...list, label: 'all', isPlanKept: true }
  const isByName = list.conditions.length === 1 && filterKeys(filter).nameText !== '' && !filter.fuzzy
  if (!isByName) return list
  return { ...list, conditions: [...list.conditions, plannedForValues(bind)], label: 'by name' }
}

/** Orders of personal lists for which no sort was asked. */
const UNSORTED: Readonly<Partial<Record<WorldSource['kind'], ExpressionOrder>>> = {
  recent: { by: 'v."lastAt"', type: 'timestamptz' },
  favorite: { by: 'f."createdAt"', type: 'timestamptz' },
}

function contentList(
  scope: ViewerScope,
  { source, filter }: WorldList,
  keys: FilterKeys,
  bind: BindParameter,
): ContentList {
  // In a list of favorite worlds, clients filter by group as if the name of the group were a tag of the world.
  const tags = source.kind === 'favorite' ? '(w.tags || f."group")' : 'w.tags'
  const avatarSpecific = filter.avatarSpecific ? [`w.tags @> ${bind([AVATAR_WORLD_TAG])}::text[]`] : []
  return {
    from: fromClause(source, bind),
    id: 'w.id',
    visible: visibleBranches(scope, filter, bind),
    conditions: [
      ...filterConditions(filter, keys, { alias: 'w', tags }, bind),
      ...avatarSpecific,
      ...sourceConditions(source),
    ],
  }
}

const FAVORITE_COLUMNS = { favoriteId: 'f.id', favoriteGroup: 'f."group"' }

/**
 * Selects revisions by a column of the branches, or by a statement around them, as columns and numbers of people are. A
 * search by name scans an index that contains the name, and must read no row but those of its page.
 */
function pageSelect({ kind }: WorldSource, select: WorldSelect, isNameSearch: boolean): PageSelect {
  const favorite = kind === 'favorite' ? FAVORITE_COLUMNS : {}
  if (typeof select !== 'string')
    return {
      columns: favorite,
      around: selectAround({ fields: columnOfPage(select.json) }),
      label: `world ${select.name}`,
    }
  const occupants = select === 'occupied versions' ? { occupants: occupantCountSql('page.id') } : {}
  const label = `world ${select}`
  if (isNameSearch)
    return { columns: favorite, around: selectAround({ revision: columnOfPage('w.revision'), ...occupants }), label }
  return { columns: { revision: 'w.revision', ...favorite }, around: selectAround(occupants), label }
}

const columnOfPage = (expression: string) => `(SELECT ${expression} FROM "World" AS w WHERE w.id = page.id)`

/** Puts a statement around that of a page, which selects more of each of its rows. */
function selectAround(expressions: Readonly<Record<string, string>>): (page: string) => string {
  const more = Object.entries(expressions).map(([name, expression]) => `, ${expression} AS "${name}"`)
  return (page) => (more.length === 0 ? page : `SELECT page.*${more.join('')} FROM (${page}) AS page`)
}

/** Everybody can list public worlds, authors all of their own; deleted ones only as hidden. Each condition is a branch that can use its own index. */
function visibleBranches(
  scope: ViewerScope,
  { mine, releaseStatus = 'public' }: WorldFilter,
  bind: BindParameter,
): string[] {
  const own = () => `w."authorId" = ${bind(scope.viewer.id)}`
  const undeleted = 'w."deletedAt" IS NULL'
  if (mine && releaseStatus === 'all') return [`${own()} AND ${undeleted}`]
  if (releaseStatus === 'unhidden') return [`${own()} AND w."releaseStatus" <> 'hidden'`]
  if (releaseStatus === 'all') return [LISTED_WORLDS_SQL, `${own()} AND w."releaseStatus" <> 'public' AND ${undeleted}`]
  if (releaseStatus === 'public') return [mine ? `${own()} AND ${LISTED_WORLDS_SQL}` : LISTED_WORLDS_SQL]
  return [`${own()} AND w."releaseStatus" = ${bind(releaseStatus)}`]
}

function fromClause(source: WorldSource, bind: BindParameter): string {
  if (source.kind === 'recent')
    return `"World" AS w JOIN "WorldVisitor" AS v ON v."worldId" = w.id AND v."userId" = ${bind(source.ownerId)}`
  if (source.kind === 'favorite') {
    const inGroups = source.groups ? ` AND f."group" = ANY(${bind(source.groups)})` : ''
    return `"World" AS w JOIN "Favorite" AS f ON f."favoriteId" = w.id AND f.type = 'world' AND f."userId" = ${bind(source.ownerId)}${inGroups}`
  }
  return '"World" AS w'
}

const sourceConditions = ({ kind }: WorldSource): string[] =>
  kind === 'active'
    ? [
        'w.id IN (SELECT i."worldId" FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location GROUP BY i."worldId")',
      ]
    : []
