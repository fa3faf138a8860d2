import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { formatDateTime } from '../../formats.ts'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const EVENTS = graphql(`
  query HomeEvents {
    discoverCalendarEvents(first: 6) {
      edges {
        cursor
        node {
          id
          title
          startsAt
          isLive
          group {
            id
            name
          }
        }
      }
    }
  }
`)

/** Events that are on, or begin next. */
export function TodayPanel() {
  const { t, i18n } = useTranslation('home')
  const { data, refusal, isLoading, reload } = usePanel(EVENTS, {})
  const events = data?.discoverCalendarEvents.edges
  return (
    <Panel
      title={t('events.title')}
      isLoading={isLoading && !events}
      refusal={refusal}
      onRetry={reload}
      empty={events?.length === 0 && t('events.empty')}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {events?.map(({ node }) => (
          <li key={node.id}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" fw={600} lineClamp={1}>
                {node.title}
              </Text>
              {node.isLive && <Badge color="red">{t('events.live')}</Badge>}
            </Group>
            <Text size="xs" c="dimmed">
              {formatDateTime(i18n.language, node.startsAt)} · {node.group.name}
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
