import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import type { CalendarFrequency, Weekday } from '../../generated/graphql.ts'
import { formatWeekday, localTime } from './eventTimes.ts'

interface Recurrence {
  readonly frequency: CalendarFrequency
  readonly interval: number
  readonly timezone: string
  readonly daysOfWeek: readonly Weekday[]
  readonly count?: number | null | undefined
  /** A local time or day. */
  readonly until?: string | null | undefined
}

interface Repeating {
  /** ISO 8601. */
  readonly startsAt: string
  readonly recurrence: Recurrence
}

interface Repeated {
  /** ISO 8601. */
  readonly startsAt: string
  readonly recurrence?: Recurrence | null | undefined
}

/** The days of the week by their numbers. */
const WEEKDAYS: readonly Weekday[] = [
  ...(['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const),
]

/** 0 for Sunday. */
export const weekdayNumber = (day: Weekday): number => WEEKDAYS.indexOf(day)

/** All days of the week from one with this number on. */
export const weekdaysFrom = (first: number): Weekday[] => [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)]

/** Tells how a series repeats, such as “Every 2 weeks on Monday and Friday at 7:00 PM, 10 times”. */
export function useRecurrenceText(): (event: Repeated) => string {
  const { t, i18n } = useTranslation('calendar')
  const { language } = i18n
  const everyText = ({ startsAt, recurrence }: Repeating) => {
    const { frequency, interval, timezone, daysOfWeek } = recurrence
    const names = daysOfWeek.map((day) => formatWeekday(language, weekdayNumber(day), 'long'))
    const formatOf = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: timezone }).format(new Date(startsAt))
    const every = t(`recurrence.${frequency}`, {
      count: interval,
      number: formatNumber(language, interval),
      days: new Intl.ListFormat(language).format(names),
      day: formatOf({ day: 'numeric' }).replace('.', ''),
      date: formatOf({ day: 'numeric', month: 'long' }),
    })
    return t('recurrence.at', { every, time: formatOf({ timeStyle: 'short' }) })
  }
  return ({ startsAt, recurrence }) => {
    if (!recurrence) return ''
    const at = everyText({ startsAt, recurrence })
    const { count, until } = recurrence
    if (count) return t('recurrence.times', { at, count, number: formatNumber(language, count) })
    return until ? t('recurrence.until', { at, date: formatUntil(language, until) }) : at
  }
}

/** The last day of a series, whatever the zone of the person is. */
const formatUntil = (language: string, until: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${until.slice(0, 10)}T00:00Z`),
  )

/** The day of the week of a time in a zone. */
export function weekdayIn(time: Date, zone: string): Weekday {
  const number = new Date(`${localTime(time, zone)}Z`).getUTCDay()
  return WEEKDAYS[number] ?? 'MONDAY'
}
