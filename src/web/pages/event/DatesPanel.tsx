import { Badge, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../../components/events/eventTimes.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { EVENT_DATE_CHANGES, EVENT_DATE_LIST, EVENT_DATES, EVENT_DATES_QUERY } from './documents.ts'

interface DatesPanelProps {
  readonly eventId: string
  /** Null until it is known, and for an event that takes place once. */
  readonly groupId: string | null
}

/** The next dates of a series, page after page; nothing for an event that takes place once. */
export function DatesPanel({ eventId, groupId }: DatesPanelProps) {
  const { t, i18n } = useTranslation('calendar')
  const [since] = useState(() => new Date().toISOString())
  const variables = { eventId, since }
  const { data, refusal, reload, fetchMore } = usePanel(EVENT_DATES_QUERY, variables)
  useLive(EVENT_DATE_CHANGES, groupId ? { groupId, ...variables } : null)
  const event = getFragmentData(EVENT_DATES, data?.calendarEvent)
  const list = getFragmentData(EVENT_DATE_LIST, event?.series?.occurrences ?? event?.occurrences)
  // Whether it is a series is not known before.
  if (!list && !refusal) return null
  if (list?.totalCount === 0 && !event?.series) return null
  return (
    <ListPanel
      title={t('dates.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      empty={t('dates.empty')}
    >
      <Stack component="ul" gap="xs" className="plainList">
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <Group gap="xs">
              <RouteLink
                to="/calendar/$eventId"
                params={{ eventId: node.id }}
                size="sm"
                fw={node.id === eventId ? 700 : 400}
                {...(node.id === eventId && { 'aria-current': 'page' as const })}
              >
                {formatSpan(i18n.language, node)}
              </RouteLink>
              {node.isException && (
                <Badge variant="light" color="gray">
                  {t('dates.changed', { title: node.title })}
                </Badge>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}
