import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ConsolePermissionFragment } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { HolderList } from '../kit/HolderList.tsx'
import { CREATE_PERMISSION, PERMISSION_HOLDERS, UPDATE_PERMISSION } from './documents.ts'
import { PermissionFields } from './PermissionFields.tsx'
import { NEW_PERMISSION, type PermissionValues, permissionDataOf, permissionValuesOf } from './permissionValues.ts'

interface NewPermissionProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Makes a new permission. */
export function NewPermission({ onClose, onDone }: NewPermissionProps) {
  const { t } = useTranslation(['configuration', 'common'])
  const create = useAct(CREATE_PERMISSION)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<PermissionValues>(
    { name: 'new-permission', mode: 'controlled', initialValues: NEW_PERMISSION },
    async ({ name, displayName, description, data }) => {
      await create.attempt({ input: { name, displayName, description, data: permissionDataOf(data) } })
      notifications.show({ message: t('permissions.created', { name: displayName }) })
      onDone()
      onClose()
    },
  )
  return (
    <Dialog title={t('permissions.new')} onClose={onClose} isBusy={isBusy} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PermissionFields form={form} isNameFixed={false} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PermissionDialogProps extends NewPermissionProps {
  readonly permission: ConsolePermissionFragment
  readonly canChange: boolean
}

/** A permission, who has it, and its fields to change for those who may. */
export function PermissionDialog({ permission, canChange, ...props }: PermissionDialogProps) {
  const { id, displayName, name, description } = permission
  const { data, refusal, reload, fetchMore } = usePanel(PERMISSION_HOLDERS, { id })
  return (
    <Dialog title={displayName || name} onClose={props.onClose} size="lg">
      <Stack>
        {canChange ? <EditPermission permission={permission} {...props} /> : <Text>{description}</Text>}
        {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
        <HolderList list={data?.permission?.holders} onMore={(more) => fetchMore({ id, more })} />
      </Stack>
    </Dialog>
  )
}

const LABELS = ['name', 'displayName', 'description'] as const

function EditPermission({ permission, onClose, onDone }: Omit<PermissionDialogProps, 'canChange'>) {
  const { t } = useTranslation('configuration')
  const update = useAct(UPDATE_PERMISSION)
  const { id: permissionId, updatedAt, isNameProtected } = permission
  const edit = useEditForm<PermissionValues>(
    { name: 'permission', current: permissionValuesOf(permission), updatedAt },
    async ({ data, ...texts }, guard) => {
      const changes = { ...texts, ...(data && { data: permissionDataOf(data) }) }
      await update.attempt({ input: { permissionId, ...changes, ...guard } })
      onDone()
    },
  )
  const labelOf = (field: keyof PermissionValues) => {
    const label = LABELS.find((one) => one === field)
    return t(label ? `permissions.${label}` : 'permissions.limits')
  }
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <PermissionFields form={edit.form} isNameFixed={isNameProtected} />
        <EditFormFooter edit={edit} labelOf={labelOf} onCancel={onClose} />
      </Stack>
    </form>
  )
}
