import { Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { ManageMemberRowFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { WRITE_MEMBER_NOTES } from './documents.ts'

interface MemberNotesDialogProps {
  readonly member: ManageMemberRowFragment
  readonly groupId: string
  readonly onClose: () => void
}

/** Writes the notes that managers share about a member. */
export function MemberNotesDialog({ member, groupId, onClose }: MemberNotesDialogProps) {
  const { t } = useTranslation('groupManage')
  const write = useAct(WRITE_MEMBER_NOTES)
  const edit = useEditForm(
    { name: 'notes', current: { managerNotes: member.managerNotes ?? '' } },
    async ({ managerNotes = '' }) => {
      await write.attempt({ input: { groupId, userId: member.user?.id ?? '', managerNotes } })
      onClose()
    },
  )
  return (
    <Dialog title={t('members.notesOf', { name: member.user?.displayName ?? '' })} onClose={onClose}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <Textarea
            label={t('members.notesLabel')}
            description={t('members.notesHint')}
            autosize
            minRows={4}
            maxRows={12}
            data-autofocus
            {...edit.form.getInputProps('managerNotes')}
          />
          <EditFormFooter edit={edit} labelOf={() => t('members.notesLabel')} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
