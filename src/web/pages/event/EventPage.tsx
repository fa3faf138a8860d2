import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { GonePage } from '../../components/GonePage.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { useSeen } from '../../components/useSeen.ts'
import type { EventPageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { DatesPanel } from './DatesPanel.tsx'
import { EVENT, EVENT_CHANGES, EVENT_DETAILS, EVENT_INTEREST } from './documents.ts'
import { EventFacts } from './EventFacts.tsx'
import { EventHead } from './EventHead.tsx'
import { EventInstancesPanel } from './EventInstancesPanel.tsx'

/** An event, one date of a series, or a series: when it is, what it is about, and what one can do with it. */
export function EventPage() {
  const { eventId } = useParams({ from: '/shell/calendar/$eventId' })
  // Another event has nothing in common with the one before.
  return <OneEvent key={eventId} eventId={eventId} />
}

function OneEvent({ eventId }: { readonly eventId: string }) {
  const { data, refusal, reload } = usePanel(EVENT_DETAILS, { eventId })
  const event = getFragmentData(EVENT, data?.calendarEvent)
  const seriesId = getFragmentData(EVENT_INTEREST, event)?.series?.id
  const seen = useSeen(event)
  useLive(EVENT_CHANGES, event ? { groupId: event.group.id } : null, ({ calendarChanged: change }) => {
    const isGone = change.eventId === eventId && !change.calendarEvent
    if (isGone || change.eventId === seriesId) reload()
  })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !event) return seen ? <GoneEvent title={seen.title} /> : <NotFoundPage />
  return (
    <Stack gap="md">
      <PageTitle>{event ? `${event.title} · Plaza` : 'Plaza'}</PageTitle>
      {event ? <EventHead event={event} /> : <DetailSkeleton />}
      <EventPanels eventId={eventId} event={event} />
    </Stack>
  )
}

interface EventPanelsProps {
  readonly eventId: string
  /** Undefined until it was read. */
  readonly event: EventPageFragment | null | undefined
}

const EventPanels = ({ eventId, event }: EventPanelsProps) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
      <Stack gap="md">
        <EventInstancesPanel eventId={eventId} groupId={event?.group.viewerCanSeeInside ? event.group.id : null} />
        <DatesPanel eventId={eventId} groupId={event && event.kind !== 'SINGLE' ? event.group.id : null} />
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
      {event && <EventFacts event={event} />}
    </Grid.Col>
  </Grid>
)

/** In place of an event that was deleted, or hidden from the person, while they looked at it. */
function GoneEvent({ title }: { readonly title: string }) {
  const { t } = useTranslation('calendar')
  return (
    <GonePage title={t('gone.title', { title })} windowTitle={t('gone.pageTitle')} text={t('gone.text')}>
      <RouteButton to="/calendar" mt="sm">
        {t('gone.calendar')}
      </RouteButton>
    </GonePage>
  )
}
