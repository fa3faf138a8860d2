import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Frequencies as RFC 5545 names them. */
export const FREQUENCIES = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const
export type Frequency = keyof typeof FREQUENCIES

/** How a series repeats: each `interval` units of time, on the wall clock of a time zone. */
export type Recurrence = {
  readonly frequency: Frequency
  readonly interval: number
  /** Name of an IANA time zone. */
  readonly timezone: string
  /** Of a weekly series alone. */
  readonly daysOfWeek?: Weekday[] | undefined
  /** None for a series without an end. */
  readonly end?: RecurrenceEnd | undefined
}

type RecurrenceEnd = {
  readonly type: 'afterDate' | 'afterOccurrences'
  /** Number of dates. */
  readonly count?: number | undefined
  /** The last local date, or date and time, at which a date of the series can start. */
  readonly date?: string | undefined
}

/** The rule of a series, as `parseRecurrence` has made it. */
export const recurrenceOf = ({ recurrence }: Pick<CalendarEvent, 'recurrence'>): Recurrence => Object(recurrence)

/** The first start of a series, and how it repeats. */
export interface SeriesRule {
  readonly startsAt: Date
  readonly recurrence: Recurrence
}

/** One date of a series. */
export interface SeriesDate {
  readonly startsAt: Date
  /** The start on the wall clock of the series, `2026-03-29T02:30`, which may be a time that the zone skips. */
  readonly localStartsAt: string
}

/** The wall clock of a time zone at a time. */
export const localTimeOf = (time: Date, timezone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone).toPlainDateTime()

/**
 * The time at which a wall clock shows a local time: later by the gap if the zone skips it, the first one if it comes
 * twice (RFC 5545, 3.3.5).
 */
export const timeOf = (local: Temporal.PlainDateTime, timezone: string): Date =>
  new Date(local.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds)

export const weekdayOf = (local: Temporal.PlainDateTime): Weekday => WEEKDAYS[local.dayOfWeek - 1] ?? 'MO'

/** The last local time at which a series can start; undefined for one that ends otherwise or never. A date means all of it. */
function lastLocalStart({ end }: Recurrence): Temporal.PlainDateTime | undefined {
  if (end?.type !== 'afterDate' || end.date === undefined) return undefined
  return end.date.includes('T')
    ? Temporal.PlainDateTime.from(end.date)
    : Temporal.PlainDate.from(end.date).toPlainDateTime('23:59:59.999')
}

/**
 * The time of the last date that a series with an end by date can have; undefined for other series. All dates are at one time
 * of day, so this is exact even if the clock skips the time of the end.
 */
export function lastStart({ startsAt, recurrence }: SeriesRule): Date | undefined {
  const until = lastLocalStart(recurrence)
  if (!until) return undefined
  const { timezone } = recurrence
  const sameDay = until.withPlainTime(localTimeOf(startsAt, timezone).toPlainTime())
  const isLater = Temporal.PlainDateTime.compare(sameDay, until) > 0
  return timeOf(isLater ? sameDay.subtract({ days: 1 }) : sameDay, timezone)
}

/** RFC 5545 names clocks without a zone; the library expands them as if they were UTC, so that no local time is skipped. */
const onClock = (local: Temporal.PlainDateTime) => local.toZonedDateTime('UTC')

/** Bounds the search for a rule that never matches again. */
const MAX_ITERATIONS = 10_000

function ruleOf({ startsAt, recurrence }: SeriesRule): RRuleTemporal<Temporal.ZonedDateTime> {
  const { frequency, interval, timezone, daysOfWeek, end } = recurrence
  const until = lastLocalStart(recurrence)
  return new RRuleTemporal({
    temporal: Temporal,
    freq: FREQUENCIES[frequency],
    interval,
    wkst: 'MO',
    tzid: 'UTC',
    dtstart: onClock(localTimeOf(startsAt, timezone)),
    maxIterations: MAX_ITERATIONS,
    cache: false,
    ...(frequency === 'weekly' && daysOfWeek && { byDay: [...daysOfWeek] }),
    ...(end?.type === 'afterOccurrences' && end.count !== undefined && { count: end.count }),
    ...(until && { until: onClock(until) }),
  })
}

