import { knownLimit } from '../database.ts'
import { type BindParameter, invalidCursor } from '../page.ts'
import type { ContentCursor } from './cursor.ts'
import { ALWAYS_TRUE, type ContentListPage, type ListOrder } from './sorts.ts'

/** A list as SQL. */
export interface ContentList {
  readonly from: string
  /** Expression for the id of a row. */
  readonly id: string
  /** Conditions of visibility. Each is a branch of the statement that can use its own index; no row fulfils two. */
  readonly visible: readonly string[]
  /** Further conditions, of filter and source. */
  readonly conditions: readonly string[]
  /** Names the statement of a page by offset: one of few texts, whose plan suits every page, or is made for its values. */
  readonly label?: string
  /** Whether the named statement has one plan for pages near the start, rather than one for the values of each page. */
  readonly isPlanKept?: boolean
}

/** What a page selects beside ids and places. */
export interface PageSelect {
  /** Expressions for further columns, by name. */
  readonly columns: Readonly<Record<string, string>>
  /** Puts a statement around that of a page, so that it reads some columns of no row but those of the page. */
  readonly around?: (page: string) => string
  /** What is selected, in the name of a statement of a list that has a label. */
  readonly label?: string
}

interface PageQuery {
  readonly list: ContentList
  readonly order: ListOrder
  readonly page: ContentListPage
  readonly select: PageSelect
  readonly bind: BindParameter
}

/** A row of a page: its id and its place. */
export type PlacedRow = Pick<ContentCursor, 'id' | 'rank' | 'sorted'>

interface Statement {
  readonly name: string | null
  readonly text: string
}

/**
 * The statement of a page: ids, ranks, sort values and selected columns of its rows. Each branch reads the rows up to the
 * page at most, in the order of an index.
 */
export function pageStatement(query: PageQuery): Statement {
  const { around = (page) => page } = query.select
  const branches = listBranches(query)
  const [only] = branches
  const { name, text } = only && branches.length === 1 ? branchStatement(query, only) : rankedStatement(query, branches)
  return { name, text: around(text) }
}

/** The statement that counts the rows of a list. */
export const countStatement = ({ from, visible, conditions }: ContentList) =>
  `SELECT count(*)::int AS count FROM ${from} WHERE ${[`(${visible.join(' OR ')})`, ...conditions].join(' AND ')}`

interface Branch {
  readonly rank: number
  readonly where: string
}

const listBranches = (query: PageQuery): Branch[] =>
  query.list.visible.flatMap((visible) =>
    query.order.ranks.map((ranked, rank) => ({
      rank,
      where: whereOf([visible, ranked, ...query.list.conditions, ...cursorConditions(query, rank)]),
    })),
  )

const whereOf = (conditions: readonly string[]) =>
  conditions.filter((part) => part !== ALWAYS_TRUE).join(' AND ') || ALWAYS_TRUE

/** Directions of the ranks, and of the sort values and ids. */
function sortDirections({ page, order }: PageQuery): readonly [ranks: string, values: string] {
  const inverted = page.descending
  return [inverted ? 'DESC' : 'ASC', order.descending === inverted ? 'ASC' : 'DESC']
}

const selectColumns = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([name, expression]) => `, ${expression} AS "${name}"`)

function selectBranch(query: PageQuery, branch: Branch, rows: string): string {
  const { list, order, select } = query
  const [, way] = sortDirections(query)
  const columns = selectColumns(select.columns).join('')
  return `SELECT ${list.id} AS id${columns}, ${branch.rank} AS rank, ${order.by} AS sorted FROM ${list.from}
    WHERE ${branch.where} ORDER BY ${order.by} ${way}, ${list.id} ${way} LIMIT ${rows}`
}

function branchStatement(query: PageQuery, branch: Branch): Statement {
  const { list, order, bind, select } = query
  const { limit, offset = 0 } = query.page
  const label = branch.where === whereOf([...list.visible, ...list.conditions]) ? list.label : undefined
  if (label === undefined)
    return { name: null, text: selectFound(query, selectBranch(query, branch, `${limit} OFFSET ${offset}`)) }
  const page = `${bind(limit)} OFFSET ${bind(offset)}`
  const most = list.isPlanKept ? knownLimit(limit + offset) : undefined
  const source = most
    ? `SELECT * FROM (${selectBranch(query, branch, String(most))}) AS rows LIMIT ${page}`
    : selectBranch(query, branch, page)
  const name = `${select.label} ${label} ${order.by} ${sortDirections(query)[1]}${most ? ` ${most}` : ''}`
  return { name: order.by.includes('$') ? null : name, text: selectFound(query, source) }
}

