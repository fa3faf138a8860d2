import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid, GroupGridSkeleton } from '../../components/groups/GroupGrid.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { GROUP_LIST, OWN_GROUP_LIST, OWN_GROUPS } from './documents.ts'
import { InstancesPanel } from './InstancesPanel.tsx'

/** The groups that the viewer is in. */
export function OwnTab() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(OWN_GROUP_LIST, {})
  const groups = getFragmentData(GROUP_LIST, getFragmentData(OWN_GROUPS, data?.viewer)?.groups)
  if (groups?.edges.length === 0) return <NoGroups />
  return (
    <Stack gap="md">
      <InstancesPanel />
      <CountedList
        list={groups}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        countText={(count) => t('count', { count })}
        skeleton={<GroupGridSkeleton />}
      >
        <GroupGrid>
          {groups?.edges.map(({ node }) => (
            <GroupCard key={node.id} group={node} />
          ))}
        </GroupGrid>
      </CountedList>
    </Stack>
  )
}

function NoGroups() {
  const { t } = useTranslation('groups')
  return (
    <Stack gap="sm" align="start">
      <Text>{t('own.empty')}</Text>
      <RouteButton to="/groups" search={{ tab: 'discover' }} variant="light">
        {t('own.discover')}
      </RouteButton>
    </Stack>
  )
}
