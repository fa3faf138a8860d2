import { Badge, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../../components/events/eventTimes.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { EVENT_CHANGES, EVENT_DATE_LIST, EVENT_DATES } from './documents.ts'

interface DatesPanelProps {
  readonly eventId: string
  /** Null until it is known. */
  readonly groupId: string | null
}

/** The next dates of a series, page after page; nothing for an event that takes place once. */
export function DatesPanel({ eventId, groupId }: DatesPanelProps) {
  const { t, i18n } = useTranslation('calendar')
  const [since] = useState(() => new Date().toISOString())
  const variables = { eventId, since }
  const { data, refusal, reload, fetchMore } = usePanel(EVENT_DATES, variables)
  useLive(EVENT_CHANGES, groupId ? { groupId } : null, ({ calendarChanged }) => {
    if (calendarChanged.kind !== 'INTEREST') reload()
  })
  const event = data?.calendarEvent
  const list = getFragmentData(EVENT_DATE_LIST, event?.series?.occurrences ?? event?.occurrences)
  if (!list || (list.totalCount === 0 && !event?.series)) return null
  return (
    <ListPanel
      title={t('dates.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      empty={t('dates.empty')}
    >
      <Stack component="ul" gap="xs" className="plainList" aria-live="polite">
        {list.edges.map(({ node }) => (
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
