import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addDays, addMonths, dayOf, formatMonth, startOfDay } from '../../components/events/eventTimes.ts'
import { useNow } from '../../components/events/useNow.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { CalendarEventListFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { DayEvents } from './AgendaView.tsx'
import { CALENDAR_EVENTS, EVENT_LIST } from './documents.ts'
import { eventsByDay } from './eventsByDay.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { weeksOf } from './monthDays.ts'
import type { CalendarSearch } from './search.ts'
import { useCalendarChanges } from './useCalendarChanges.ts'

/** The most of a page of the graph. */
const PAGE = 100

interface MonthViewProps {
  readonly search: CalendarSearch
  readonly onChange: (changed: CalendarSearch) => void
}

/** What the address asks for, with defaults. */
function readSearch({ month, day, source }: CalendarSearch, today: string) {
  const shown = month ?? day?.slice(0, 7) ?? today.slice(0, 7)
  return { month: shown, day: day?.startsWith(shown) ? day : defaultDay(today, shown), source: source ?? 'MINE' }
}

/** A month in the person's own zone, and the events of one of its days. */
export function MonthView({ search, onChange }: MonthViewProps) {
  const { i18n } = useTranslation()
  const today = dayOf(new Date(useNow()))
  const { month, day, source } = readSearch(search, today)
  const weeks = weeksOf(month, i18n.language)
  const days = weeks.flat()
  const since = startOfDay(days[0] ?? today).toISOString()
  const until = startOfDay(addDays(days.at(-1) ?? today, 1)).toISOString()
  const variables = { source, first: PAGE, since, until }
  const { data, refusal, reload, fetchMore } = usePanel(CALENDAR_EVENTS, variables)
  useCalendarChanges(reload)
  const list = getFragmentData(EVENT_LIST, data?.calendarEvents)
  const events = eventsByDay(list?.edges.map(({ node }) => node) ?? [])
  return (
    <Stack gap="md">
      <MonthHead month={month} onChange={onChange} />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      <MonthGrid isLoading={!list && !refusal} {...{ month, weeks, today, events, onChange }} selected={day} />
      {list && (
        <MonthFoot
          list={list}
          day={day}
          events={events.get(day) ?? []}
          onMore={(after) => fetchMore({ ...variables, after })}
        />
      )}
    </Stack>
  )
}

interface MonthFootProps {
  readonly list: CalendarEventListFragment
  readonly day: string
  /** The events of the day. */
  readonly events: readonly CalendarEventListFragment['edges'][number]['node'][]
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
}

/** How many events there are, and those of the chosen day. */
function MonthFoot({ list, day, events, onMore }: MonthFootProps) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <LoadMore pageInfo={list.pageInfo} onMore={onMore} />
      <Text size="sm" role="status">
        {list.totalCount === 0 ? t('month.empty') : t('month.count', { count: list.totalCount })}
      </Text>
      {events.length > 0 && <DayEvents day={day} events={events} />}
    </>
  )
}

/** Today, or in another month its first day. */
const defaultDay = (today: string, month: string) => (today.startsWith(month) ? today : `${month}-01`)

interface MonthHeadProps {
  readonly month: string
  readonly onChange: (changed: CalendarSearch) => void
}

function MonthHead({ month, onChange }: MonthHeadProps) {
  const { t, i18n } = useTranslation('calendar')
  const go = (to: string | undefined) => onChange({ month: to, day: undefined })
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h4" aria-live="polite">
        {formatMonth(i18n.language, month)}
      </Title>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => go(undefined)}>
          {t('month.today')}
        </Button>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('month.previous')}
          onClick={() => go(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={30} aria-label={t('month.next')} onClick={() => go(addMonths(month, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
