import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PictureRow } from '../../components/PictureRow.tsx'
import { formatDateTime } from '../../formats.ts'
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
          title
          imageUrl
          startsAt
          group {
            id
            name
          }
        }
      }
    }
  }
`)

export function EventResults({ text, first }: ResultsProps) {
  const { i18n } = useTranslation()
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
        {list?.edges.map(({ node: { id, title, imageUrl, startsAt, group } }) => (
          <PictureRow
            key={id}
            pictureUrl={imageUrl}
            title={title}
            below={`${formatDateTime(i18n.language, startsAt)} · ${group.name}`}
          />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
