import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EventRow } from '../../components/events/EventRow.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const GROUP_EVENTS = graphql(`
  fragment GroupEvents on Group {
    id
    calendarEvents(first: 20, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          endsAt
          ...EventRow
        }
      }
    }
  }
`)

const EVENTS = graphql(`
  query GroupEventList($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...GroupEvents
    }
  }
`)

const CHANGES = graphql(`
  subscription GroupEventListChanges($groupId: ID!, $more: String, $initial: Boolean) {
    calendarChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...GroupEvents
      }
    }
  }
`)

/** Events of a group that are to come. */
export function EventsTab({ groupId }: { readonly groupId: string }) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(EVENTS, { groupId })
  useLive(CHANGES, data?.group ? { groupId } : null)
  const list = getFragmentData(GROUP_EVENTS, data?.group)?.calendarEvents
  const now = Date.now()
  const edges = list?.edges.filter(({ node }) => new Date(node.endsAt).getTime() > now)
  return (
    <ListPanel
      title={t('events.title')}
      list={list && { pageInfo: list.pageInfo, edges: edges ?? [] }}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ groupId, more })}
      empty={!list?.pageInfo.hasNextPage && t('events.empty')}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, sm: 2 }} spacing="md">
        {edges?.map(({ node }) => (
          <li key={node.id}>
            <EventRow event={node} />
          </li>
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
