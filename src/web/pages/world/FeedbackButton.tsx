import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'

const GIVE_FEEDBACK = graphql(`
  mutation GiveFeedback($input: GiveFeedbackInput!) {
    giveFeedback(input: $input) {
      feedback {
        id
      }
    }
  }
`)

const TYPES = ['like', 'dislike'] as const

interface FeedbackProps {
  readonly worldId: string
  readonly name: string
}

/** Tells the author of a world what one thinks of it. */
export function FeedbackButton(props: FeedbackProps) {
  const { t } = useTranslation('worlds')
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMessage size={18} aria-hidden />} onClick={dialog.open}>
        {t('feedback.open')}
      </Button>
      {isOpen && <FeedbackDialog {...props} onClose={dialog.close} />}
    </>
  )
}

function FeedbackDialog({ worldId, name, onClose }: FeedbackProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('worlds')
  const give = useAct(GIVE_FEEDBACK)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { type: 'like', reason: '', description: '' } },
    async (values) => {
      await give.attempt({ input: { worldId, ...values } })
      notifications.show({ message: t('feedback.done') })
      onClose()
    },
  )
  return (
    <Dialog title={t('feedback.title', { name })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <NativeSelect
            label={t('feedback.type')}
            data={TYPES.map((value) => ({ value, label: t(`feedback.types.${value}`) }))}
            key={form.key('type')}
            {...form.getInputProps('type')}
          />
          <Textarea
            label={t('feedback.reason')}
            autosize
            minRows={2}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label={t('feedback.description')}
            autosize
            minRows={3}
            key={form.key('description')}
            {...form.getInputProps('description')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy}>
            {t('feedback.submit')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
