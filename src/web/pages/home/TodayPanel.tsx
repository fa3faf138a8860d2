import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EventRow } from '../../components/events/EventRow.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const EVENTS = graphql(`
  query HomeEvents {
    discoverCalendarEvents(first: 6) {
      edges {
        cursor
        node {
          id
          ...EventRow
        }
      }
    }
  }
`)

/** Events that are on, or begin next. */
export function TodayPanel() {
  const { t } = useTranslation('home')
  const { data, refusal, isLoading, reload } = usePanel(EVENTS, {})
  const events = data?.discoverCalendarEvents.edges
  return (
    <Panel
      title={t('events.title')}
      isLoading={isLoading && !events}
      refusal={refusal}
      onRetry={reload}
      aside={
        <RouteLink to="/calendar" size="sm">
          {t('events.all')}
        </RouteLink>
      }
      empty={events?.length === 0 && t('events.empty')}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {events?.map(({ node }) => (
          <li key={node.id}>
            <EventRow event={node} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
