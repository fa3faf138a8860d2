import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Panel } from '../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const GROUP_LIST = graphql(`
  fragment PersonGroupList on GroupConnection {
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
`)

const GROUPS = graphql(`
  query PersonGroups($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      groups(first: 12, after: $after) {
        ...PersonGroupList
      }
    }
  }
`)

const MUTUAL_GROUPS = graphql(`
  query PersonMutualGroups($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      groups: mutualGroups(first: 12, after: $after) {
        ...PersonGroupList
      }
    }
  }
`)

const DOCUMENTS = { groups: GROUPS, mutualGroups: MUTUAL_GROUPS }

interface GroupsPanelProps {
  readonly personId: string
  readonly list: 'groups' | 'mutualGroups'
}

/** Groups that the profile shows, or those of them that the viewer is in, too. */
export function GroupsPanel({ personId, list }: GroupsPanelProps) {
  const { t } = useTranslation('person')
  const { data, refusal, isLoading, reload, fetchMore } = usePanel(DOCUMENTS[list], { personId })
  const groups = getFragmentData(GROUP_LIST, data?.user?.groups)
  return (
    <Panel
      title={t(`${list}.title`)}
      aside={groups && <Count value={groups.totalCount} />}
      isLoading={isLoading && !groups}
      refusal={refusal}
      onRetry={reload}
      empty={groups?.edges.length === 0 && t(`${list}.empty`)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {groups?.edges.map(({ node }) => (
          <GroupChip key={node.id} group={node} />
        ))}
      </SimpleGrid>
      {groups && <LoadMore pageInfo={groups.pageInfo} onMore={(after) => fetchMore({ personId, after })} />}
    </Panel>
  )
}
