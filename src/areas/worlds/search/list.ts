import { isAdmin } from '../../../kernel/access.ts'
import { DAY } from '../../../kernel/clock.ts'
import { type BindParameter, invalidCursor, type KeysetPage, type OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { LISTED_WORLDS_SQL } from '../policy.ts'
import {
  SUMMARY_COLUMNS,
  type WithTimesInMilliseconds,
  WORLD_COLUMNS,
  type WorldFields,
  type WorldSummary,
  withDates,
} from '../queries.ts'
import { filterConditions, normalizedSearchText, type WorldFilter } from './filters.ts'
import { WORLD_SORTS, type WorldSortRule } from './sorts.ts'

/** The worlds that a list selects from; `ownerId` is the owner of a personal list. */
export type WorldSource =
  | { readonly kind: 'all' | 'active' }
  | { readonly kind: 'recent'; readonly ownerId: string }
  | { readonly kind: 'favorite'; readonly ownerId: string; readonly groups?: readonly string[] }

/** A page by offset or by cursors. A greater cursor comes later in the list, in both directions of the sort. */
type WorldListPage = KeysetPage<WorldCursor> & { readonly offset?: number }

/** A world of a list with the text of its cursor. */
export type ListedWorld = WorldSummary & { readonly key: string }
export type ListedWorldFields = WorldFields & { readonly key: string }

/** The order of a list: by rank, then by an SQL expression, then by id. */
interface ListOrder {
  readonly by: string
  readonly type: WorldSortRule['type']
  readonly descending: boolean
  /** A condition for each rank, in the list's order. */
  readonly ranks: readonly string[]
  /** The first value of a list that wraps around, else 0. */
  readonly start: number
}

/** Exclusive upper bound of shuffleKey. */
export const SHUFFLE_RANGE = 2 ** 31

/** The first shuffleKey of a UTC day; the multiplier keeps those of consecutive days far apart. */
const dailyShuffleStart = (now: Date) => (Math.floor(now.getTime() / DAY) * 1_327_217_885) % SHUFFLE_RANGE
const randomShuffleStart = () => Math.floor(Math.random() * SHUFFLE_RANGE)

export interface WorldCursor {
  readonly rank: number
  readonly start: number
  readonly id: string
  /** The value of the sort column as text; null if the row has none. */
  readonly sorted: string | null
}

const CURSOR_FORMAT = /^(\d) (\d{1,10}) (wrld_\S{36}) ?(?:=(.*))?$/s
const worldCursorText = ({ rank, start, id, sorted }: WorldCursor) =>
  `${rank} ${start} ${id}${sorted === null ? '' : ` =${sorted}`}`

/** The key of a world in a list that is sorted by the time of the last change. */
export const keyByUpdate = ({ id, updatedAt }: Pick<WorldFields, 'id' | 'updatedAt'>): string =>
  worldCursorText({ rank: 0, start: 0, id, sorted: updatedAt.toISOString().replace('T', ' ').replace('Z', '+00') })

/** Throws `invalid` for a cursor of another list. */
export function parseWorldCursor(text: string, field: string): WorldCursor {
  const [, rank, start, id, sorted] = CURSOR_FORMAT.exec(text) ?? []
  if (id === undefined) throw invalidCursor(field)
  return { rank: Number(rank), start: Number(start), id, sorted: sorted ?? null }
}

type CursorColumns = Pick<WorldCursor, 'rank' | 'sorted'>

/** A page of the worlds of a source that match a filter and that the viewer can find. One statement. */
export async function listWorlds(scope: ViewerScope, source: WorldSource, filter: WorldFilter, offsetPage: OffsetPage) {
  const author = 'JOIN "User" AS author ON author.id = w."authorId"'
  const page = { ...offsetPage, descending: false }
  const { name, text, values, start } = buildListStatement({ scope, source, filter, page }, SUMMARY_COLUMNS, author)
  const rows = await scope.read<WithTimesInMilliseconds<WorldSummary> & CursorColumns>(name, text, values)
  return rows.map((row): ListedWorld => ({ ...withDates(row), key: worldCursorText({ ...row, start }) }))
}

/** Like `listWorlds`, but reads only columns of worlds. One statement. */
export async function listWorldFields(
  scope: ViewerScope,
  source: WorldSource,
  filter: WorldFilter,
  page: KeysetPage<WorldCursor>,
) {
  const { name, text, values, start } = buildListStatement({ scope, source, filter, page }, WORLD_COLUMNS, '')
  const rows = await scope.read<WithTimesInMilliseconds<WorldFields> & CursorColumns>(name, text, values)
  return rows.map((row): ListedWorldFields => ({ ...withDates(row), key: worldCursorText({ ...row, start }) }))
}

/** Number of worlds of a source that match a filter and that the viewer can find. One statement. */
export async function countListedWorlds(scope: ViewerScope, source: WorldSource, filter: WorldFilter): Promise<number> {
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const where = [
    `(${visibleBranches({ scope, filter, bind }).join(' OR ')})`,
    ...filterConditions(filter, bind, tagsExpression(source)),
    ...sourceConditions(source),
  ]
  const text = `SELECT count(*)::int AS count FROM ${fromClause({ source, bind })} WHERE ${where.join(' AND ')}`
  const [row] = await scope.read<{ count: number }>(null, text, values)
  return row?.count ?? 0
}

/** The statement of a list, which selects columns of the world `w` and of a joined table. */
function buildListStatement(list: Omit<ListQuery, 'bind' | 'order'>, columns: string, join: string) {
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const order = listOrder({ ...list, bind })
  const page = pageSubquery({ ...list, bind, order })
  const text = `SELECT ${columns}, page.rank, page.sorted::text AS sorted
    FROM ${page.from} AS page JOIN "World" AS w ON w.id = page.id ${join} ORDER BY ${page.order}`
  return { text, values, start: order.start, name: page.name && `${page.name} ${join === '' ? 'bare' : 'listed'}` }
}

function listOrder({ scope, source, filter, bind, page }: Omit<ListQuery, 'order'>): ListOrder {
  const descending = !filter.ascending
  const single = { descending, ranks: [ALWAYS_TRUE], start: 0 }
  if (!filter.sort && source.kind === 'recent') return { ...single, by: 'v."lastAt"', type: 'timestamptz' }
  if (!filter.sort && source.kind === 'favorite') return { ...single, by: 'f."createdAt"', type: 'timestamptz' }
  const key = normalizedSearchText(filter)
  if (filter.sort === 'relevance' && key !== '')
    return { ...single, by: `(similarity(w."nameKey", ${bind(key)}) * 1000000)::bigint`, type: 'bigint' }
  const chosen: WorldSortRule = WORLD_SORTS[filter.sort ?? 'popularity']
  const sort = chosen.adminOnly && !isAdmin(scope) ? WORLD_SORTS.popularity : chosen
  return columnOrder(scope, sort, descending, page)
}

function columnOrder(
  { now }: ViewerScope,
  sort: WorldSortRule,
  descending: boolean,
  { above, below }: WorldListPage,
): ListOrder {
  const by = `w."${sort.column}"`
  const order = { by, type: sort.type, descending, start: 0 }
  if (sort.nullable) return { ...order, ranks: [`${by} IS NOT NULL`, `${by} IS NULL`] }
  if (!sort.start) return { ...order, ranks: [ALWAYS_TRUE] }
  const start = above?.start ?? below?.start ?? (sort.start === 'daily' ? dailyShuffleStart(now) : randomShuffleStart())
  const ranks = [`${by} >= ${start}`, `${by} < ${start}`]
  return { ...order, start, ranks: descending ? ranks.reverse() : ranks }
}

interface ListQuery {
  readonly scope: ViewerScope
  readonly source: WorldSource
  readonly filter: WorldFilter
  readonly page: WorldListPage
  readonly bind: BindParameter
  readonly order: ListOrder
}

/**
 * A subquery for the ids, ranks and sort values of a page, and its ORDER BY. Each branch reads at most the rows of one
 * page in the order of an index. Only a list without filters is a named statement: its plan suits every page.
 */
function pageSubquery(list: ListQuery) {
  const { page, order, bind } = list
  const { limit, offset = 0, descending: inverted } = page
  const [rankWay, way] = [inverted ? 'DESC' : 'ASC', order.descending === inverted ? 'ASC' : 'DESC']
  const conditions = [
    ...filterConditions(list.filter, bind, tagsExpression(list.source)),
    ...sourceConditions(list.source),
  ]
  const branches = listBranches(list, conditions)
  const select = ({ rank, where }: Branch, rows: string) =>
    `(SELECT w.id, ${rank} AS rank, ${order.by} AS sorted FROM ${fromClause(list)} WHERE ${where}
      ORDER BY ${order.by} ${way}, w.id ${way} LIMIT ${rows})`
  const inOrder = (table: string) => `${table}rank ${rankWay}, ${table}sorted ${way}, ${table}id ${way}`
  const [only, ...others] = branches
  if (only && others.length === 0) {
    const isFiltered = only.where !== LISTED_WORLDS_SQL || list.source.kind !== 'all'
    const name = isFiltered || order.by.includes('$') ? null : `worlds ${order.by} ${way} ${rankWay}`
    const from = select(only, isFiltered ? `${limit} OFFSET ${offset}` : `${bind(limit)} OFFSET ${bind(offset)}`)
    return { name, from, order: inOrder('page.') }
  }
  const all = branches.map((branch) => select(branch, String(limit + offset))).join(' UNION ALL ')
  const from = `(SELECT * FROM (${all}) AS found ORDER BY ${inOrder('')} LIMIT ${limit} OFFSET ${offset})`
  return { name: null, from, order: inOrder('page.') }
}

/** In a list of favorite worlds, clients filter by group as if the name of the group were a tag of the world. */
const tagsExpression = ({ kind }: WorldSource) => (kind === 'favorite' ? '(w.tags || f."group")' : 'w.tags')

interface Branch {
  readonly rank: number
  readonly where: string
}

const listBranches = (list: ListQuery, conditions: readonly string[]): Branch[] =>
  visibleBranches(list).flatMap((visible) =>
    list.order.ranks.map((ranked, rank) => ({
      rank,
      where: [visible, ranked, ...conditions, ...cursorConditions(list, rank)]
        .filter((part) => part !== ALWAYS_TRUE)
        .join(' AND '),
    })),
  )

const ALWAYS_TRUE = 'true'

/** Everybody can list public worlds, authors all of their own. Each condition is a branch that can use its own index. */
function visibleBranches({ scope, filter, bind }: Pick<ListQuery, 'scope' | 'filter' | 'bind'>): string[] {
  const { mine, releaseStatus = 'public' } = filter
  const own = () => `w."authorId" = ${bind(scope.viewer.id)}`
  if (mine && releaseStatus === 'all') return [own()]
  if (releaseStatus === 'unhidden') return [`${own()} AND w."releaseStatus" <> 'hidden'`]
  if (releaseStatus === 'all') return [LISTED_WORLDS_SQL, `${own()} AND w."releaseStatus" <> 'public'`]
  if (releaseStatus === 'public') return [mine ? `${own()} AND ${LISTED_WORLDS_SQL}` : LISTED_WORLDS_SQL]
  return [`${own()} AND w."releaseStatus" = ${bind(releaseStatus)}`]
}

function fromClause({ source, bind }: Pick<ListQuery, 'source' | 'bind'>): string {
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

/** Conditions for the rows of a rank that lie between the cursors of a page. */
function cursorConditions({ bind, order, page: { above, below } }: ListQuery, rank: number): string[] {
  const beyond = (cursor: WorldCursor | undefined, sign: 1 | -1) => {
    if (!cursor || (rank - cursor.rank) * sign > 0) return []
    if (rank !== cursor.rank) return ['false']
    const than = order.descending === (sign === 1) ? '<' : '>'
    if (cursor.sorted === null) return [`w.id ${than} ${bind(cursor.id)}`]
    const value = bind(checkedSortValue(order, cursor.sorted))
    return [`(${order.by}, w.id) ${than} (${value}::${order.type}, ${bind(cursor.id)})`]
  }
  return [...beyond(above, 1), ...beyond(below, -1)]
}

/** A timestamptz as PostgreSQL prints it, in any time zone. */
const TIMESTAMP = /^(?!0000)(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/

function isTimestamp(text: string): boolean {
  const day = TIMESTAMP.exec(text)?.[1] ?? ''
  const at = new Date(`${day}T00:00:00Z`)
  // JavaScript reads 30 February as 2 March.
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const VALUE_VALIDATORS: Record<WorldSortRule['type'], (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  text: () => true,
  timestamptz: isTimestamp,
}

/** Throws `invalid` for a cursor of another list, whose sort value has another type. */
function checkedSortValue({ type }: ListOrder, sorted: string): string {
  if (!VALUE_VALIDATORS[type](sorted)) throw invalidCursor('after')
  return sorted
}
