import { Prisma } from '../../generated/prisma/client.ts'
import type { KeysetPage } from '../page.ts'

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
  /** The values of all keys together are unique. */
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

/** A rank of a list: rows that meet its condition come before those of later ranks. */
export interface Rank {
  readonly where: Prisma.Sql
  /** `kept` for a rank whose best plan does not depend on its values, in a list whose plan otherwise does. */
  readonly plan?: 'kept'
}

/** A list of which each row meets the condition of exactly one rank. Its order is that of the rows within a rank. */
export interface RankedList extends SqlList {
  readonly ranks: readonly Rank[]
}

/** The rows of a list, in no order. */
export type UnorderedList = Omit<SqlList, 'order'>

/** Values of the sort keys of a row, null where it has none. */
type ListKey = readonly (Date | number | string | null)[]

/** The place of a row in a list with ranks. */
export interface RankedKey {
  readonly rank: number
  readonly values: ListKey
}

/** A page by offset or by keys. A greater key comes later in the list; `descending` reads the list from its end. */
export interface ListPage<K = ListKey> extends KeysetPage<K> {
  readonly offset?: number
  /**
   * Number of the rows of a list without branches, where it is known without counting them: a page by offset near
   * the end is then found by way of the last rows.
   */
  readonly length?: Prisma.Sql
}

/** What is read of each row of a page. */
export interface PageColumns {
  /** SELECT list: columns of the table by its alias, those of `columns`, `sort0`, `sort1` …, and `rank` of a ranked list. */
  readonly select: Prisma.Sql
  /** Alias of the rows of the page in place of that of the list. */
  readonly alias?: string
  /** Joins to the rows of the page, which neither add rows nor leave any out. */
  readonly joins?: Prisma.Sql
}

const TRUE = Prisma.raw('true')
const FALSE = Prisma.raw('false')

/** The rank of all rows, for a list that has no other. */
export const ONE_RANK: readonly Rank[] = [{ where: TRUE }]

/** Conditions combined by AND. A condition that contains OR must stand in parentheses. */
export function allConditions(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const deciding = conditions.filter((condition) => condition !== TRUE)
  return deciding.length === 0 ? TRUE : Prisma.join(deciding, ' AND ')
}

/** Condition of the rows of a list. */
export const conditionOf = (list: UnorderedList): Prisma.Sql => allConditions([anyOf(branchesOf(list)), ...list.where])

const anyOf = ([first, ...others]: readonly [Prisma.Sql, ...Prisma.Sql[]]) =>
  others.length === 0 ? first : Prisma.sql`(${Prisma.join([first, ...others], ' OR ')})`

/** SELECT of a page of a list in its order. */
export const pageSql = (
  list: SqlList,
  page: ListPage,
  { select, alias = list.alias, joins = Prisma.empty }: PageColumns,
): Prisma.Sql =>
  Prisma.sql`SELECT ${select} FROM (${rowsOfPage(list, page)}) AS ${Prisma.raw(alias)} ${joins}
    ORDER BY ${orderOf(list, page, alias)}`

/** ORDER BY list for the rows of `rowsOfPage`; `alias` is the table alias of these rows. */
export const orderOf = ({ order }: SqlList, page: ListPage, alias?: string): Prisma.Sql =>
  Prisma.raw(
    order
      .map(({ descending = false }, at) => {
        const key = alias === undefined ? `sort${at}` : `${alias}.sort${at}`
        return `${key} ${descending === page.descending ? 'ASC' : 'DESC'}`
      })
      .join(', '),
  )

/** SELECT of the rows of a page with their sort keys, in no particular order. */
export function rowsOfPage(list: SqlList, page: ListPage): Prisma.Sql {
  const { limit, offset = 0, length } = page
  if (length) return rowsFromEnd(list, page, length)
  const range = offset === 0 ? limitOf(limit) : Prisma.sql`${limitOf(limit)} OFFSET ${number(offset)}`
  const known = knownLimit(list, limit + offset)
  const [branch, ...others] = branchesOf(list)
  if (others.length === 0) {
    const rows = branchSql(list, page, branch, known ?? range)
    return known ? Prisma.sql`SELECT * FROM (${rows}) AS rows ${range}` : rows
  }
  const end = known ?? limitOf(limit + offset)
  const rows = [branch, ...others].map((one) => Prisma.sql`(${branchSql(list, page, one, end)})`)
  return Prisma.sql`SELECT * FROM (${Prisma.join(rows, ' UNION ALL ')}) AS rows ORDER BY ${orderOf(list, page)} ${range}`
}

