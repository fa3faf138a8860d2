import { Group, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WorldCard } from '../../components/worlds/WorldCard.tsx'
import { formatNumber } from '../../formats.ts'
import { graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const WORLDS = graphql(`
  query HomeWorlds {
    onlineCount
    activeWorlds(first: 8) {
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

const ACTIVITY = graphql(`
  subscription HomeActivity($initial: Boolean) {
    serverActivity(initial: $initial) {
      query {
        onlineCount
        activeWorlds(first: 8) {
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
  }
`)

/** Worlds with people in them, and how many people are online. */
export function WorldsPanel() {
  const { t, i18n } = useTranslation('home')
  useLive(ACTIVITY, {})
  const { data, refusal, isLoading, reload } = usePanel(WORLDS, {})
  const worlds = data?.activeWorlds.edges
  return (
    <Panel
      title={t('worlds.title')}
      aside={
        <Group gap="sm" wrap="nowrap">
          {data && (
            <Text size="sm" c="dimmed">
              {t('worlds.online', { number: formatNumber(i18n.language, data.onlineCount) })}
            </Text>
          )}
          <RouteLink to="/worlds" size="sm">
            {t('worlds.all')}
          </RouteLink>
        </Group>
      }
      isLoading={isLoading && !worlds}
      refusal={refusal}
      onRetry={reload}
      empty={worlds?.length === 0 && t('worlds.empty')}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, xl: 4 }} spacing="sm">
        {worlds?.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}
