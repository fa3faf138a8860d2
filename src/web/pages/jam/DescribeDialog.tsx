import { Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { SUBMIT_JAM_CONTENT } from './documents.ts'

interface DescribeDialogProps {
  readonly entry: {
    readonly jamId: string
    readonly contentId: string
    readonly name: string
    readonly description: string
  }
  readonly onClose: () => void
}

/** Changes what one says about an entry of one's own: to enter the same content again does that. */
export function DescribeDialog({ entry, onClose }: DescribeDialogProps) {
  const { t } = useTranslation('jams')
  const submit = useAct(SUBMIT_JAM_CONTENT)
  const { jamId, contentId, name, description } = entry
  const edit = useEditForm({ name: 'entry', current: { description } }, async (changes) => {
    await submit.attempt({ input: { jamId, contentId, description: changes.description ?? description } })
    onClose()
  })
  return (
    <Dialog title={t('own.describe', { name })} onClose={onClose}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <Textarea
            label={t('enter.description')}
            autosize
            minRows={3}
            data-autofocus
            {...edit.form.getInputProps('description')}
          />
          <EditFormFooter edit={edit} labelOf={() => t('enter.description')} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
