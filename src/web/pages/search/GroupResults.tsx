import { SimpleGrid } from '@mantine/core'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_GROUPS = graphql(`
  query SearchGroups($text: String!, $first: Int!, $after: String) {
    groups(filter: { search: $text }, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...GroupChip
        }
      }
    }
  }
`)

export function GroupResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_GROUPS, variables)
  const list = data?.groups
  return (
    <ResultPanel
      kind="groups"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {list?.edges.map(({ node }) => (
          <GroupChip key={node.id} group={node} />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
