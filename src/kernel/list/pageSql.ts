import { Prisma } from '../../generated/prisma/client.ts'
import type { KeysetKey, KeysetPage } from '../page.ts'

/** An expression by which a list is sorted, and the SQL type of its values in cursors. */
export interface SortKey {
  readonly by: Prisma.Sql
  readonly type: 'bigint' | 'real' | 'text' | 'timestamptz'
  readonly descending?: boolean
}

/** Sort keys by columns of the table `alias`, such as `{ createdAt: 'timestamptz', id: 'text' }`. */
export const sortKeys = (alias: string, columns: Readonly<Record<string, SortKey['type']>>): readonly SortKey[] =>
  Object.entries(columns).map(([name, type]) => ({ by: Prisma.raw(`${alias}."${name}"`), type }))

/** A list of rows of a table, declared once: pages by offset or by cursor, pages of several parents, and its length follow. */
export interface SqlList {
  /** Alias of the table in `from`. */
  readonly alias: string
  /** FROM clause: the table with its alias, and joins that decide which rows are listed. */
  readonly from: Prisma.Sql
  /** Conditions of all rows, combined by AND. */
  readonly where: readonly Prisma.Sql[]
  /** Conditions of which each row meets exactly one. Each is read by an index of its own, like a list by itself. */
  readonly branches?: readonly Prisma.Sql[]
  /** Conditions of which each row meets exactly one, in the order of the list: rows that meet an earlier one come first. */
  readonly ranks?: readonly Prisma.Sql[]
  /** Within a rank; the values of all keys together are unique. */
  readonly order: readonly SortKey[]
  /** Selected with the columns of the table, such as `f.id AS "favoriteId"`. */
  readonly columns?: Prisma.Sql
  /**
   * `custom` for a list whose best plan depends on its values, as a rare text or tag is found by another index than a
   * frequent one, or whose filters can be combined to very many statements.
   */
  readonly plan?: 'custom'
  /** Of a longer list no more rows than these are counted, each branch by an index of its own. */
  readonly countedAtMost?: number
}

/** The rows of a list, in no order. */
export type UnorderedList = Omit<SqlList, 'order'>

/** The place of a row in a list with ranks. */
export interface RankedKey {
  readonly rank: number
  /** Values of the sort keys, null where rows of the rank have none. */
  readonly values: readonly (Date | number | string | null)[]
}

/** A page by offset or by keys. A greater key comes later in the list; `descending` reads the list from its end. */
export interface ListPage extends KeysetPage<KeysetKey | RankedKey> {
  readonly offset?: number
  /**
   * Number of the rows of a list without ranks and branches, where it is known without counting them: a page by offset near
   * the end is then found by way of the last rows.
   */
  readonly length?: Prisma.Sql
}

/** What is read of each row of a page. */
export interface PageColumns {
  /** SELECT list: columns of the table by its alias, those of `columns`, `rank`, `sort0`, `sort1` … by their names. */
  readonly select: Prisma.Sql
  /** Alias of the rows of the page in place of that of the list. */
  readonly alias?: string
  /** Joins to the rows of the page, which neither add rows nor leave any out. */
  readonly joins?: Prisma.Sql
}

const TRUE = Prisma.raw('true')

export const allConditions = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0 ? TRUE : Prisma.join([...conditions], ' AND ')

/** Condition of the rows of a list. */
export const conditionOf = ({ where, branches = [], ranks = [] }: UnorderedList): Prisma.Sql =>
  allConditions([...anyOf(branches), ...anyOf(ranks), ...where])

