import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import {
  datesBetween,
  FREQUENCIES,
  lastStart,
  localTimeOf,
  recurrenceOf,
  type SeriesRule,
  timeOf,
} from '../series/recurrence.ts'
import { type FileOptions, seriesEventLines, type WrittenEvent } from './event.ts'
import { type FileLine, localLine, utcLine, utcValue, zonedLine } from './text.ts'
import { timezoneLines } from './timezone.ts'

/** A date of a series that was edited, added or deleted by itself. */
type ExceptionalDate = WrittenEvent & Pick<CalendarEvent, 'localStartsAt'>

export interface WrittenSeries extends WrittenEvent, Pick<CalendarEvent, 'recurrence'> {}

/** The dates of a series that are not as its rule says. */
export interface SeriesExceptions {
  /** Those that the reader sees. */
  readonly shown: readonly ExceptionalDate[]
  /** Those that were deleted, or that the reader does not see. */
  readonly hidden: readonly ExceptionalDate[]
}

/**
 * The time zone and the components of a series: the rule, and each of its exceptional dates. Dates that the reader does not
 * see are left out, those beside the rule without a trace.
 */
export function seriesLines(
  options: FileOptions,
  series: WrittenSeries,
  exceptions: SeriesExceptions,
): readonly FileLine[] {
  const recurrence = recurrenceOf(series)
  const { timezone } = recurrence
  const { startsAt } = series
  const { isByRule } = comparisonWith({ startsAt, recurrence }, [...exceptions.shown, ...exceptions.hidden])
  const added = exceptions.shown.filter((date) => !isByRule(date))
  const left = exceptions.hidden.filter(isByRule)
  return [
    ...timezoneLines(timezone, startsAt),
    ...seriesEventLines(options, series, [
      ...firstTimes(series, timezone),
      ruleLine({ startsAt, recurrence }),
      ...added.map((date) => originLine('RDATE', timezone, date)),
      ...left.map((date) => originLine('EXDATE', timezone, date)),
    ]),
    ...exceptions.shown.flatMap((date) =>
      seriesEventLines(options, date, [
        originLine('RECURRENCE-ID', timezone, date),
        zonedLine('DTSTART', timezone, date.startsAt),
        zonedLine('DTEND', timezone, date.endsAt),
      ]),
    ),
  ]
}

/** The first date of the rule. Readers count its end from its start by elapsed time for all others (RFC 5545, 3.8.5.3). */
function firstTimes({ startsAt, endsAt }: WrittenSeries, timezone: string): FileLine[] {
  const local = localTimeOf(startsAt, timezone)
  const first = timeOf(local, timezone)
  const end = addMilliseconds(first, endsAt.getTime() - startsAt.getTime())
  return [localLine('DTSTART', timezone, local), zonedLine('DTEND', timezone, end)]
}

/** The line of a rule, with what readers would otherwise derive from the start, as some do not. */
function ruleLine({ startsAt, recurrence }: SeriesRule): FileLine {
  const { frequency, interval, timezone, daysOfWeek, end } = recurrence
  const { day, month } = localTimeOf(startsAt, timezone)
  const last = lastStart({ startsAt, recurrence })
  const parts = {
    FREQ: FREQUENCIES[frequency],
    INTERVAL: interval,
    WKST: 'MO',
    ...(frequency === 'weekly' && daysOfWeek && { BYDAY: daysOfWeek.join(',') }),
    ...(frequency === 'yearly' && { BYMONTH: month }),
    ...((frequency === 'monthly' || frequency === 'yearly') && { BYMONTHDAY: day }),
    ...(end?.count !== undefined && { COUNT: end.count }),
    ...(last && { UNTIL: utcValue(frequency === 'yearly' ? yearlyUntil(last, timezone) : last) }),
  }
  const rule = Object.entries(parts).map(([name, value]) => `${name}=${value}`)
  return `RRULE:${rule.join(';')}`
}

/**
 * UNTIL of a yearly rule with this last start: not before the UTC start of the year that the clock of the zone shows then.
 * ical.js compares that year with the UTC year of UNTIL, and finds no date if the rule has no other one.
 */
function yearlyUntil(last: Date, timezone: string): Date {
  const newYear = Date.UTC(localTimeOf(last, timezone).year, 0, 1)
  return new Date(Math.max(last.getTime(), newYear))
}

/** Which of these dates the rule of a series has. */
function comparisonWith(rule: SeriesRule, dates: readonly ExceptionalDate[]) {
  const origins = dates.map(originOf)
  const [first, last] = [Math.min(...origins), Math.max(...origins)]
  const found = dates.length === 0 ? [] : datesBetween(rule, new Date(first), new Date(last), Number.POSITIVE_INFINITY)
  const times = new Set(found.map(({ startsAt }) => startsAt.getTime()))
  return { isByRule: (date: ExceptionalDate) => times.has(originOf(date)) }
}

const originOf = ({ originalStartsAt, startsAt }: ExceptionalDate): number => (originalStartsAt ?? startsAt).getTime()

/**
 * A line that names a date of a series: by its wall clock, as readers do that expand the rule, so that a date whose time the
 * zone skips has the time of the rule; or by UTC where that would name another date.
 */
function originLine(name: string, timezone: string, date: ExceptionalDate): FileLine {
  const time = new Date(originOf(date))
  const local = date.localStartsAt ? Temporal.PlainDateTime.from(date.localStartsAt) : localTimeOf(time, timezone)
  const isSame = timeOf(local, timezone).getTime() === time.getTime()
  return isSame ? localLine(name, timezone, local) : utcLine(name, time)
}
