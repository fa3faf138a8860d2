import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid, GroupGridSkeleton } from '../../components/groups/GroupGrid.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { OWN_GROUP_LIST, OWN_GROUPS } from './documents.ts'

/** The groups that the viewer is in. */
export function OwnTab() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(OWN_GROUP_LIST, {})
  const groups = getFragmentData(OWN_GROUPS, data?.viewer)?.groups
  if (refusal && !groups) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!groups) return <GroupGridSkeleton />
  if (groups.edges.length === 0) return <NoGroups />
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t('count', { count: groups.totalCount })}
      </Text>
      <GroupGrid>
        {groups.edges.map(({ node }) => (
          <GroupCard key={node.id} group={node} />
        ))}
      </GroupGrid>
      <LoadMore pageInfo={groups.pageInfo} onMore={(more) => fetchMore({ more })} />
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
