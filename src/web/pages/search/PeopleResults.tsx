import { SimpleGrid } from '@mantine/core'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_PEOPLE = graphql(`
  query SearchPeople($text: String!, $first: Int!, $after: String) {
    users(filter: { search: $text }, sort: RELEVANCE, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...PersonChip
        }
      }
    }
  }
`)

export function PeopleResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_PEOPLE, variables)
  const list = data?.users
  return (
    <ResultPanel
      kind="people"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {list?.edges.map(({ node }) => (
          <PersonChip key={node.id} person={node} />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
