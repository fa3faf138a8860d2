import { SimpleGrid } from '@mantine/core'
import { EventRow } from '../../components/events/EventRow.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_EVENTS = graphql(`
  query SearchEvents($text: String!, $first: Int!, $after: String) {
    searchCalendarEvents(term: $text, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
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

export function EventResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_EVENTS, variables)
  const list = data?.searchCalendarEvents
  return (
    <ResultPanel
      kind="events"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {list?.edges.map(({ node }) => (
          <EventRow key={node.id} event={node} />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
