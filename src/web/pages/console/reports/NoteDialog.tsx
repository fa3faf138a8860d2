import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { ADD_REPORT_NOTE } from './actDocuments.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface NoteDialogProps {
  readonly reportId: string
  readonly onClose: () => void
}

/** Adds a note to a report, which only the staff reads. */
export function NoteDialog({ reportId, onClose }: NoteDialogProps) {
  const { t } = useTranslation('console')
  const add = useAct(ADD_REPORT_NOTE)
  return (
    <ReasonDialog
      title={t('reports.note.title')}
      label={t('reports.note.text')}
      submit={t('reports.note.submit')}
      kind={null}
      onSend={(text) => add.attempt({ input: { reportId, text } })}
      onClose={onClose}
    />
  )
}
