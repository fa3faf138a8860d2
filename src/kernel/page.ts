import type { Prisma } from '../generated/prisma/client.ts'
import type { NamedQuery } from './database.ts'
import { invalid } from './failure.ts'

export const invalidCursor = (field: string) =>
  invalid(field, `${field} must be a cursor of this list`, 'cursor_invalid')

/** A page by offset: `limit` 1 to 100 (300 for favorites), `offset` zero-based. */
export interface OffsetPage {
  limit: number
  offset: number
}

/** The values of a row in the columns by which its list is sorted. */
export type KeysetKey = readonly (Date | string)[]
/** Key of a list sorted by one unique text. */
export type TextKey = readonly [text: string]
/** Key of a list sorted by a time, then by id. */
export type TimeKey = readonly [time: Date, id: string]

/** A page of a sorted list, bounded by keys instead of an offset: the last page costs no more than the first. */
export interface KeysetPage<K = KeysetKey> {
  /** Only rows whose key is greater. */
  readonly above?: K | undefined
  /** Only rows whose key is less. */
  readonly below?: K | undefined
  readonly descending: boolean
  readonly limit: number
}

/** The columns by which a list is sorted; together they are unique. */
export type KeysetColumns = readonly [column: string, tieBreaker?: string]

/** Prisma conditions of a page, to be combined by AND. They can use an index on the columns. */
export const keysetWhere = ({ above, below }: KeysetPage, columns: KeysetColumns) => [
  ...(above ? [beyondKey(columns, above, 'gt')] : []),
  ...(below ? [beyondKey(columns, below, 'lt')] : []),
]

const OPPOSITE = { gt: 'lte', lt: 'gte' } as const

function beyondKey([column, tieBreaker]: KeysetColumns, [value, tie]: KeysetKey, than: 'gt' | 'lt') {
  if (tieBreaker === undefined) return { [column]: { [than]: value } }
  const ties = { [column]: value, [tieBreaker]: { [OPPOSITE[than]]: tie } }
  return { [column]: { [`${than}e`]: value }, NOT: ties }
}

/** Prisma's `orderBy` of a page. */
export const keysetOrder = ({ descending }: KeysetPage, columns: KeysetColumns) =>
  columns.flatMap((column) => (column === undefined ? [] : [{ [column]: descending ? 'desc' : 'asc' } as const]))

/** Adds a value to the parameters of a SQL statement and returns its placeholder. */
export type BindParameter = (value: unknown) => string

/** Collects the values of a statement in the order of its parameters. */
export function createBindings(): { readonly values: readonly unknown[]; readonly bind: BindParameter } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** The text of an SQL fragment, with its values among the parameters of a statement. */
export const bindSql = ({ strings, values }: Prisma.Sql, bind: BindParameter): string =>
  strings.map((text, at) => (at === 0 ? text : bind(values[at - 1]) + text)).join('')

/** A list that belongs to a parent row, such as the worlds of an author. */
export interface PerParentList {
  /** Prefix of the statement's name; direction and bounds of the page follow. */
  readonly name: string
  readonly table: string
  readonly alias: string
  /** Selected columns, qualified by the alias. */
  readonly select: string
  /** The columns that identify a row's parent, each with its values for all parents. */
  readonly parents: Readonly<Record<string, readonly string[]>>
  readonly where: (bind: BindParameter) => string
  readonly columns: KeysetColumns
  /** Joins the table to another one, by which rows may be left out, and whose columns have other names. */
  readonly innerJoin?: (bind: BindParameter) => string
  /** Joins to the rows of a page, which neither add rows nor leave any out. */
  readonly joins?: string | undefined
}

/** Reads one page of the list of each parent, in one statement, at most `page.limit` rows per parent. */
export function pagePerParent<Row>(read: NamedQuery, list: PerParentList, page: KeysetPage): Promise<Row[]> {
  const { alias, parents, columns } = list
  const { values, bind } = createBindings()
  const direction = page.descending ? 'DESC' : 'ASC'
  const orderBy = (prefix: string) => columns.map((column) => `${prefix}"${column}" ${direction}`).join(', ')
  const parentColumns = Object.keys(parents).map((column) => `"${column}"`)
  const arrays = Object.values(parents).map((keys) => `${bind(keys)}::text[]`)
  const conditions = [
    ...parentColumns.map((column) => `${column} = parent.${column}`),
    list.where(bind),
    ...keysetConditions(page, columns, bind),
  ]
  const text = `SELECT ${list.select} FROM unnest(${arrays}) AS parent (${parentColumns}) CROSS JOIN LATERAL (
      SELECT * FROM "${list.table}" ${list.innerJoin?.(bind) ?? ''} WHERE ${conditions.join(' AND ')}
      ORDER BY ${orderBy('')} LIMIT ${bind(page.limit)}
    ) AS ${alias} ${list.joins ?? ''} ORDER BY ${orderBy(`${alias}.`)}`
  return read<Row>(`${list.name} ${direction}${page.below ? ' after' : ''}${page.above ? ' before' : ''}`, text, values)
}

/** SQL conditions of a page, to be combined by AND. */
export function keysetConditions({ above, below }: KeysetPage, columns: KeysetColumns, bind: BindParameter): string[] {
  const bindTyped = (value: Date | string) => (value instanceof Date ? `${bind(value)}::timestamptz` : bind(value))
  const beyond = (key: KeysetKey | undefined, than: '<' | '>') =>
    key ? [`(${columns.map((column) => `"${column}"`)}) ${than} (${key.map(bindTyped)})`] : []
  return [...beyond(below, '<'), ...beyond(above, '>')]
}
