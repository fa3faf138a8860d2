import { Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { calendarGroupsOf } from '../../components/events/calendarGroups.ts'
import { formatZone, ownZone } from '../../components/events/eventTimes.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { usePanel } from '../../graph/hooks.ts'
import { AgendaView } from './AgendaView.tsx'
import { DiscoverView } from './DiscoverView.tsx'
import { OWN_CALENDAR_GROUPS } from './documents.ts'
import { MonthView } from './MonthView.tsx'
import { type CalendarSearch, type CalendarView, SOURCES, VIEWS } from './search.ts'

/** Events of the person's groups and followed ones by month and by day, and public ones to discover. */
export function CalendarPage() {
  const { t, i18n } = useTranslation('calendar')
  const search = useSearch({ from: '/shell/calendar' })
  const navigate = useNavigate({ from: '/calendar' })
  const change = (changed: CalendarSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const tabs = VIEWS.map((name) => ({ name, label: t(`views.${name}`) }))
  const view = search.view ?? 'month'
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          <Text size="xs" c="dimmed">
            {t('zone', { zone: formatZone(i18n.language, ownZone(), new Date()) })}
          </Text>
        </div>
        <NewEventButton />
      </Group>
      <PageTabs label={t('views.label')} tabs={tabs} active={view} onOpen={(next) => change({ view: next })}>
        <View view={view} search={search} onChange={change} />
      </PageTabs>
    </Stack>
  )
}

interface ViewProps {
  readonly view: CalendarView
  readonly search: CalendarSearch
  readonly onChange: (changed: CalendarSearch) => void
}

function View({ view, search, onChange }: ViewProps) {
  if (view === 'discover') return <DiscoverView search={search} onChange={onChange} />
  return (
    <Stack gap="md">
      <SourceSelect search={search} onChange={onChange} />
      {view === 'month' ? <MonthView search={search} onChange={onChange} /> : <AgendaView search={search} />}
    </Stack>
  )
}

function SourceSelect({ search, onChange }: Omit<ViewProps, 'view'>) {
  const { t } = useTranslation('calendar')
  return (
    <FilterSelect
      label={t('source')}
      maw={320}
      value={search.source ?? 'MINE'}
      choices={SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
      onChange={(source) => onChange({ source })}
    />
  )
}

/** For those who may create events in one of their groups. */
function NewEventButton() {
  const { t } = useTranslation('calendar')
  const { data } = usePanel(OWN_CALENDAR_GROUPS, {})
  const isManager = calendarGroupsOf(data?.viewer).length > 0
  return isManager ? <RouteButton to="/calendar/new">{t('new')}</RouteButton> : null
}
