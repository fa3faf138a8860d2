import { Group, Stack, Text, Textarea } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { focusAfter } from '../../../components/focusAfter.ts'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { useInlineEditor } from '../../../components/useInlineEditor.ts'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { SettingsNoteFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { RowAct } from '../RowAct.tsx'
import { SETTINGS_NOTE, UPDATE_NOTE } from './documents.ts'

interface NoteRowProps {
  readonly note: FragmentType<typeof SETTINGS_NOTE>
  /** What the list is searched for; null for nothing. */
  readonly search: string | null
}

type Target = NonNullable<SettingsNoteFragment['targetUser']>

/** A note, which becomes a form to change it. */
export function NoteRow({ note, search }: NoteRowProps) {
  const { t } = useTranslation('settings')
  const { isEditing, open, close, button } = useInlineEditor()
  const data = getFragmentData(SETTINGS_NOTE, note)
  const { targetUser: target, updatedAt } = data
  const text = data.note ?? ''
  if (!target) return <Text size="sm">{t('blocked.gone')}</Text>
  return (
    <Stack gap={6}>
      <PersonChip person={target} below={<Ago time={updatedAt} />}>
        {!isEditing && <NoteActs target={target} text={text} search={search} editButton={button} onEdit={open} />}
      </PersonChip>
      {isEditing ? (
        <NoteForm target={target} text={text} search={search} onClose={close} />
      ) : (
        <WrittenText text={text} />
      )}
    </Stack>
  )
}

interface PartProps extends Pick<NoteRowProps, 'search'> {
  readonly target: Target
  readonly text: string
}

interface NoteActsProps extends PartProps {
  readonly editButton: RefObject<HTMLButtonElement | null>
  readonly onEdit: () => void
}

function NoteActs({ target: { id, displayName: name }, text, search, editButton, onEdit }: NoteActsProps) {
  const { t } = useTranslation(['settings', 'common'])
  const update = useAct(UPDATE_NOTE)
  const remove = async () => {
    const texts = { title: t('notes.askTitle', { name }), text: t('notes.askText', { note: text }) }
    if (!(await askFirst({ ...texts, confirm: t('notes.delete'), cancel: t('common:cancel') }))) return
    const moveFocus = focusAfter(editButton.current)
    if (await update.act({ input: { targetUserId: id, note: '' }, search })) moveFocus()
  }
  return (
    <Group gap={0} wrap="nowrap">
      <RowAct ref={editButton} label={t('notes.editOf', { name })} onClick={onEdit}>
        <IconPencil size={18} aria-hidden />
      </RowAct>
      <RowAct label={t('notes.deleteOf', { name })} isBusy={update.isBusy} onClick={() => void remove()}>
        <IconTrash size={18} aria-hidden />
      </RowAct>
    </Group>
  )
}

function NoteForm({ target: { id, displayName: name }, text, search, onClose }: PartProps & { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_NOTE)
  const edit = useEditForm(
    { name: `note-${id.replace('_', '-')}`, current: { note: text } },
    async ({ note = text }) => {
      await update.attempt({ input: { targetUserId: id, note }, search })
      onClose()
    },
  )
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="xs">
        <Textarea
          aria-label={t('notes.textOf', { name })}
          autosize
          minRows={2}
          maxRows={12}
          autoFocus
          {...edit.form.getInputProps('note')}
        />
        <EditFormFooter edit={edit} labelOf={() => t('notes.title')} onCancel={onClose} />
      </Stack>
    </form>
  )
}
