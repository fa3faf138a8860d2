import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { INVITE_MYSELF_TO } from './documents.ts'
import { InviteDialog } from './InviteDialog.tsx'

export const INSTANCE_ACTS = graphql(`
  fragment InstanceActs on Instance {
    id
    name
    viewerCanEnter
    viewerCanInvite
  }
`)

/** Join an instance, or invite friends to it. */
export function InstanceActs({ instance }: { readonly instance: FragmentType<typeof INSTANCE_ACTS> }) {
  const { t } = useTranslation(['places', 'common'])
  const { id, viewerCanEnter, viewerCanInvite } = getFragmentData(INSTANCE_ACTS, instance)
  const inviteMyself = useAct(INVITE_MYSELF_TO)
  const [isOpen, dialog] = useDisclosure(false)
  const join = async () => {
    if (await inviteMyself.act({ input: { location: id } })) notifications.show({ message: t('common:acts.joinDone') })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {viewerCanInvite && (
        <Tooltip label={t('inviteFriends')}>
          <ActionIcon variant="light" size={30} aria-label={t('inviteFriends')} onClick={dialog.open}>
            <IconUserPlus size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {viewerCanEnter && (
        <Button size="compact-sm" h={30} loading={inviteMyself.isBusy} onClick={() => void join()}>
          {t('join')}
        </Button>
      )}
      {isOpen && <InviteDialog location={id} onClose={dialog.close} />}
    </Group>
  )
}