/** The dates of a series from one time to another, both included, in their order; at most `limit`. */
export function datesBetween(rule: SeriesRule, from: Date, to: Date, limit: number): SeriesDate[] {
  const { timezone } = rule.recurrence
  // A skipped local time is moved by its gap, which is at most a day: the bounds are checked on the real clock.
  const after = onClock(localTimeOf(from, timezone)).subtract({ days: 1 })
  const before = onClock(localTimeOf(to, timezone)).add({ days: 1 })
  const found = ruleOf(rule)
    .between(after, before, true)
    .map((clock) => dateAt(clock.toPlainDateTime(), timezone))
    .filter(({ startsAt }) => startsAt >= from && startsAt <= to)
  return found.slice(0, limit)
}

const dateAt = (local: Temporal.PlainDateTime, timezone: string): SeriesDate => ({
  startsAt: timeOf(local, timezone),
  localStartsAt: localText(local),
})

/** A local time as rows have it, to the minute or as exactly as it is. */
export const localText = (local: Temporal.PlainDateTime): string => local.toString({ smallestUnit: 'millisecond' })

/** Whether a series has dates after a time. */
export const goesOnAfter = (rule: SeriesRule, time: Date): boolean =>
  ruleOf(rule).next(onClock(localTimeOf(time, rule.recurrence.timezone)), false) !== null

/** The stored form of a rule that clients give. Throws `invalid` for an unknown zone, a wrong end and a start beside the rule. */
export function parseRecurrence(given: Recurrence, startsAt: Date): Recurrence {
  const { frequency, interval, timezone, daysOfWeek, end } = given
  assertTimezone(timezone)
  if (daysOfWeek && daysOfWeek.length > 0 && frequency !== 'weekly')
    throw refused('recurrence.daysOfWeek must only be given for a weekly series', 'wrong_combination')
  const start = localTimeOf(startsAt, timezone)
  const recurrence: Recurrence = {
    frequency,
    interval,
    timezone,
    ...(frequency === 'weekly' && { daysOfWeek: daysOfSeries(daysOfWeek, start) }),
    ...(end && { end: parseEnd(end) }),
  }
  const last = lastLocalStart(recurrence)
  if (last && Temporal.PlainDateTime.compare(last, start) < 0)
    throw refused('recurrence.end.date must not be before the start', 'wrong_order')
  return recurrence
}

/** Messages begin with the path of the field. */
const refused = (message: string, reason: 'not_a_date' | 'wrong_combination' | 'wrong_order' | 'unknown_value') =>
  invalid(message.replace(/ .*$/s, '').split('.'), message, reason)

function daysOfSeries(days: readonly Weekday[] | undefined, start: Temporal.PlainDateTime): Weekday[] {
  const first = weekdayOf(start)
  if (!days || days.length === 0) return [first]
  if (!days.includes(first))
    throw refused('recurrence.daysOfWeek must contain the weekday of the start', 'wrong_combination')
  return WEEKDAYS.filter((day) => days.includes(day))
}

function parseEnd({ type, count, date }: RecurrenceEnd): RecurrenceEnd {
  if (type === 'afterOccurrences') {
    if (count === undefined) throw refused('recurrence.end.count must be given', 'wrong_combination')
    return { type, count }
  }
  if (date === undefined) throw refused('recurrence.end.date must be given', 'wrong_combination')
  assertLocalTime(date)
  return { type, date }
}

function assertLocalTime(text: string): void {
  try {
    Temporal.PlainDateTime.from(text, { overflow: 'reject' })
  } catch {
    throw refused('recurrence.end.date must be a date that exists', 'not_a_date')
  }
}

/** Zones by an offset would not follow the rules of a place. */
const OFFSET = /^[+-]/

function assertTimezone(timezone: string): void {
  try {
    if (OFFSET.test(timezone)) throw new RangeError(timezone)
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw refused('recurrence.timezone must be the name of an IANA time zone', 'unknown_value')
  }
}
