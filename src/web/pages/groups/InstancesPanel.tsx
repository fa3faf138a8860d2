import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlacedInstance } from '../../components/instances/PlacedInstance.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const INSTANCES = graphql(`
  fragment OwnGroupInstances on Viewer {
    id
    groupInstances(first: 10, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...PlacedInstance
        }
      }
    }
  }
`)

const INSTANCE_LIST = graphql(`
  query OwnGroupInstanceList($after: String) {
    viewer {
      ...OwnGroupInstances
    }
  }
`)

/** Told when people have come or gone anywhere. */
const CHANGES = graphql(`
  subscription OwnGroupInstanceChanges($after: String, $initial: Boolean) {
    serverActivity(initial: $initial) {
      viewer {
        ...OwnGroupInstances
      }
    }
  }
`)

/** Open instances of all groups of the viewer, and which friends are in them; nothing while none is open. */
export function InstancesPanel() {
  // The texts of what follows come with the page: if they were loaded later, that would hide it for a moment.
  const { t } = useTranslation(['groups', 'places'])
  const { data, refusal, reload, fetchMore } = usePanel(INSTANCE_LIST, {})
  useLive(CHANGES, {})
  const list = getFragmentData(INSTANCES, data?.viewer)?.groupInstances
  if (!refusal && !list?.edges.length) return null
  return (
    <ListPanel
      title={t('own.instances')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={null}
    >
      <Stack component="ul" className="plainList" gap="md">
        {list?.edges.map(({ node }) => (
          <PlacedInstance key={node.id} instance={node} />
        ))}
      </Stack>
    </ListPanel>
  )
}
