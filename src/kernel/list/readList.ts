import { Prisma } from '../../generated/prisma/client.ts'
import type { KeysetPage } from '../page.ts'
import type { Scope } from '../scope.ts'
import {
  conditionOf,
  type ListPage,
  orderOf,
  type PageColumns,
  pageSql,
  type RankedKey,
  type RankedList,
  ranksOf,
  rowsOfPage,
  type SqlList,
  type UnorderedList,
} from './pageSql.ts'

type Source = Pick<Scope, 'sql'>

const runOf = ({ sql }: Source, { plan }: Pick<SqlList, 'plan'>) => (plan === 'custom' ? sql.custom : sql)

/** Reads a page of a list in its order. One statement. */
export const readPage = <Row>(source: Source, list: SqlList, page: ListPage, columns: PageColumns): Promise<Row[]> =>
  runOf(source, list)<Row>(pageSql(list, page, columns))

/** A page of a list, and the length of the list. */
export interface CountedPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** Reads a page of a list in its order, and its length. One statement for a page in which the list ends, else two. */
export async function readCountedPage<Row>(
  source: Source,
  list: SqlList,
  page: Omit<ListPage, 'above' | 'below'>,
  columns: PageColumns,
): Promise<CountedPage<Row>> {
  const { limit, offset = 0 } = page
  const rows = await readPage<Row>(source, list, page, columns)
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { rows, total: isLast ? offset + rows.length : await countRows(source, list) }
}

/**
 * Reads a page of a list with ranks in its order. One statement for each rank that the page may have rows of. For a page by
 * offset, another one counts each rank before the last, up to the offset, so that no rank is read that the offset skips.
 */
export async function readRankedPage<Row>(
  source: Source,
  list: RankedList,
  page: ListPage<RankedKey>,
  columns: PageColumns,
): Promise<Row[]> {
  const rows: Row[] = []
  let offset = page.offset ?? 0
  const ranks = ranksOf(list, page)
  for (const rank of ranks) {
    const limit = page.limit - rows.length
    if (limit <= 0) break
    const canBeSkipped = offset > 0 && rank !== ranks.at(-1)
    const skipped = canBeSkipped ? await countRows(source, { ...rank.list, countedAtMost: offset }) : offset
    if (skipped === offset)
      rows.push(...(await readPage<Row>(source, rank.list, { ...rank.page, limit, offset }, columns)))
    offset -= skipped
  }
  return rows
}

/** Number of rows of a list, or `countedAtMost`. One statement. */
export async function countRows(source: Source, list: UnorderedList): Promise<number> {
  const [row] = await runOf(source, list)<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM ${countedRows(list)}`
  return row?.count ?? 0
}

/** FROM clause of the rows of a list that are counted. */
function countedRows(list: UnorderedList): Prisma.Sql {
  const { from, branches = [], countedAtMost } = list
  if (countedAtMost === undefined) return Prisma.sql`${from} WHERE ${conditionOf(list)}`
  const limit = Prisma.sql`LIMIT ${countedAtMost}::bigint`
  const lists = branches.length === 0 ? [list] : branches.map((branch) => ({ ...list, branches: [branch] }))
  const parts = lists.map((part) => Prisma.sql`(SELECT 1 FROM ${from} WHERE ${conditionOf(part)} ${limit})`)
  return Prisma.sql`(SELECT 1 FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part ${limit}) AS counted`
}

/** A list of which each row belongs to a parent: rows have the values of one parent in these columns. */
interface ListOfParents {
  readonly list: SqlList
  /** The values of all parents by column, such as `{ authorId: [...] }`. */
  readonly parents: Readonly<Record<string, readonly string[]>>
}

/** Reads a page of the rows of each parent, at most `page.limit` per parent, in the order of the list. One statement. */
export function readPagePerParent<Row>(
  source: Source,
  { list, parents }: ListOfParents,
  page: KeysetPage,
  { select, joins = Prisma.empty }: PageColumns,
): Promise<Row[]> {
  const alias = Prisma.raw(list.alias)
  const columns = Object.keys(parents).map((name) => Prisma.raw(`"${name}"`))
  const values = Object.values(parents).map((ids) => Prisma.sql`${ids}::text[]`)
  const ofParent = columns.map((column) => Prisma.sql`${alias}.${column} = parent.${column}`)
  const rows = rowsOfPage({ ...list, where: [...ofParent, ...list.where] }, page)
  return runOf(source, list)<Row>`
    SELECT ${select} FROM unnest(${Prisma.join(values)}) AS parent (${Prisma.join(columns)})
    CROSS JOIN LATERAL (${rows}) AS ${alias} ${joins} ORDER BY ${orderOf(list, page, list.alias)}`
}

type Counts = (readonly [key: string, count: number])[]

/** Number of rows of each parent that has any, by the column of the parent. One statement. */
export async function countPerParent(
  source: Source,
  list: SqlList,
  [name, ids]: readonly [column: string, ids: readonly string[]],
): Promise<Counts> {
  const column = Prisma.raw(`${list.alias}."${name}"`)
  const rows = await runOf(source, list)<{ readonly parent: string; readonly count: number }>`
    SELECT ${column} AS parent, count(*)::int AS count FROM ${list.from}
    WHERE ${column} = ANY(${ids}) AND ${conditionOf(list)} GROUP BY ${column}`
  return rows.map(({ parent, count }) => [parent, count])
}

/** One of several lists with equal aliases and orders, and the key that its rows have as `listKey`. */
export interface KeyedList {
  readonly key: string
  readonly list: SqlList
}

/** Reads a page of each of several lists, each in its order. One statement, or none. */
export async function readPages<Row>(
  { sql }: Source,
  lists: readonly KeyedList[],
  page: KeysetPage,
  { select, joins = Prisma.empty }: PageColumns,
): Promise<(Row & { readonly listKey: string })[]> {
  if (lists.length === 0) return []
  const pages = lists.map(({ key, list }) => {
    const columns = { select: Prisma.sql`${key}::text AS "listKey", ${select}`, joins }
    return Prisma.sql`(${pageSql(list, page, columns)})`
  })
  return sql.custom(Prisma.join(pages, ' UNION ALL '))
}

/** Number of rows of each of several lists. One statement, or none. */
export async function countLists({ sql }: Source, lists: readonly KeyedList[]): Promise<Counts> {
  if (lists.length === 0) return []
  const counts = lists.map(
    ({ key, list }) => Prisma.sql`
      SELECT ${key}::text AS key, count(*)::int AS count FROM ${list.from} WHERE ${conditionOf(list)}`,
  )
  const rows = await sql.custom<{ readonly key: string; readonly count: number }>(Prisma.join(counts, ' UNION ALL '))
  return rows.map(({ key, count }) => [key, count])
}

/** Columns that are read by themselves, at most: beyond, whole rows, which a cache may hold, cost less. */
const MAX_COLUMNS = 12

/**
 * SELECT list for the selected columns of a table, by its alias; null where whole rows are read instead: for no selection, a
 * large one, or one with another name than those of `known`.
 */
export function selectedColumns(
  alias: string,
  known: readonly string[],
  selected: ReadonlySet<string> | null,
): Prisma.Sql | null {
  if (selected === null) return null
  const names = known.filter((name) => selected.has(name))
  if (names.length === 0 || names.length < selected.size || names.length > MAX_COLUMNS) return null
  return Prisma.raw(names.map((name) => `${alias}."${name}"`).join(', '))
}
