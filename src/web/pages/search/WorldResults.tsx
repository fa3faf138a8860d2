import { SimpleGrid } from '@mantine/core'
import { WorldCard } from '../../components/worlds/WorldCard.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_WORLDS = graphql(`
  query SearchWorlds($text: String!, $first: Int!, $after: String) {
    worlds(filter: { search: $text, fuzzy: true }, sort: RELEVANCE, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...WorldCard
        }
      }
    }
  }
`)

export function WorldResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_WORLDS, variables)
  const list = data?.worlds
  return (
    <ResultPanel
      kind="worlds"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
        {list?.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
