import { addMilliseconds, DAY, HOUR } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/failure.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

/** A span of time, without its end. */
export interface TimeSpan {
  readonly from: Date
  readonly before: Date | null
  /** Whether events that began earlier are listed, too, if they end within the span or later. */
  readonly includesOngoing?: boolean
}

/** No event takes longer, so that those that go on at a time have begun within it. */
export const MAX_DURATION = 7 * DAY

/** PostgreSQL reads no later ones in the format of the driver. */
const LAST_YEAR = 9_999

/** Unlike `Date.UTC`, this takes the years 1 to 99 as they are. */
function startOfMonth(time: Date, monthsLater: number): Date {
  const start = new Date(time)
  start.setUTCHours(0, 0, 0, 0)
  start.setUTCMonth(time.getUTCMonth() + monthsLater, 1)
  return start
}

/** How long past events are listed if no month is asked for. */
const PAST = 30 * DAY

/** The month, by the UTC clock, that contains a time; without one all from 30 days ago on. */
export function listedSpan({ now }: Pick<ViewerScope, 'now'>, month: Date | null): TimeSpan {
  if (!month) return { from: addMilliseconds(now, -PAST), before: null }
  const from = startOfMonth(month, 0)
  const before = startOfMonth(month, 1)
  return { from, before: before.getUTCFullYear() > LAST_YEAR ? null : before }
}

/** Which events of a list are asked for by their start; with nothing given, all from 30 days ago on. */
export interface AskedTimes {
  /** A time in the month to list, by the UTC clock. Not with the others. */
  readonly month?: Date | null | undefined
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
  /** Whether events that began earlier and have not ended by then are listed, too. */
  readonly includeOngoing?: boolean | null | undefined
}

/** The span of time that is asked for. Throws `invalid` for a month with other bounds, and for an end that is not after the start. */
export function askedSpan(scope: Pick<ViewerScope, 'now'>, { includeOngoing, ...asked }: AskedTimes): TimeSpan {
  const span = boundsOf(scope, asked)
  return includeOngoing ? { ...span, includesOngoing: true } : span
}

function boundsOf(scope: Pick<ViewerScope, 'now'>, { month, since, until }: AskedTimes): TimeSpan {
  if (!since && !until) return listedSpan(scope, month ?? null)
  if (month) throw invalid('month', 'month must not be given with since or until', 'wrong_combination')
  if (since && until && until <= since) throw invalid('until', 'until must be after since', 'wrong_order')
  return { from: since ?? listedSpan(scope, null).from, before: until ?? null }
}

/** The start of the day on a clock that is so many hours ahead of UTC. */
export function startOfDay(now: Date, utcOffset: number): Date {
  const local = addMilliseconds(now, utcOffset * HOUR)
  const intoDay = ((local.getTime() % DAY) + DAY) % DAY
  return addMilliseconds(now, -intoDay)
}
