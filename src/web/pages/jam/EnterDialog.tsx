import { Button, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { JamOwnEntriesFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { ContentChoice } from './ContentChoice.tsx'
import { SUBMIT_JAM_CONTENT } from './documents.ts'

interface EnterDialogProps {
  readonly jam: JamOwnEntriesFragment
  readonly onClose: () => void
}

/** Enters a world or an avatar of one's own into a jam. */
export function EnterDialog({ jam, onClose }: EnterDialogProps) {
  const { t } = useTranslation('jams')
  const submit = useAct(SUBMIT_JAM_CONTENT)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: { contentId: '', description: '' },
      validate: { contentId: (id) => (id === '' ? t('enter.chooseFirst') : null) },
    },
    async (values) => {
      await submit.attempt({ input: { jamId: jam.id, ...values } })
      notifications.show({ message: t('enter.done') })
      onClose()
    },
  )
  return (
    <Dialog title={t(`own.enter.${jam.type}`)} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ContentChoice jam={jam} {...form.getInputProps('contentId')} value={form.values.contentId} />
          <Textarea
            label={t('enter.description')}
            description={t('enter.hint')}
            autosize
            minRows={3}
            {...form.getInputProps('description')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy}>
            {t('enter.submit')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
