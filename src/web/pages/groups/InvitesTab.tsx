import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid } from '../../components/groups/GroupGrid.tsx'
import { MembershipButtons } from '../../components/groups/MembershipButtons.tsx'
import { INVITED_GROUPS, REQUESTED_GROUPS } from '../../components/groups/membership.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { INVITED_GROUP_LIST, REQUESTED_GROUP_LIST } from './documents.ts'

/** Invites of groups, and the viewer's own requests to join one. */
export const InvitesTab = () => (
  <Stack gap="md">
    <InvitedPanel />
    <RequestedPanel />
  </Stack>
)

function InvitedPanel() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(INVITED_GROUP_LIST, {})
  const groups = getFragmentData(INVITED_GROUPS, data?.viewer)?.invitedGroups
  return (
    <ListPanel
      title={t('invites.invited')}
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('invites.invitedEmpty')}
    >
      <GroupGrid>
        {groups?.edges.map(({ node }) => (
          <GroupCard key={node.id} group={node}>
            <MembershipButtons group={node} viewerId={data?.viewer?.user.id ?? ''} size="xs" />
          </GroupCard>
        ))}
      </GroupGrid>
    </ListPanel>
  )
}

function RequestedPanel() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(REQUESTED_GROUP_LIST, {})
  const groups = getFragmentData(REQUESTED_GROUPS, data?.viewer)?.requestedGroups
  return (
    <ListPanel
      title={t('invites.requested')}
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('invites.requestedEmpty')}
    >
      <GroupGrid>
        {groups?.edges.map(({ node }) => (
          <GroupCard key={node.id} group={node}>
            <MembershipButtons group={node} viewerId={data?.viewer?.user.id ?? ''} size="xs" />
          </GroupCard>
        ))}
      </GroupGrid>
    </ListPanel>
  )
}
