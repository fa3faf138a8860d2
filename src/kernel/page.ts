import { invalid } from './failure.ts'

export const invalidCursor = (field: string) =>
  invalid(field, `${field} must be a cursor of this list`, 'cursor_invalid')

/** A page by offset: `limit` 1 to 100 (300 for favorites), `offset` zero-based. */
export interface OffsetPage {
  limit: number
  offset: number
}

/** The values of a row in the columns by which its list is sorted. */
export type KeysetKey = readonly (Date | number | string)[]
/** Key of a list sorted by one unique text. */
export type TextKey = readonly [text: string]
/** Key of a list sorted by a time, then by id. */
export type TimeKey = readonly [time: Date, id: string]
/** Key of a list sorted by a whole number, then by id. */
export type WeightKey = readonly [weight: number, id: string]

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
type KeysetColumns = readonly [column: string, tieBreaker?: string]

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
