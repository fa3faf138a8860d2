import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { Dialog } from '../Dialog.tsx'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { APPEAL } from './documents.ts'

export const APPEAL_ACT = graphql(`
  fragment AppealAct on Sanction {
    id
    viewerCanAppeal
    appeal {
      id
      status
    }
  }
`)

/** Appeals, once, against a warning or hidden content, and tells how that went. */
export function AppealAct({ sanction }: { readonly sanction: FragmentType<typeof APPEAL_ACT> }) {
  const { t } = useTranslation('notifications')
  const { id, viewerCanAppeal, appeal } = getFragmentData(APPEAL_ACT, sanction)
  const [isOpen, dialog] = useDisclosure(false)
  if (appeal) return <Text size="sm">{t(`appeal.states.${appeal.status}`)}</Text>
  if (!viewerCanAppeal) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {t('appeal.open')}
      </Button>
      {isOpen && <AppealDialog sanctionId={id} onClose={dialog.close} />}
    </>
  )
}

interface AppealDialogProps {
  readonly sanctionId: string
  readonly onClose: () => void
}

function AppealDialog({ sanctionId, onClose }: AppealDialogProps) {
  const { t } = useTranslation(['notifications', 'common'])
  const appeal = useAct(APPEAL)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { text: '' } }, async ({ text }) => {
    await appeal.attempt({ input: { sanctionId, text } })
    onClose()
  })
  return (
    <Dialog title={t('appeal.title')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Textarea
            label={t('appeal.text')}
            description={t('appeal.textHint')}
            autosize
            minRows={3}
            maxRows={12}
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
