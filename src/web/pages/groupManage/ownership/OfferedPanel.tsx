import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ManageOwnershipFragment } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { CANCEL_TRANSFER, OFFER_OR_ACCEPT_GROUP, TRANSFER_REQUIREMENTS } from './documents.ts'
import { Requirements } from './Requirements.tsx'

interface OfferedPanelProps {
  readonly group: ManageOwnershipFragment
}

/** The owner offers the group to the viewer, who accepts or declines. */
export function OfferedPanel({ group }: OfferedPanelProps) {
  const { t, i18n } = useTranslation(['groupManage', 'common'])
  const accept = useAct(OFFER_OR_ACCEPT_GROUP)
  const decline = useAct(CANCEL_TRANSFER)
  const { id: groupId, owner, name, transferExpiresAt } = group
  const { data, refusal, reload } = usePanel(TRANSFER_REQUIREMENTS, { groupId })
  const requirements = data?.group?.transferability
  const ask = async () => {
    const texts = { title: t('ownership.acceptTitle', { group: name }), text: t('ownership.acceptText') }
    if (await askFirst({ ...texts, confirm: t('ownership.accept'), cancel: t('common:cancel') }))
      await accept.act({ input: { groupId } })
  }
  return (
    <Panel title={t('ownership.forYou')}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('ownership.offeredToYou', { name: owner?.displayName ?? '', group: name })}
          {transferExpiresAt && ` ${t('ownership.until', { time: formatDateTime(i18n.language, transferExpiresAt) })}`}
        </Text>
        {owner && <PersonChip person={owner} />}
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        {requirements && !requirements.isPossible && <Requirements requirements={requirements} />}
        <Group gap="xs">
          <Button loading={accept.isBusy} onClick={() => void ask()}>
            {t('ownership.accept')}
          </Button>
          <Button variant="default" loading={decline.isBusy} onClick={() => void decline.act({ input: { groupId } })}>
            {t('ownership.decline')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
