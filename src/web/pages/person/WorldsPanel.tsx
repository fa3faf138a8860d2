import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { WorldCard } from '../../components/worlds/WorldCard.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const WORLDS = graphql(`
  query PersonWorlds($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      worlds(first: 9, after: $after) {
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
  }
`)

/** Public worlds of the person. */
export function WorldsPanel({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  const { data, refusal, reload, fetchMore } = usePanel(WORLDS, { personId })
  const worlds = data?.user?.worlds
  return (
    <ListPanel
      title={t('worlds.title')}
      list={worlds}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={t('worlds.empty')}
    >
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {worlds?.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
