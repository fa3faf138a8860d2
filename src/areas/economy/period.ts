import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Units of the length of a subscription or of what is bought for a time. */
export const PERIOD_UNITS = ['day', 'week', 'month', 'year'] as const
type PeriodUnit = (typeof PERIOD_UNITS)[number]

export const isPeriodUnit = (text: string): text is PeriodUnit => PERIOD_UNITS.some((unit) => unit === text)

const MONTHS = { month: 1, year: 12 } as const
const DAYS = { day: 1, week: 7 } as const

/**
 * The time a number of periods later, in UTC. A month after the last day of a longer one ends on the last day: January 31 is
 * followed by February 28. Throws for an unknown unit.
 */
export function addPeriods(from: Date, unit: string, count = 1): Date {
  if (unit === 'day' || unit === 'week') return addMilliseconds(from, DAYS[unit] * count * DAY)
  if (unit === 'month' || unit === 'year') return addMonths(from, MONTHS[unit] * count)
  throw new Error(`${unit} is no period`)
}

function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months)
  // A day that the month does not have has become one of the next month.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}

/** A time of which something is read, with both of its ends. */
export interface TimeSpan {
  readonly from: Date
  readonly until: Date
}

/** From when and until when what a list shows was made; an end that is left out does not narrow it. */
export interface ListedSpan {
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
}

/** The condition for rows that were created in a time. */
export const createdWithin = ({ since, until }: ListedSpan) => ({
  createdAt: { ...(since && { gte: since }), ...(until && { lt: until }) },
})

/** The ends of a time as a request gives them, and what it calls them. */
interface RequestedSpan {
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly names: { readonly from: string; readonly until: string }
}

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

/** The time of a request: it ends now and has 30 days by default. Throws `invalid` for one that ends first, or of more than 366 days. */
export function timeSpanOf({ now }: Pick<Scope, 'now'>, { names, ...given }: RequestedSpan): TimeSpan {
  const until = given.until ?? now
  // No year before 1 is ever asked of the database.
  const from = given.from ?? new Date(Math.max(0, addMilliseconds(until, -DEFAULT_DAYS * DAY).getTime()))
  if (from > until) throw invalid(names.until, `${names.until} must not be before ${names.from}`, 'wrong_order')
  if (until.getTime() - from.getTime() > MAX_DAYS * DAY)
    throw invalid(names.until, `${names.until} must be at most ${MAX_DAYS} days after ${names.from}`, 'too_far_ahead')
  return { from, until }
}
