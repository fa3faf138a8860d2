import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlacedInstance } from '../../components/instances/PlacedInstance.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const GROUP_INSTANCES = graphql(`
  fragment GroupInstances on Group {
    id
    instances(first: 20, after: $more) {
      totalCount
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

const INSTANCES = graphql(`
  query GroupInstanceList($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...GroupInstances
    }
  }
`)

const CHANGES = graphql(`
  subscription GroupInstanceListChanges($groupId: ID!, $more: String, $initial: Boolean) {
    groupInstancesChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...GroupInstances
      }
    }
  }
`)

/** Open instances of a group that the viewer may enter, and which friends are in them. */
export function InstancesTab({ groupId }: { readonly groupId: string }) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(INSTANCES, { groupId })
  useLive(CHANGES, data?.group ? { groupId } : null)
  const list = getFragmentData(GROUP_INSTANCES, data?.group)?.instances
  return (
    <ListPanel
      title={t('instances.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ groupId, more })}
      empty={t('instances.empty')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {list?.edges.map(({ node }) => (
          <PlacedInstance key={node.id} instance={node} />
        ))}
      </Stack>
    </ListPanel>
  )
}
