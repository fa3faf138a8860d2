import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { OutsiderAct, OutsiderPanel } from '../people/OutsiderPanel.tsx'
import { type FoundActProps, PeopleFinder } from '../people/PeopleFinder.tsx'
import type { ManageSectionProps } from '../search.ts'
import {
  INVITE_TO_GROUP,
  MANAGE_INVITES,
  MANAGE_INVITES_CHANGES,
  MANAGE_INVITES_QUERY,
  WITHDRAW_GROUP_INVITE,
} from './documents.ts'

/** Invites people, and shows whose answer is awaited. */
export function InvitesSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_INVITES_QUERY, { groupId })
  useLive(MANAGE_INVITES_CHANGES, isAllowed ? { groupId } : null)
  const group = getFragmentData(MANAGE_INVITES, data?.group)
  return (
    <>
      <Panel title={t('invites.new')} isLoading={!group && !refusal}>
        {group && !group.viewerCanInvite ? (
          <Text size="sm">{group.joinState === 'CLOSED' ? t('invites.closed') : t('invites.cannot')}</Text>
        ) : (
          <PeopleFinder groupId={groupId} label={t('invites.search')} Act={InviteAct} />
        )}
      </Panel>
      <OutsiderPanel
        title={t('invites.sent')}
        outsiders={group?.invites}
        refusal={group ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ groupId, more })}
        empty={t('invites.empty')}
        isIn={({ status }) => status === 'INVITED'}
        timeOf={({ invitedAt }) => invitedAt}
        actsOf={({ viewerCanWithdrawInvite, user }) =>
          viewerCanWithdrawInvite && user && <WithdrawAct groupId={groupId} userId={user.id} name={user.displayName} />
        }
      />
    </>
  )
}

interface WithdrawActProps {
  readonly groupId: string
  readonly userId: string
  readonly name: string
}

function WithdrawAct({ groupId, userId, name }: WithdrawActProps) {
  const { t } = useTranslation('groupManage')
  const withdraw = useAct(WITHDRAW_GROUP_INVITE)
  return (
    <OutsiderAct
      act={t('invites.withdraw')}
      name={name}
      isBusy={withdraw.isBusy}
      onClick={() => void withdraw.act({ groupId, input: { groupId, userId } })}
    />
  )
}

/** What the invite of a person is called: it accepts those who have asked, and takes those back who were banned. */
const INVITE_TEXTS = { REQUESTED: 'accept', BANNED: 'unbanAndInvite' } as const

function InviteAct({ person, groupId }: FoundActProps) {
  const { t } = useTranslation('groupManage')
  const invite = useAct(INVITE_TO_GROUP)
  const { id: userId, displayName: name, groupMembership } = person
  const status = groupMembership?.status
  if (status === 'MEMBER' || status === 'INVITED') return null
  const act = t(`invites.${status === 'REQUESTED' || status === 'BANNED' ? INVITE_TEXTS[status] : 'invite'}`)
  return (
    <Button
      size="xs"
      loading={invite.isBusy}
      aria-label={t('actOn', { act, name })}
      onClick={() => void invite.act({ groupId, input: { groupId, userId } })}
    >
      {act}
    </Button>
  )
}
