import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EventRow } from '../../components/events/EventRow.tsx'
import { dayOf, formatDay, startOfDay } from '../../components/events/eventTimes.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { CalendarEventListFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { CALENDAR_EVENTS, EVENT_LIST } from './documents.ts'
import { eventsByDay } from './eventsByDay.ts'
import type { CalendarSearch } from './search.ts'
import { useCalendarChanges } from './useCalendarChanges.ts'

type ListedEvent = CalendarEventListFragment['edges'][number]['node']

/**
 * The days from one on with their events. While there are further pages, days after the start of the last event are left
 * out, as those may bring more events of them.
 */
function listedDays({ edges, pageInfo }: CalendarEventListFragment, from: string) {
  const events = edges.map(({ node }) => node)
  const lastStart = dayOf(events.at(-1)?.startsAt ?? new Date())
  const isListed = (day: string) => day === from || (day > from && (!pageInfo.hasNextPage || day <= lastStart))
  return [...eventsByDay(events)].filter(([day]) => isListed(day)).sort(([one], [other]) => one.localeCompare(other))
}

const PAGE = 30

/** The events from today on, or from another day on, page after page. */
export function AgendaView({ search }: { readonly search: CalendarSearch }) {
  const { t } = useTranslation('calendar')
  const [today] = useState(() => dayOf(new Date()))
  const source = search.source ?? 'MINE'
  const from = search.day ?? today
  const variables = { source, first: PAGE, since: startOfDay(from).toISOString() }
  const { data, refusal, reload, fetchMore } = usePanel(CALENDAR_EVENTS, variables)
  useCalendarChanges(reload)
  const list = getFragmentData(EVENT_LIST, data?.calendarEvents)
  if (refusal && !list) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!list) return <ListSkeleton />
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {list.totalCount === 0 ? t(`empty.${source}`) : t('count', { count: list.totalCount })}
      </Text>
      {list.totalCount === 0 && (
        <RouteLink to="/calendar" search={{ view: 'discover' }} size="sm">
          {t('empty.discover')}
        </RouteLink>
      )}
      {listedDays(list, from).map(([day, events]) => (
        <DayEvents key={day} day={day} events={events} />
      ))}
      <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ ...variables, after })} />
    </Stack>
  )
}

interface DayEventsProps {
  readonly day: string
  readonly events: readonly ListedEvent[]
}

/** The events of a day. */
export function DayEvents({ day, events }: DayEventsProps) {
  const { i18n } = useTranslation()
  const title = formatDay(i18n.language, day)
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <Stack component="ul" gap="sm" className="plainList">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} day={day} />
          </li>
        ))}
      </Stack>
    </Paper>
  )
}

const ListSkeleton = () => (
  <Stack gap="md" aria-hidden>
    <Skeleton h={120} radius="lg" />
    <Skeleton h={120} radius="lg" />
    <Skeleton h={80} radius="lg" />
  </Stack>
)