const number = (value: number) => Prisma.sql`${value}::bigint`
const limitOf = (rows: number) => Prisma.sql`LIMIT ${number(rows)}`

/** The condition of each branch. Without `branches` a list has all rows; with an empty array of them it has none. */
function branchesOf({ branches: [first, ...others] = [TRUE] }: UnorderedList): readonly [Prisma.Sql, ...Prisma.Sql[]] {
  return [first ?? FALSE, ...others]
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
  const rows = branchSql(list, reversed, TRUE, range)
  return Prisma.sql`WITH rest AS MATERIALIZED (SELECT greatest(0, ${length} - ${number(offset)}) AS rows)
    SELECT * FROM (${rows}) AS rows ${knownLimit(list, limit) ?? limitOf(limit)}`
}

const KNOWN_LIMITS = [128, 256, 512, 1_024]

/**
 * A limit for the text of a prepared statement: PostgreSQL takes a plan for a limit that is a parameter for dearer than one
 * for a small limit, and so would plan each time. The limits of pages themselves would be too many statements. None far from
 * the start of a list.
 */
function knownLimit({ plan }: SqlList, rows: number): Prisma.Sql | undefined {
  const most = plan === 'custom' ? undefined : KNOWN_LIMITS.find((limit) => limit >= rows)
  return most === undefined ? undefined : Prisma.raw(`LIMIT ${most}`)
}

/** The rows of a branch that lie between the bounds of a page. */
function branchSql(list: SqlList, page: ListPage, branch: Prisma.Sql, range: Prisma.Sql): Prisma.Sql {
  const { alias, from, columns, order, where } = list
  const selected = [
    Prisma.raw(`${alias}.*`),
    ...(columns ? [columns] : []),
    ...order.map(({ by }, at) => Prisma.sql`${by} AS ${Prisma.raw(`sort${at}`)}`),
  ]
  return Prisma.sql`SELECT ${Prisma.join(selected)} FROM ${from}
    WHERE ${allConditions([branch, ...where, ...boundsOf(list, page)])} ORDER BY ${orderOf(list, page)} ${range}`
}

/** Conditions of the rows that lie between the bounds of a page. */
const boundsOf = ({ order }: SqlList, { above, below }: ListPage): Prisma.Sql[] => [
  ...(above ? [beyondKey(order, above, true)] : []),
  ...(below ? [beyondKey(order, below, false)] : []),
]

/** Condition of the rows that come later than a key, or earlier. */
function beyondKey(order: readonly SortKey[], values: ListKey, isLater: boolean): Prisma.Sql {
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
    last ? Prisma.sql`${last.by} ${last.than} ${last.value}` : FALSE,
  )
}

/** The rows of one rank that lie between the bounds of a page. */
interface PageOfRank {
  readonly list: SqlList
  readonly page: ListPage
}

/** The ranks that a page may have rows of, in the order of the page. Rows have the number of their rank as `rank`. */
export function ranksOf(list: RankedList, page: ListPage<RankedKey>): PageOfRank[] {
  const { above, below } = page
  const [first, last] = [above?.rank ?? 0, below?.rank ?? list.ranks.length - 1]
  const numbers = list.ranks.map((_, number) => number).filter((number) => first <= number && number <= last)
  const bound = (key: RankedKey | undefined, rank: number) => (key?.rank === rank ? key.values : undefined)
  const found = numbers.map((rank) => ({
    list: listOfRank(list, rank),
    page: { ...page, above: bound(above, rank), below: bound(below, rank) },
  }))
  return page.descending ? found.reverse() : found
}

function listOfRank({ ranks, plan: planOfList, columns, ...list }: RankedList, number: number): SqlList {
  const { where = FALSE, plan = planOfList } = ranks[number] ?? {}
  return {
    ...list,
    where: [where, ...list.where],
    columns: Prisma.join([...(columns ? [columns] : []), Prisma.raw(`${number} AS rank`)]),
    ...(plan === 'custom' && { plan }),
  }
}

/** Escapes the wildcards of LIKE, so that a pattern finds them literally. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
