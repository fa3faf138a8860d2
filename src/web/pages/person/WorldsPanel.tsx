import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Panel } from '../../components/Panel.tsx'
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
  const { data, refusal, isLoading, reload, fetchMore } = usePanel(WORLDS, { personId })
  const worlds = data?.user?.worlds
  return (
    <Panel
      title={t('worlds.title')}
      aside={worlds && <Count value={worlds.totalCount} />}
      isLoading={isLoading && !worlds}
      refusal={refusal}
      onRetry={reload}
      empty={worlds?.edges.length === 0 && t('worlds.empty')}
    >
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {worlds?.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
      {worlds && <LoadMore pageInfo={worlds.pageInfo} onMore={(after) => fetchMore({ personId, after })} />}
    </Panel>
  )
}
