import { Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, formatDay, formatWeekday } from '../../components/events/eventTimes.ts'
import { useDayTexts } from '../../components/events/useDayTexts.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { CalendarEventListFragment } from '../../generated/graphql.ts'
import './month.css'
import { weekdaysOf } from './monthDays.ts'
import type { CalendarSearch } from './search.ts'

type ListedEvent = CalendarEventListFragment['edges'][number]['node']

interface MonthGridProps {
  /** Such as `2026-12`. */
  readonly month: string
  readonly weeks: readonly (readonly string[])[]
  readonly today: string
  /** The day whose events are listed below. */
  readonly selected: string
  /** By their days. */
  readonly events: ReadonlyMap<string, readonly ListedEvent[]>
  /** Whether the events are still being read; the days can be walked through meanwhile. */
  readonly isLoading: boolean
  readonly onChange: (changed: CalendarSearch) => void
}

/** Days by which keys move. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The weeks of a month as a table, whose days are reached by the arrow keys, too. */
export function MonthGrid({ month, weeks, today, selected, events, isLoading, onChange }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const toFocus = useRef<string | null>(null)
  // The link of a day in another month is there once the address has changed.
  useEffect(() => {
    const link = toFocus.current && table.current?.querySelector<HTMLElement>(`[data-day="${toFocus.current}"]`)
    if (!link) return
    link.focus()
    toFocus.current = null
  })
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    if (step === undefined || day === undefined) return
    event.preventDefault()
    const next = addDays(day, step)
    if (!weeks.flat().includes(next)) onChange({ month: next.slice(0, 7), day: next })
    toFocus.current = next
    setWanted(next)
  }
  const reachable = wanted !== null && weeks.flat().includes(wanted) ? wanted : selected
  return (
    <table ref={table} className="month" aria-busy={isLoading} onKeyDown={move}>
      <WeekdayHead />
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-other={!day.startsWith(month) || undefined}
                data-today={day === today || undefined}
                data-selected={day === selected || undefined}
              >
                <DayCell
                  day={day}
                  isToday={day === today}
                  isReachable={day === reachable}
                  events={events.get(day) ?? []}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WeekdayHead() {
  const { i18n } = useTranslation()
  return (
    <thead>
      <tr>
        {weekdaysOf(i18n.language).map((weekday) => (
          <th key={weekday} scope="col" abbr={formatWeekday(i18n.language, weekday, 'long')}>
            {formatWeekday(i18n.language, weekday, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Events of a day that are shown in its cell. */
const MOST = 3

interface DayCellProps {
  readonly day: string
  readonly isToday: boolean
  /** Whether the tab key stops at it. */
  readonly isReachable: boolean
  readonly events: readonly ListedEvent[]
}

function DayCell({ day, isToday, isReachable, events }: DayCellProps) {
  const { t, i18n } = useTranslation('calendar')
  const name = formatDay(i18n.language, day)
  const label = events.length > 0 ? t('month.day', { day: name, count: events.length }) : name
  const more = t('month.more', { count: events.length - MOST })
  const link = { to: '/calendar', replace: true, resetScroll: false } as const
  const search = (before: CalendarSearch) => ({ ...before, view: undefined, month: day.slice(0, 7), day })
  return (
    <>
      <RouteLink
        {...link}
        search={search}
        className="monthDay"
        underline="never"
        data-day={day}
        tabIndex={isReachable ? 0 : -1}
        aria-label={label}
        {...(isToday && { 'aria-current': 'date' as const })}
      >
        {Number(day.slice(8))}
      </RouteLink>
      <ul className="plainList monthEvents">
        {events.slice(0, MOST).map((event) => (
          <li key={event.id}>
            <MonthEvent event={event} day={day} />
          </li>
        ))}
      </ul>
      {events.length > MOST && (
        <RouteLink {...link} search={search} className="monthEvents" size="xs" aria-label={`${more} · ${name}`}>
          {more}
        </RouteLink>
      )}
      <span className="monthDots" aria-hidden>
        {events.slice(0, MOST).map(({ id }) => (
          <span key={id} />
        ))}
      </span>
    </>
  )
}

interface MonthEventProps {
  readonly event: ListedEvent
  readonly day: string
}

const MonthEvent = ({ event, day }: MonthEventProps) => {
  const dayTexts = useDayTexts()
  return (
    <RouteLink
      to="/calendar/$eventId"
      params={{ eventId: event.id }}
      className="monthEvent"
      underline="never"
      c="inherit"
      size="xs"
      data-draft={event.isDraft || undefined}
      data-followed={event.viewerInterest.isFollowing || undefined}
    >
      <Text span inherit c="dimmed">
        {dayTexts.short(event, day)}
      </Text>{' '}
      {event.title}
    </RouteLink>
  )
}
