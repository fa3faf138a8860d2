import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconDoorEnter, IconLink, IconSpeakerphone, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { INVITE_MYSELF_TO } from '../../components/instances/documents.ts'
import { InviteDialog } from '../../components/instances/InviteDialog.tsx'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'

/** Join the instance in the client, invite others, share its address, and speak to everybody in it. */
export function HeadActs({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation(['instances', 'places'])
  const [invites, inviteDialog] = useDisclosure(false)
  const [announces, announceDialog] = useDisclosure(false)
  const { id, shortName, isOpen, viewerCanInvite, viewerCanAnnounce } = instance
  return (
    <Group gap="xs" mt="auto">
      <JoinButton instance={instance} />
      {viewerCanInvite && (
        <Button variant="default" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={inviteDialog.open}>
          {t('places:inviteFriends')}
        </Button>
      )}
      <CopyButton value={`${location.origin}/instances/${shortName}`}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
            onClick={copy}
          >
            {copied ? t('acts.copied') : t('acts.copy')}
          </Button>
        )}
      </CopyButton>
      {viewerCanAnnounce && isOpen && (
        <Button
          variant="default"
          leftSection={<IconSpeakerphone size={18} aria-hidden />}
          onClick={announceDialog.open}
        >
          {t('acts.announce')}
        </Button>
      )}
      {invites && <InviteDialog location={id} onClose={inviteDialog.close} />}
      {announces && <AnnounceDialog location={id} onClose={announceDialog.close} />}
    </Group>
  )
}

/** Sends the viewer an invite, by which their client opens the instance, or waits in its queue. */
function JoinButton({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation(['instances', 'places', 'common'])
  const inviteMyself = useAct(INVITE_MYSELF_TO)
  const { id, isOpen, hasQueue, viewerCanEnter, viewerCanInvite } = instance
  const canQueue = isOpen && hasQueue && viewerCanInvite
  if (!viewerCanEnter && !canQueue) return null
  const join = async () => {
    if (await inviteMyself.act({ input: { location: id } })) notifications.show({ message: t('common:acts.joinDone') })
  }
  return (
    <Button
      leftSection={<IconDoorEnter size={18} aria-hidden />}
      loading={inviteMyself.isBusy}
      onClick={() => void join()}
    >
      {viewerCanEnter ? t('acts.open') : t('acts.queue')}
    </Button>
  )
}
