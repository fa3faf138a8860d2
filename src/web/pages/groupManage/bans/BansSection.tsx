import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { OutsiderAct, OutsiderPanel } from '../people/OutsiderPanel.tsx'
import { type FoundActProps, PeopleFinder } from '../people/PeopleFinder.tsx'
import type { ManageSectionProps } from '../search.ts'
import { BAN_PERSON, MANAGE_BANS, MANAGE_BANS_CHANGES, MANAGE_BANS_QUERY, UNBAN_PERSON } from './documents.ts'

/** People who may not be in the group, whether they ever were or not. */
export function BansSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_BANS_QUERY, { groupId })
  useLive(MANAGE_BANS_CHANGES, isAllowed ? { groupId } : null)
  const bans = getFragmentData(MANAGE_BANS, data?.group)?.bans
  return (
    <>
      <OutsiderPanel
        title={t('bans.title')}
        outsiders={bans}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ groupId, more })}
        empty={t('bans.empty')}
        isIn={({ status }) => status === 'BANNED'}
        timeOf={({ bannedAt }) => bannedAt}
        actsOf={({ viewerCanUnban, user }) =>
          viewerCanUnban && user && <UnbanAct groupId={groupId} userId={user.id} name={user.displayName} />
        }
      />
      <Panel title={t('bans.new')}>
        <PeopleFinder groupId={groupId} label={t('bans.search')} Act={BanAct} />
      </Panel>
    </>
  )
}

interface UnbanActProps {
  readonly groupId: string
  readonly userId: string
  readonly name: string
}

function UnbanAct({ groupId, userId, name }: UnbanActProps) {
  const { t } = useTranslation('groupManage')
  const unban = useAct(UNBAN_PERSON)
  return (
    <OutsiderAct
      act={t('bans.unban')}
      name={name}
      isBusy={unban.isBusy}
      onClick={() => void unban.act({ groupId, input: { groupId, userId } })}
    />
  )
}

function BanAct({ person, groupId }: FoundActProps) {
  const { t } = useTranslation(['groupManage', 'common'])
  const ban = useAct(BAN_PERSON)
  const { id: userId, displayName: name, groupMembership } = person
  if (groupMembership && !groupMembership.viewerCanBan) return null
  const confirm = t('bans.ban')
  const text = groupMembership?.status === 'MEMBER' ? t('members.banText') : t('bans.banText')
  const ask = async () => {
    if (await askFirst({ title: t('members.banTitle', { name }), text, confirm, cancel: t('common:cancel') }))
      await ban.act({ groupId, input: { groupId, userId } })
  }
  return (
    <Button
      size="xs"
      variant="light"
      color="red"
      loading={ban.isBusy}
      aria-label={t('actOn', { act: confirm, name })}
      onClick={() => void ask()}
    >
      {confirm}
    </Button>
  )
}
