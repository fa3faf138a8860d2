import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useForget } from '../../../graph/useForget.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { DELETE_GROUP } from './documents.ts'

interface DeletePanelProps {
  readonly groupId: string
  readonly name: string
}

/** Deletes the group, once its name was typed. */
export function DeletePanel({ groupId, name }: DeletePanelProps) {
  const { t } = useTranslation('groupManage')
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Panel title={t('ownership.delete')}>
      <Text size="sm" c="dimmed">
        {t('ownership.deleteHint')}
      </Text>
      <Group>
        <Button variant="light" color="red" onClick={dialog.open}>
          {t('ownership.deleteAct')}
        </Button>
      </Group>
      {isOpen && <DeleteDialog groupId={groupId} name={name} onClose={dialog.close} />}
    </Panel>
  )
}

interface DeleteDialogProps extends DeletePanelProps {
  readonly onClose: () => void
}

/** The form that deletes the group and leaves its pages. */
function useGroupDeletion({ groupId, name, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('groupManage')
  const navigate = useNavigate()
  const forget = useForget('Group')
  const removal = useAct(DELETE_GROUP)
  return useGraphForm(
    {
      initialValues: { name: '', hardDelete: false },
      validate: { name: (typed) => (typed.trim() === name.trim() ? null : t('ownership.nameWrong')) },
    },
    async ({ hardDelete }) => {
      const { deleteGroup } = await removal.attempt({ input: { groupId, hardDelete } })
      notifications.show({ message: t('ownership.deleted', { name }) })
      onClose()
      await navigate({ to: '/groups' })
      forget(deleteGroup.deletedGroupId)
    },
  )
}

function DeleteDialog({ groupId, name, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['groupManage', 'common'])
  const { form, refusal, isBusy, onSubmit } = useGroupDeletion({ groupId, name, onClose })
  return (
    <Dialog title={t('ownership.deleteTitle', { name })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('ownership.deleteText')}</Text>
          <TextInput
            label={t('ownership.typeName')}
            required
            autoComplete="off"
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Checkbox
            label={t('ownership.hardDelete')}
            description={t('ownership.hardDeleteHint')}
            key={form.key('hardDelete')}
            {...form.getInputProps('hardDelete', { type: 'checkbox' })}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {t('ownership.deleteAct')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
