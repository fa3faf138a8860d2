import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../graph/useAct.ts'
import { WITHDRAW_INVITE } from './documents.ts'

interface SentTextProps {
  readonly sentInviteId: string
  readonly text: string
}

function SentText({ sentInviteId, text }: SentTextProps) {
  const { t } = useTranslation('places')
  const withdraw = useAct(WITHDRAW_INVITE)
  const takeBack = async () => {
    const done = await withdraw.act({ input: { sentInviteId } })
    if (!done) return
    const message = t(done.withdrawInvite.isWithdrawn ? 'takenBack' : 'notTakenBack')
    notifications.update({ id: sentInviteId, autoClose: 4_000, message })
  }
  return (
    <Group gap="xs">
      <Text size="sm" flex="1 1 140px">
        {text}
      </Text>
      <Button size="compact-sm" variant="default" loading={withdraw.isBusy} onClick={() => void takeBack()}>
        {t('takeBack')}
      </Button>
    </Group>
  )
}

/** Says at the edge of the page that an invite, or a request for one, was sent, which can be taken back there. */
export const showSent = (sentInviteId: string, text: string): string =>
  notifications.show({
    id: sentInviteId,
    autoClose: 12_000,
    message: <SentText sentInviteId={sentInviteId} text={text} />,
  })
