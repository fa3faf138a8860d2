import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { ANNOUNCE } from './documents.ts'

interface AnnounceDialogProps {
  /** Id of the instance. */
  readonly location: string
  readonly onClose: () => void
}

/** Tells something to everybody in an instance of a group. */
export function AnnounceDialog({ location, onClose }: AnnounceDialogProps) {
  const { t } = useTranslation('instances')
  const announce = useAct(ANNOUNCE)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { title: '', message: '' } },
    async (values) => {
      await announce.attempt({ input: { location, ...values } })
      notifications.show({ message: t('announce.done') })
      onClose()
    },
  )
  return (
    <Dialog title={t('announce.heading')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('announce.text')}</Text>
          <TextInput
            label={t('announce.title')}
            required
            data-autofocus
            key={form.key('title')}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t('announce.message')}
            required
            autosize
            minRows={3}
            key={form.key('message')}
            {...form.getInputProps('message')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy}>
            {t('announce.submit')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
