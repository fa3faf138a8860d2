import { invalid } from './failure.ts'

export const noCursor = (field: string) => invalid(field, `${field} must be a cursor of this list`)

/**
 * The time in a cursor, in ISO 8601 and to the millisecond. Clients can write cursors, too: throws `invalid` for a time
 * that no day has, or that PostgreSQL does not know.
 */
export function momentIn(field: string, text: string | undefined): Date {
  const at = new Date(text ?? '')
  if (Number.isNaN(at.getTime()) || at.toISOString() !== text || at.getUTCFullYear() < 1) throw noCursor(field)
  return at
}

/** A window of a list: `limit` 1 to 100 (300 where the contract says so), `offset` zero-based. */
export interface Page {
  limit: number
  offset: number
}

/** Where a row stands in a list that is ordered by a time and then by id. */
export interface Moment {
  readonly at: Date
  readonly id: string
}

/** A part of a list that goes back in time; forth from its end where it is inverted. */
export interface Stretch {
  readonly earlierThan?: Moment | undefined
  readonly laterThan?: Moment | undefined
  readonly inverted?: boolean
  readonly limit: number
}

/** The ends of a stretch of rows that have `createdAt` and `id`, as a filter of Prisma: by an index it begins where it is. */
export const createdBetween = ({ earlierThan, laterThan }: Stretch) => [
  ...(earlierThan
    ? [{ createdAt: { lte: earlierThan.at }, NOT: { createdAt: earlierThan.at, id: { gte: earlierThan.id } } }]
    : []),
  ...(laterThan
    ? [{ createdAt: { gte: laterThan.at }, NOT: { createdAt: laterThan.at, id: { lte: laterThan.id } } }]
    : []),
]
