import { useTranslation } from 'react-i18next'
import { daysOf, formatTime, type Span } from './eventTimes.ts'

interface DayTexts {
  /** When an event begins, or that it goes on from another day, such as “Until 9:00 PM”. */
  readonly short: (event: Span, day: string) => string
  /** From when until when an event is, of one over several days such as “Until 9:00 PM, day 2 of 2”. */
  readonly long: (event: Span, day: string) => string
}

/** Tells when an event is on one of the days that it covers. */
export function useDayTexts(): DayTexts {
  const { t, i18n } = useTranslation('calendar')
  const [start, end] = [
    ({ startsAt }: Span) => formatTime(i18n.language, startsAt),
    ({ endsAt }: Span) => formatTime(i18n.language, endsAt),
  ]
  const later = (event: Span, day: string, last: string | undefined) =>
    day === last ? t('onDay.until', { time: end(event) }) : t('onDay.whole')
  return {
    short: (event, day) => {
      const days = daysOf(event)
      return day === days[0] ? start(event) : later(event, day, days.at(-1))
    },
    long: (event, day) => {
      const days = daysOf(event)
      if (days.length === 1) return `${start(event)} – ${end(event)}`
      const times = day === days[0] ? t('onDay.from', { time: start(event) }) : later(event, day, days.at(-1))
      return t('onDay.number', { times, number: days.indexOf(day) + 1, total: days.length })
    },
  }
}
