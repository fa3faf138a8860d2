import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
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
  const { data, refusal, reload, fetchMore } = usePanel(DOCUMENTS[list], { personId })
  const groups = getFragmentData(GROUP_LIST, data?.user?.groups)
  return (
    <ListPanel
      title={t(`${list}.title`)}
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={t(`${list}.empty`)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {groups?.edges.map(({ node }) => (
          <GroupChip key={node.id} group={node} />
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
