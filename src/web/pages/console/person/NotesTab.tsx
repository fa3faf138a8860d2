import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonAvatar } from '../../../components/people/PersonAvatar.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleStaffNoteListFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useForget } from '../../../graph/useForget.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { useIsAdmin, useViewerId } from '../useStaff.ts'
import {
  ADD_STAFF_NOTE,
  CONSOLE_STAFF_NOTE_LIST,
  CONSOLE_STAFF_NOTES,
  CONSOLE_STAFF_NOTES_LIVE,
  DELETE_STAFF_NOTE,
} from './noteDocuments.ts'

interface NotesProps {
  readonly userId: string
}

/** What the staff tells one another about a person. Nobody but admins reads it about themselves. */
export function NotesTab({ userId }: NotesProps) {
  const { t } = useTranslation('staffPeople')
  const isAdmin = useIsAdmin()
  const viewerId = useViewerId()
  if (!isAdmin && userId === viewerId)
    return (
      <Panel title={t('notes.title')}>
        <Text size="sm">{t('notes.own')}</Text>
      </Panel>
    )
  return <Notes userId={userId} />
}

function Notes({ userId }: NotesProps) {
  const { t } = useTranslation('staffPeople')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_STAFF_NOTES, { userId })
  useLive(CONSOLE_STAFF_NOTES_LIVE, { userId })
  const notes = getFragmentData(CONSOLE_STAFF_NOTE_LIST, data?.user)?.staffNotes
  return (
    <>
      <NewNote userId={userId} onDone={reload} />
      <ListPanel
        title={t('notes.title')}
        list={notes}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ userId, more })}
        empty={t('notes.none')}
      >
        <Stack component="ul" className="plainList" gap="sm">
          {notes?.edges.map(({ node }) => (
            <NoteRow key={node.id} note={node} />
          ))}
        </Stack>
      </ListPanel>
    </>
  )
}

interface NewNoteProps extends NotesProps {
  readonly onDone: () => void
}

function NewNote({ userId, onDone }: NewNoteProps) {
  const { t } = useTranslation('staffPeople')
  const add = useAct(ADD_STAFF_NOTE)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { name: 'staff-note', mode: 'controlled', initialValues: { text: '' } },
    async ({ text }) => {
      await add.attempt({ input: { userId, text } })
      form.reset()
      onDone()
    },
  )
  return (
    <Panel title={t('notes.new')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Textarea
            label={t('notes.text')}
            description={t('notes.hint')}
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('text')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('notes.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

type Note = ConsoleStaffNoteListFragment['staffNotes']['edges'][number]['node']

function NoteRow({ note: { id, text, createdAt, author } }: { readonly note: Note }) {
  const { t } = useTranslation('staffPeople')
  const forget = useForget('StaffNote')
  const remove = useAct(DELETE_STAFF_NOTE)
  const name = author?.displayName ?? t('notes.erased')
  const askAndDelete = async () => {
    const isWanted = await askFirst({
      title: t('notes.deleteTitle'),
      text: t('notes.deleteText', { name }),
      confirm: t('notes.delete'),
      cancel: t('notes.keep'),
    })
    if (isWanted) forget((await remove.act({ input: { noteId: id } }))?.deleteStaffNote.deletedNoteId)
  }
  return (
    <Paper component="li" withBorder p="sm" radius="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            {author && <PersonAvatar person={author} size={24} />}
            {author ? (
              <RouteLink to="/console/people/$userId" params={{ userId: author.id }} size="sm">
                {name}
              </RouteLink>
            ) : (
              <Text size="sm">{name}</Text>
            )}
            <Ago time={createdAt} />
          </Group>
          <WrittenText text={text} />
        </Stack>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isBusy}
          aria-label={t('notes.deleteOne', { name })}
          onClick={() => void askAndDelete()}
        >
          {t('notes.delete')}
        </Button>
      </Group>
    </Paper>
  )
}
