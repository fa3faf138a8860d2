import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { Dialog } from '../Dialog.tsx'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { REPLY_NOTIFICATION } from './documents.ts'

interface ReplyActProps {
  readonly notificationId: string
}

/** Replies to a notification in one's own words. */
export function ReplyAct({ notificationId }: ReplyActProps) {
  const { t } = useTranslation('notifications')
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {t('reply')}
      </Button>
      {isOpen && <ReplyDialog notificationId={notificationId} onClose={dialog.close} />}
    </>
  )
}

function ReplyDialog({ notificationId, onClose }: ReplyActProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['notifications', 'common'])
  const reply = useAct(REPLY_NOTIFICATION)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { text: '' } }, async ({ text }) => {
    await reply.attempt({ input: { notificationId, text } })
    onClose()
  })
  return (
    <Dialog title={t('reply')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Textarea
            label={t('replyText')}
            autosize
            minRows={3}
            data-autofocus
            key={form.key('text')}
            {...form.getInputProps('text')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
