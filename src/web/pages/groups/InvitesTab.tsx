import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid } from '../../components/groups/GroupGrid.tsx'
import { MembershipButtons } from '../../components/groups/MembershipButtons.tsx'
import { INVITED_GROUPS, REQUESTED_GROUPS, WAITING_GROUP_LIST } from '../../components/groups/membership.ts'
import { ListPanel, type ListPanelProps } from '../../components/ListPanel.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
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
  return (
    <WaitingPanel
      title={t('invites.invited')}
      groups={getFragmentData(INVITED_GROUPS, data?.viewer)?.invitedGroups}
      viewerId={data?.viewer?.user.id ?? ''}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('invites.invitedEmpty')}
    />
  )
}

function RequestedPanel() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(REQUESTED_GROUP_LIST, {})
  return (
    <WaitingPanel
      title={t('invites.requested')}
      groups={getFragmentData(REQUESTED_GROUPS, data?.viewer)?.requestedGroups}
      viewerId={data?.viewer?.user.id ?? ''}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('invites.requestedEmpty')}
    />
  )
}

interface WaitingPanelProps extends Omit<ListPanelProps, 'list' | 'children'> {
  /** Undefined until they were read. */
  readonly groups: FragmentType<typeof WAITING_GROUP_LIST> | undefined
  /** Id of the viewer's user. */
  readonly viewerId: string
}

function WaitingPanel({ groups, viewerId, ...panel }: WaitingPanelProps) {
  const list = getFragmentData(WAITING_GROUP_LIST, groups)
  return (
    <ListPanel {...panel} list={list}>
      <GroupGrid>
        {list?.edges.map(({ node }) => (
          <GroupCard key={node.id} group={node}>
            <MembershipButtons group={node} viewerId={viewerId} size="xs" />
          </GroupCard>
        ))}
      </GroupGrid>
    </ListPanel>
  )
}