const anyOf = (conditions: readonly Prisma.Sql[]) =>
  conditions.length === 0 ? [] : [Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`]

/** SELECT of a page of a list in its order. */
export const pageSql = (
  list: SqlList,
  page: ListPage,
  { select, alias = list.alias, joins = Prisma.empty }: PageColumns,
): Prisma.Sql =>
  Prisma.sql`SELECT ${select} FROM (${rowsOfPage(list, page)}) AS ${Prisma.raw(alias)} ${joins}
    ORDER BY ${orderOf(list, page, alias)}`

/** ORDER BY list for the rows of `rowsOfPage`, as a table of this alias. */
export function orderOf(list: SqlList, page: ListPage, alias: string): Prisma.Sql {
  const sorted = sortOf(list, page, `${alias}.`)
  return (list.ranks ?? []).length > 1
    ? Prisma.sql`${Prisma.raw(`${alias}.rank ${page.descending ? 'DESC' : 'ASC'}`)}, ${sorted}`
    : sorted
}

/** ORDER BY list for the rows of a rank. */
const sortOf = ({ order }: SqlList, page: ListPage, prefix = ''): Prisma.Sql =>
  Prisma.raw(
    order
      .map(({ descending = false }, at) => `${prefix}sort${at} ${descending === page.descending ? 'ASC' : 'DESC'}`)
      .join(', '),
  )

/** SELECT of the rows of a page with their sort keys, in no particular order. Later ranks are read only for a page that is not full. */
export function rowsOfPage(list: SqlList, page: ListPage): Prisma.Sql {
  const { limit, offset = 0, length } = page
  if (length) return rowsFromEnd(list, page, length)
  const range = { limit: number(limit), offset: offset === 0 ? null : number(offset) }
  const [first, ...others] = ranksOf(list, page)
  if (!first) return branchSql(list, page, { rank: 0, conditions: [Prisma.raw('false')] }, Prisma.empty)
  if (others.length === 0) return rankSql(list, page, first, { ...range, most: knownLimit(list, limit + offset) })
  const ranks = [first, ...others]
  const parts = ranks.map(
    (rank, at) => Prisma.sql`${partName(at)} AS MATERIALIZED (
    ${rankSql(list, page, rank, at === 0 ? range : restOf(list, page, ranks.slice(0, at)))})`,
  )
  const all = ranks.map((_, at) => Prisma.sql`SELECT * FROM ${partName(at)}`)
  return Prisma.sql`WITH ${Prisma.join(parts)} ${Prisma.join(all, ' UNION ALL ')}`
}

/** The rows of a page by way of the last rows of a list. The last limit is there for the plan, which else takes them for many. */
function rowsFromEnd(
  list: SqlList,
  { length: _, limit, offset = 0, ...page }: ListPage,
  length: Prisma.Sql,
): Prisma.Sql {
  const reversed = { ...page, limit, descending: !page.descending }
  const range = Prisma.sql`
    LIMIT (SELECT least(rows, ${number(limit)}) FROM rest) OFFSET (SELECT greatest(rows - ${number(limit)}, 0) FROM rest)`
  const rows = branchSql(list, reversed, { rank: 0, conditions: list.where }, range)
  return Prisma.sql`WITH rest AS MATERIALIZED (SELECT greatest(0, ${length} - ${number(offset)}) AS rows)
    SELECT * FROM (${rows}) AS rows LIMIT ${knownLimit(list, limit) ?? limit}`
}

const number = (value: number) => Prisma.sql`${value}::bigint`
const partName = (at: number) => Prisma.raw(`part${at}`)

/** How many rows of a rank are read, and behind how many. */
interface Range {
  readonly limit: Prisma.Sql
  readonly offset: Prisma.Sql | null
  /** A number of rows that the range does not exceed, for the text of the statement. */
  readonly most?: Prisma.Sql | undefined
}

const KNOWN_LIMITS = [128, 256, 512, 1_024]

/**
 * A limit for the text of a prepared statement: PostgreSQL takes a plan for a limit that is a parameter for dearer than one
 * for a small limit, and so would plan each time. The limits of pages themselves would be too many statements. None far from
 * the start of a list.
 */
function knownLimit({ plan }: SqlList, rows: number): Prisma.Sql | undefined {
  const most = plan === 'custom' ? undefined : KNOWN_LIMITS.find((limit) => limit >= rows)
  return most === undefined ? undefined : Prisma.raw(String(most))
}

/** The range that the ranks before one leave open. None of its rows are skipped, once they have a row of the page. */
function restOf({ from }: SqlList, { limit, offset = 0 }: ListPage, before: readonly PageRank[]): Range {
  const found = sumOf(before.map((_, at) => Prisma.sql`(SELECT count(*) FROM ${partName(at)})`))
  const open = Prisma.sql`greatest(0, ${number(limit)} - ${found})`
  if (offset === 0) return { limit: open, offset: null }
  const conditions = before.flatMap(({ branches }) => branches)
  const rows = sumOf(conditions.map((all) => Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${allConditions(all)})`))
  return {
    limit: open,
    offset: Prisma.sql`CASE WHEN ${found} > 0 THEN 0 ELSE greatest(0, ${number(offset)} - ${rows}) END`,
  }
}

