import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { Dialog } from '../Dialog.tsx'
import { PersonChip } from '../people/PersonChip.tsx'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { FRIENDS_TO_INVITE, INVITE_USER } from './documents.ts'

interface InviteDialogProps {
  /** Id of the instance. */
  readonly location: string
  readonly onClose: () => void
}

/** Invites friends who are online to an instance, one by one. */
export function InviteDialog({ location, onClose }: InviteDialogProps) {
  const { t } = useTranslation('places')
  const { data, refusal, reload } = usePanel(FRIENDS_TO_INVITE, {})
  const [name, setName] = useState('')
  const friends = data?.viewer?.friends.edges.map(({ node }) => node).filter(({ viewerCanInvite }) => viewerCanInvite)
  const shown = friends?.filter(({ displayName }) => displayName.toLowerCase().includes(name.toLowerCase()))
  return (
    <Dialog title={t('inviteFriends')} onClose={onClose}>
      <Stack>
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        <TextInput
          label={t('findFriend')}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {!friends && !refusal && <Skeleton h={120} />}
        {friends?.length === 0 && <Text size="sm">{t('nobodyToInvite')}</Text>}
        <Stack gap="sm" mah={360} style={{ overflowY: 'auto' }}>
          {shown?.map((friend) => (
            <PersonChip key={friend.id} person={friend}>
              <InviteButton userId={friend.id} name={friend.displayName} location={location} />
            </PersonChip>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}

interface InviteButtonProps {
  readonly userId: string
  readonly name: string
  readonly location: string
}

function InviteButton({ userId, name, location }: InviteButtonProps) {
  const { t } = useTranslation('places')
  const invite = useAct(INVITE_USER)
  const [isSent, setSent] = useState(false)
  const send = async () => setSent((await invite.act({ input: { userId, location } })) !== null)
  return (
    <Button
      size="compact-sm"
      variant="light"
      disabled={isSent}
      loading={invite.isBusy}
      aria-label={t('inviteName', { name })}
      onClick={() => void send()}
    >
      {isSent ? t('invited') : t('invite')}
    </Button>
  )
}
