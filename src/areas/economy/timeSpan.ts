import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'

/** A time of which something is read, with both of its ends. */
export interface TimeSpan {
  readonly from: Date
  readonly until: Date
}

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