const sumOf = (numbers: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...numbers], ' + ')})`

/** The rows of a rank that lie between the bounds of a page: the conditions of each branch. */
interface PageRank {
  readonly rank: number
  readonly branches: readonly (readonly Prisma.Sql[])[]
}

/** The ranks that a page may have rows of, in the order of the page. */
function ranksOf(list: SqlList, page: ListPage): PageRank[] {
  const { where, branches = [TRUE] } = list
  const ranks = list.ranks && list.ranks.length > 1 ? list.ranks : [TRUE]
  const found = ranks.flatMap((condition, rank): PageRank[] => {
    const bounds = boundsOf(list, page, rank)
    if (bounds === null) return []
    const conditions = branches.map((branch) => [branch, condition, ...where, ...bounds])
    return [{ rank, branches: conditions.map((all) => all.filter((one) => one !== TRUE)) }]
  })
  return page.descending ? found.reverse() : found
}

/** The rows of a rank. Each branch reads those up to the end of the page at most. */
function rankSql(
  list: SqlList,
  page: ListPage,
  { rank, branches }: PageRank,
  { limit, offset, most }: Range,
): Prisma.Sql {
  const range = offset === null ? Prisma.sql`LIMIT ${limit}` : Prisma.sql`LIMIT ${limit} OFFSET ${offset}`
  const [first = [], ...others] = branches
  const known = most === undefined ? null : Prisma.sql`LIMIT ${most}`
  if (others.length === 0) {
    const rows = branchSql(list, page, { rank, conditions: first }, known ?? range)
    return known ? Prisma.sql`SELECT * FROM (${rows}) AS rows ${range}` : rows
  }
  const end = known ?? (offset === null ? range : Prisma.sql`LIMIT ${limit} + ${offset}`)
  const rows = branches.map((conditions) => Prisma.sql`(${branchSql(list, page, { rank, conditions }, end)})`)
  return Prisma.sql`SELECT * FROM (${Prisma.join(rows, ' UNION ALL ')}) AS rows ORDER BY ${sortOf(list, page)} ${range}`
}

interface Branch {
  readonly rank: number
  readonly conditions: readonly Prisma.Sql[]
}

function branchSql(list: SqlList, page: ListPage, { rank, conditions }: Branch, range: Prisma.Sql): Prisma.Sql {
  const { alias, from, columns, order } = list
  const selected = [
    Prisma.raw(`${alias}.*`),
    ...(columns ? [columns] : []),
    ...order.map(({ by }, at) => Prisma.sql`${by} AS ${Prisma.raw(`sort${at}`)}`),
    ...(list.ranks ? [Prisma.raw(`${rank} AS rank`)] : []),
  ]
  return Prisma.sql`SELECT ${Prisma.join(selected)} FROM ${from} WHERE ${allConditions(conditions)}
    ORDER BY ${sortOf(list, page)} ${range}`
}

/** Conditions of the rows of a rank that lie between the bounds of a page; null if none can. */
function boundsOf({ order }: SqlList, { above, below }: ListPage, rank: number): Prisma.Sql[] | null {
  const bounds = [
    ...(above ? [{ key: rankedKey(above), sign: 1 }] : []),
    ...(below ? [{ key: rankedKey(below), sign: -1 }] : []),
  ]
  if (bounds.some(({ key, sign }) => (rank - key.rank) * sign < 0)) return null
  return bounds.flatMap(({ key, sign }) => (key.rank === rank ? [beyondKey(order, key, sign === 1)] : []))
}

const rankedKey = (key: KeysetKey | RankedKey): RankedKey => ('rank' in key ? key : { rank: 0, values: key })

/** Condition of the rows that come later than a key, or earlier. */
function beyondKey(order: readonly SortKey[], { values }: RankedKey, isLater: boolean): Prisma.Sql {
  const keys = order.flatMap(({ by, type, descending = false }, at) => {
    const value = values[at]
    if (value === null || value === undefined) return []
    const than = Prisma.raw(descending === isLater ? '<' : '>')
    return [{ by, than, descending, value: Prisma.sql`${value}::${Prisma.raw(type)}` }]
  })
  const [first] = keys
  if (first && keys.every(({ descending }) => descending === first.descending)) {
    const [columns, bounds] = [keys.map(({ by }) => by), keys.map(({ value }) => value)]
    return Prisma.sql`(${Prisma.join(columns)}) ${first.than} (${Prisma.join(bounds)})`
  }
  const [last, ...earlier] = keys.reverse()
  return earlier.reduce(
    (rest, { by, than, value }) => Prisma.sql`(${by} ${than} ${value} OR ${by} = ${value} AND ${rest})`,
    last ? Prisma.sql`${last.by} ${last.than} ${last.value}` : Prisma.raw('false'),
  )
}

/** Escapes the wildcards of LIKE, so that a pattern finds them literally. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
