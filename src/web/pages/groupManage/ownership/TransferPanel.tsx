import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ManageOwnershipFragment } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { PersonSelect } from '../people/PersonSelect.tsx'
import { CANCEL_TRANSFER, FIND_MEMBERS, OFFER_OR_ACCEPT_GROUP, TRANSFER_REQUIREMENTS } from './documents.ts'
import { Requirements } from './Requirements.tsx'

interface TransferPanelProps {
  readonly group: ManageOwnershipFragment
}

/** Offers the group to a member, or takes the offer back. */
export function TransferPanel({ group }: TransferPanelProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Panel title={t('ownership.transfer')}>
      {group.transferTarget ? <Offer group={group} /> : <NewOffer groupId={group.id} groupName={group.name} />}
    </Panel>
  )
}

function Offer({ group }: TransferPanelProps) {
  const { t, i18n } = useTranslation('groupManage')
  const cancel = useAct(CANCEL_TRANSFER)
  const { transferTarget, transferExpiresAt } = group
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t('ownership.offered', { name: transferTarget?.displayName ?? '' })}
      </Text>
      {transferTarget && (
        <PersonChip
          person={transferTarget}
          below={transferExpiresAt && t('ownership.until', { time: formatDateTime(i18n.language, transferExpiresAt) })}
        />
      )}
      <Group>
        <Button
          variant="default"
          loading={cancel.isBusy}
          onClick={() => void cancel.act({ input: { groupId: group.id } })}
        >
          {t('ownership.withdraw')}
        </Button>
      </Group>
    </Stack>
  )
}

interface NewOfferProps {
  readonly groupId: string
  readonly groupName: string
}

interface Target {
  readonly id: string
  readonly displayName: string
}

function NewOffer({ groupId, groupName }: NewOfferProps) {
  const { t } = useTranslation(['groupManage', 'common'])
  const [target, setTarget] = useState<Target | null>(null)
  const offer = useAct(OFFER_OR_ACCEPT_GROUP)
  const variables = { groupId, targetId: target?.id ?? null }
  const { data, refusal, reload } = usePanel(TRANSFER_REQUIREMENTS, variables, { skip: !target })
  const requirements = target ? data?.group?.transferability : null
  const ask = async ({ id, displayName: name }: Target) => {
    const title = t('ownership.offerTitle', { group: groupName, name })
    const texts = { title, text: t('ownership.offerText'), confirm: t('ownership.offer'), cancel: t('common:cancel') }
    if (await askFirst(texts)) await offer.act({ input: { groupId, transferTargetId: id } })
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('ownership.transferHint')}
      </Text>
      <MemberSelect groupId={groupId} value={target} onChange={setTarget} />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {requirements && <Requirements requirements={requirements} />}
      {target && (
        <Group>
          <Button
            loading={offer.isBusy}
            disabled={!requirements?.isPossible}
            aria-label={t('actOn', { act: t('ownership.offer'), name: target.displayName })}
            onClick={() => void ask(target)}
          >
            {t('ownership.offer')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** The server looks for no shorter parts of names. */
const MIN_SEARCH_LENGTH = 3

interface MemberSelectProps {
  readonly groupId: string
  readonly value: Target | null
  readonly onChange: (member: Target | null) => void
}

function MemberSelect({ groupId, value, onChange }: MemberSelectProps) {
  const { t } = useTranslation('groupManage')
  const [text, setText] = useState('')
  const filter = text.trim().length >= MIN_SEARCH_LENGTH ? { search: text.trim() } : {}
  const { data, refusal, reload } = usePanel(FIND_MEMBERS, { groupId, filter })
  const people = data?.group?.members?.edges.flatMap(({ node: { user } }) => (user && !user.isViewer ? [user] : []))
  return (
    <>
      <PersonSelect
        label={t('ownership.member')}
        description={t('members.search')}
        value={value}
        people={people ?? []}
        onSearch={setText}
        onChange={onChange}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
    </>
  )
}
