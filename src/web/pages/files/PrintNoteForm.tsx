import { Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import type { PrintDetailFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { EDIT_PRINT } from './printDocuments.ts'

interface PrintNoteFormProps {
  readonly print: Pick<PrintDetailFragment, 'id' | 'note'>
}

/** Changes the note of a photo. */
export function PrintNoteForm({ print: { id, note } }: PrintNoteFormProps) {
  const { t } = useTranslation('files')
  const update = useAct(EDIT_PRINT)
  const edit = useEditForm({ name: 'print-note', current: { note: note ?? '' } }, async (changes) => {
    await update.attempt({ input: { printId: id, note: changes.note ?? '' } })
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="xs">
        <Textarea label={t('fields.note')} autosize minRows={1} maxRows={6} {...edit.form.getInputProps('note')} />
        <EditFormFooter edit={edit} labelOf={() => t('fields.note')} submit={t('prints.saveNote')} />
      </Stack>
    </form>
  )
}
