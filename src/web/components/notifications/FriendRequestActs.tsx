import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { ACCEPT_FRIEND_REQUEST, DECLINE_FRIEND_REQUEST } from '../people/relation.ts'

interface FriendRequestActsProps {
  readonly friendRequestId: string
  readonly notificationId: string
}

/** Accepts or declines a friend request; its notification goes with it. */
export function FriendRequestActs({ friendRequestId, notificationId }: FriendRequestActsProps) {
  const { t } = useTranslation('notifications')
  const accept = useAct(ACCEPT_FRIEND_REQUEST)
  const decline = useAct(DECLINE_FRIEND_REQUEST)
  const forget = useForget('Notification')
  const answer = async (act: typeof accept.act | typeof decline.act) => {
    if (await act({ input: { friendRequestId } })) forget(notificationId)
  }
  return (
    <>
      <Button size="compact-sm" loading={accept.isBusy} onClick={() => void answer(accept.act)}>
        {t('responses.ACCEPT')}
      </Button>
      <Button size="compact-sm" variant="default" loading={decline.isBusy} onClick={() => void answer(decline.act)}>
        {t('responses.DECLINE')}
      </Button>
    </>
  )
}
