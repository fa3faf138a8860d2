import { Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'

const PERSON_NOTE = graphql(`
  fragment PersonNote on User {
    id
    note {
      id
      note
    }
  }
`)

const UPDATE_NOTE = graphql(`
  mutation UpdateNote($input: UpdateNoteInput!) {
    updateNote(input: $input) {
      user {
        ...PersonNote
      }
    }
  }
`)

interface NotePanelProps {
  readonly personId: string
  readonly person: FragmentType<typeof PERSON_NOTE>
}

/** What the viewer writes down about a person, for themselves. */
export function NotePanel({ personId, person }: NotePanelProps) {
  const { t } = useTranslation('person')
  const { note } = getFragmentData(PERSON_NOTE, person)
  return (
    <Panel title={t('note.title')}>
      <NoteForm key={personId} personId={personId} saved={note?.note ?? ''} />
    </Panel>
  )
}

interface NoteFormProps {
  readonly personId: string
  /** The note as the server has it; empty for none. */
  readonly saved: string
}

function NoteForm({ personId, saved }: NoteFormProps) {
  const { t } = useTranslation('person')
  const update = useAct(UPDATE_NOTE)
  const edit = useEditForm({ name: 'note', current: { note: saved } }, async ({ note = saved }) => {
    await update.attempt({ input: { targetUserId: personId, note } })
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="xs">
        <Textarea
          aria-label={t('note.title')}
          description={t('note.private')}
          inputWrapperOrder={['input', 'description', 'error']}
          placeholder={t('note.placeholder')}
          autosize
          minRows={2}
          maxRows={12}
          {...edit.form.getInputProps('note')}
        />
        <EditFormFooter edit={edit} labelOf={() => t('note.title')} />
      </Stack>
    </form>
  )
}
