import { SimpleGrid } from '@mantine/core'
import { WORLD_LIST, WorldCard } from '../../components/worlds/WorldCard.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_WORLDS = graphql(`
  query SearchWorlds($text: String!, $first: Int!, $after: String) {
    worlds(filter: { search: $text, fuzzy: true }, sort: RELEVANCE, first: $first, after: $after) {
      ...WorldList
    }
  }
`)

export function WorldResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_WORLDS, variables)
  const list = getFragmentData(WORLD_LIST, data?.worlds)
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
