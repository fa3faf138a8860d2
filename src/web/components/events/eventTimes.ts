/** Times of events on the wall clocks of time zones. Days are texts such as `2026-12-05`, local times `2026-12-05T19:00`. */

/** The name of the person's own time zone, such as Europe/Berlin. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Names of all time zones that the browser knows, with one that may have another spelling. */
export const zoneNames = (known: string): string[] =>
  [...new Set(['UTC', known, ...Intl.supportedValuesOf('timeZone')])].sort((one, other) => one.localeCompare(other))

/** Minutes and below. */
const CLOCK = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The local time that the wall clock of a zone shows at a time. */
export function localTime(time: Date | string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { ...CLOCK, timeZone: zone }).formatToParts(new Date(time))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Milliseconds that the wall clock of a zone is ahead of UTC at a time. */
const offsetAt = (time: number, zone: string): number =>
  Date.parse(`${localTime(new Date(time), zone)}Z`) - Math.floor(time / MINUTE) * MINUTE

/**
 * The time at which the wall clock of a zone shows a local time: the first one if it comes twice, and later by the gap if the
 * clock skips it, as the server has it. Null for a text that is no time.
 */
export function timeOfLocal(local: string, zone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  const before = offsetAt(asUtc - DAY, zone)
  const candidates = [before, offsetAt(asUtc + DAY, zone)].map((offset) => asUtc - offset)
  const shown = candidates.filter((time) => localTime(new Date(time), zone) === local.slice(0, 16))
  return new Date(shown.length > 0 ? Math.min(...shown) : asUtc - before)
}

/** The day on which a time is, in the person's own zone. */
export const dayOf = (time: Date | string): string => localTime(time, ownZone()).slice(0, 10)

/** The first moment of a day in the person's own zone. */
export const startOfDay = (day: string): Date => timeOfLocal(`${day}T00:00`, ownZone()) ?? new Date()

/** A day so many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY).toISOString().slice(0, 10)

/** A month such as `2026-12`, so many months later. */
export function addMonths(month: string, count: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()

/** Monday in most places; the browser tells where its language is spoken, as far as it is the language of the page. */
export function firstWeekday(language: string): number {
  const locale = navigator.languages.find((one) => one.slice(0, 2) === language) ?? language
  const { firstDay } = Object(Object(new Intl.Locale(locale)).getWeekInfo?.())
  if (typeof firstDay === 'number') return firstDay % 7
  return language === 'en' ? 0 : 1
}

/** A day of the calendar as such, without a zone. */
const ofDay = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })

/** A day, such as “Saturday, December 5, 2026”. */
export const formatDay = (language: string, day: string): string =>
  ofDay(language, { dateStyle: 'full' }).format(new Date(`${day}T00:00Z`))

/** A month, such as “December 2026”. */
export const formatMonth = (language: string, month: string): string =>
  ofDay(language, { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00Z`))

/** 1970 began with a Thursday. */
const SUNDAY = 3

/** The name of a day of the week, 0 for Sunday. */
export const formatWeekday = (language: string, weekday: number, length: 'short' | 'long'): string =>
  ofDay(language, { weekday: length }).format(new Date((SUNDAY + weekday) * DAY))

/** The time of day in the person's own zone, such as “7:00 PM”. */
export const formatTime = (language: string, time: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(time))

export interface Span {
  /** ISO 8601. */
  readonly startsAt: string
  /** ISO 8601. */
  readonly endsAt: string
}

/** The days on which an event goes on, in the person's own zone. What ends at midnight does not reach into the next day. */
export function daysOf({ startsAt, endsAt }: Span): readonly string[] {
  const days = [dayOf(startsAt)]
  const last = dayOf(new Date(Date.parse(endsAt) - 1))
  for (let day = addDays(dayOf(startsAt), 1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const WHOLE = {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** From when until when, such as “Sat, Dec 5, 2026, 7:00 – 9:00 PM”, in the person's own zone or another one. */
export const formatSpan = (language: string, { startsAt, endsAt }: Span, zone = ownZone()): string =>
  new Intl.DateTimeFormat(language, { ...WHOLE, timeZone: zone }).formatRange(new Date(startsAt), new Date(endsAt))

/** A start, such as “Sat, Dec 5, 2026, 7:00 PM”. */
export const formatStart = (language: string, startsAt: string): string =>
  new Intl.DateTimeFormat(language, WHOLE).format(new Date(startsAt))

/** A zone with how far it is from UTC at a time, such as “Europe/Berlin (GMT+1)”. */
export function formatZone(language: string, zone: string, time: Date | string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')?.value
  return `${zone.replaceAll('_', ' ')} (${offset ?? 'UTC'})`
}

/** Whether the clocks of two zones show the same at a time. */
export const showsSameTime = (one: string, other: string, time: string): boolean =>
  localTime(time, one) === localTime(time, other)

/** Whether an event goes on at a time in milliseconds. */
export const isLiveAt = ({ startsAt, endsAt }: Span, now: number): boolean =>
  Date.parse(startsAt) <= now && now < Date.parse(endsAt)
