import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { CLOSE_INSTANCE, RENAME_INSTANCE } from './documents.ts'

interface ManagePanelProps {
  readonly instance: InstancePageFragment
}

/** Rename and close the instance, for its creator and who manages its group. */
export function ManagePanel({ instance }: ManagePanelProps) {
  const { t } = useTranslation('instances')
  return (
    <Panel title={t('manage.title')}>
      <Stack gap="lg">
        <NameForm instance={instance} />
        <CloseForm instance={instance} />
      </Stack>
    </Panel>
  )
}

function NameForm({ instance: { id, displayName } }: ManagePanelProps) {
  const { t } = useTranslation('instances')
  const rename = useAct(RENAME_INSTANCE)
  const edit = useEditForm({ name: 'instance-name', current: { displayName: displayName ?? '' } }, async (changes) => {
    await rename.attempt({ input: { location: id, displayName: changes.displayName ?? '' } })
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label={t('create.displayName')} {...edit.form.getInputProps('displayName')} />
        <EditFormFooter edit={edit} labelOf={() => t('create.displayName')} submit={t('manage.rename')} />
      </Stack>
    </form>
  )
}

function CloseForm({ instance: { id } }: ManagePanelProps) {
  const { t } = useTranslation(['instances', 'common'])
  const close = useAct(CLOSE_INSTANCE)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { mode: 'controlled', initialValues: { closedAt: '', hardClose: false } },
    async ({ closedAt, hardClose }) => {
      const at = closedAt === '' ? {} : { closedAt: new Date(closedAt).toISOString() }
      await close.attempt({ input: { location: id, hardClose, ...at } })
      notifications.show({ message: t(closedAt === '' ? 'manage.closed' : 'manage.closesLater') })
    },
    ({ hardClose }) => {
      const texts = { title: t('manage.closeTitle'), text: t(hardClose ? 'manage.hardCloseText' : 'manage.closeText') }
      return askFirst({ ...texts, confirm: t('manage.close'), cancel: t('common:cancel') })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label={t('manage.closedAt')}
          description={t('manage.closedAtHint')}
          {...form.getInputProps('closedAt')}
        />
        <Checkbox label={t('manage.hardClose')} {...form.getInputProps('hardClose', { type: 'checkbox' })} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" color="red" variant="light" loading={isBusy}>
            {t('manage.close')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
