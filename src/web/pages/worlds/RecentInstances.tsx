import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlacedInstance } from '../../components/instances/PlacedInstance.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const RECENT_INSTANCES = graphql(`
  fragment RecentInstances on Viewer {
    id
    recentInstances(first: 5, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          isOpen
          ...PlacedInstance
        }
      }
    }
  }
`)

const RECENT_INSTANCE_LIST = graphql(`
  query RecentInstanceList($after: String) {
    viewer {
      ...RecentInstances
    }
  }
`)

/** Also where the viewer goes with a client. */
const CHANGES = graphql(`
  subscription RecentInstanceChanges($after: String, $initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...RecentInstances
    }
  }
`)

/** Instances that the viewer has entered, latest first, to go back to those that are still open. */
export function RecentInstances() {
  // The texts of what follows come with the page: if they were loaded later, that would hide it for a moment.
  const { t } = useTranslation(['worlds', 'places'])
  const { data, refusal, reload, fetchMore } = usePanel(RECENT_INSTANCE_LIST, {})
  useLive(CHANGES, {})
  const list = getFragmentData(RECENT_INSTANCES, data?.viewer)?.recentInstances
  return (
    <ListPanel
      title={t('recentInstances.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('recentInstances.empty')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {list?.edges.map(({ node }) => (
          <PlacedInstance key={node.id} instance={node}>
            {!node.isOpen && (
              <Text span size="sm" c="dimmed">
                {' '}
                · {t('recentInstances.closed')}
              </Text>
            )}
          </PlacedInstance>
        ))}
      </Stack>
    </ListPanel>
  )
}
