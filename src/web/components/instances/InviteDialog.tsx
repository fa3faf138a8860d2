import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FriendsToInviteQuery } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { Dialog } from '../Dialog.tsx'
import { PersonChip } from '../people/PersonChip.tsx'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { FRIENDS_TO_INVITE, INVITE_USER, WITHDRAW_INVITE } from './documents.ts'

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
            <InviteRow key={friend.id} friend={friend} location={location} />
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}

interface InviteRowProps {
  readonly friend: NonNullable<FriendsToInviteQuery['viewer']>['friends']['edges'][number]['node']
  readonly location: string
}

/** A friend to invite, whose invite can be taken back. */
function InviteRow({ friend, location }: InviteRowProps) {
  const { t } = useTranslation('places')
  const invite = useAct(INVITE_USER)
  const withdraw = useAct(WITHDRAW_INVITE)
  const [sentInviteId, setSent] = useState<string | null>(null)
  const { id: userId, displayName: name } = friend
  const send = async () => {
    const done = await invite.act({ input: { userId, location } })
    if (done) setSent(done.inviteUser.sentInvite.id)
  }
  const takeBack = async () => {
    const done = sentInviteId !== null && (await withdraw.act({ input: { sentInviteId } }))
    if (!done) return
    setSent(null)
    if (!done.withdrawInvite.isWithdrawn) notifications.show({ message: t('notTakenBack') })
  }
  const isSent = sentInviteId !== null
  return (
    <PersonChip person={friend} {...(isSent && { below: t('invited') })}>
      <Button
        size="compact-sm"
        variant={isSent ? 'default' : 'light'}
        loading={invite.isBusy || withdraw.isBusy}
        aria-label={t(isSent ? 'takeBackOf' : 'inviteName', { name })}
        onClick={() => void (isSent ? takeBack() : send())}
      >
        {t(isSent ? 'takeBack' : 'invite')}
      </Button>
    </PersonChip>
  )
}