/**
 * Selects the rows of a page from the statement that finds them. Sort values become text here, as within that statement they
 * would for each skipped row, too: half of the time of a page at a great offset.
 */
function selectFound({ select }: PageQuery, source: string): string {
  const columns = Object.keys(select.columns).map((name) => `, found."${name}"`)
  return `SELECT found.id${columns.join('')}, found.rank, found.sorted::text AS sorted FROM (${source}) AS found`
}

function rankedStatement(query: PageQuery, branches: readonly Branch[]): Statement {
  const { limit, offset = 0 } = query.page
  const [rankWay, way] = sortDirections(query)
  const source = offset === 0 ? unionOf(query, branches, String(limit)) : rankByRank(query, branches, { limit, offset })
  const text = `${selectFound(query, source)}
    ORDER BY found.rank ${rankWay}, found.sorted ${way}, found.id ${way} LIMIT ${limit}`
  return { name: null, text }
}

const unionOf = (query: PageQuery, branches: readonly Branch[], rows: string) =>
  branches.map((branch) => `(${selectBranch(query, branch, rows)})`).join(' UNION ALL ')

/**
 * The rows of a page by offset. Each rank is asked for what the ranks before it left open, and skips what they did not: to
 * skip rows of one rank takes no sorting, unlike those of several. An empty rank neither counts the rows before it nor
 * looks for its own again.
 */
function rankByRank(
  query: PageQuery,
  branches: readonly Branch[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): string {
  const [, way] = sortDirections(query)
  const ranks = [...new Set(branches.map(({ rank }) => rank))].map((rank) =>
    branches.filter((one) => one.rank === rank),
  )
  const parts = ranks.flatMap((ofRank, at) => {
    const rows = `SELECT * FROM (${unionOf(query, ofRank, String(limit + offset))}) AS rows ORDER BY sorted ${way}, id ${way}`
    if (at === 0) return [`rank_0 AS MATERIALIZED (${rows} LIMIT ${limit} OFFSET ${offset})`]
    const before = ranks.slice(0, at)
    const open = `${limit}${before.map((_, rank) => ` - (SELECT count(*) FROM rank_${rank})`).join('')}`
    const left = `${offset}${before.map((one) => ` - (${countOf(query, one)})`).join('')}`
    const asked = `(SELECT most FROM asked_${at})`
    return [
      `asked_${at} AS MATERIALIZED (SELECT CASE WHEN ${open} > 0 AND (${existsIn(query, ofRank)}) THEN ${open} ELSE 0 END AS most)`,
      `rank_${at} AS MATERIALIZED (${rows} LIMIT ${asked} OFFSET CASE WHEN ${asked} > 0 THEN greatest(0, ${left}) ELSE 0 END)`,
    ]
  })
  return `WITH ${parts.join(', ')} ${ranks.map((_, at) => `SELECT * FROM rank_${at}`).join(' UNION ALL ')}`
}

const existsIn = ({ list: { from } }: PageQuery, branches: readonly Branch[]) =>
  branches.map(({ where }) => `EXISTS (SELECT FROM ${from} WHERE ${where})`).join(' OR ')

const countOf = ({ list: { from } }: PageQuery, branches: readonly Branch[]) =>
  branches.map(({ where }) => `(SELECT count(*) FROM ${from} WHERE ${where})`).join(' + ')

/** Conditions for the rows of a rank that lie between the cursors of a page. */
function cursorConditions({ list: { id }, bind, order, page: { above, below } }: PageQuery, rank: number): string[] {
  const beyond = (cursor: ContentCursor | undefined, sign: 1 | -1) => {
    if (!cursor || (rank - cursor.rank) * sign > 0) return []
    if (rank !== cursor.rank) return ['false']
    const than = order.descending === (sign === 1) ? '<' : '>'
    if (cursor.sorted === null) return [`${id} ${than} ${bind(cursor.id)}`]
    const value = bind(checkedSortValue(order, cursor.sorted))
    return [`(${order.by}, ${id}) ${than} (${value}::${order.type}, ${bind(cursor.id)})`]
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

const VALUE_VALIDATORS: Record<ListOrder['type'], (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  text: () => true,
  timestamptz: isTimestamp,
}

/** Throws `invalid` for a cursor of another list, whose sort value has another type. */
function checkedSortValue({ type }: ListOrder, sorted: string): string {
  if (!VALUE_VALIDATORS[type](sorted)) throw invalidCursor('after')
  return sorted
}
