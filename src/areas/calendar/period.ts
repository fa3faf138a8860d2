import { addMilliseconds, DAY, HOUR } from '../../kernel/clock.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

/** A span of time, without its end. */
export interface TimeSpan {
  readonly from: Date
  readonly before: Date | null
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

/** The start of the day on a clock that is so many hours ahead of UTC. */
export function startOfDay(now: Date, utcOffset: number): Date {
  const local = addMilliseconds(now, utcOffset * HOUR)
  const intoDay = ((local.getTime() % DAY) + DAY) % DAY
  return addMilliseconds(now, -intoDay)
}
