import { Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { Panel } from '../../components/Panel.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'

const NOTE = graphql(`
  query PersonNote($personId: ID!) {
    user(id: $personId) {
      id
      note {
        id
        note
      }
    }
  }
`)

const UPDATE_NOTE = graphql(`
  mutation UpdateNote($input: UpdateNoteInput!) {
    updateNote(input: $input) {
      user {
        id
        note {
          id
          note
        }
      }
    }
  }
`)

/** What the viewer writes down about a person, for themselves. */
export function NotePanel({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  const { data, refusal, reload } = usePanel(NOTE, { personId })
  return (
    <Panel title={t('note.title')} isLoading={!data && !refusal} refusal={refusal} onRetry={reload} empty={null}>
      {data?.user && <NoteForm key={personId} personId={personId} saved={data.user.note?.note ?? ''} />}
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
