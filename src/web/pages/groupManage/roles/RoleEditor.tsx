import { Alert, Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import type { ManageRoleFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { BackToRoles } from './BackToRoles.tsx'
import { DELETE_ROLE, UPDATE_ROLE } from './documents.ts'
import type { PermissionInfo } from './permissions.ts'
import { RoleFields, type RoleValues } from './RoleFields.tsx'

interface RoleEditorProps {
  /** Undefined for a role that is gone. */
  readonly role: ManageRoleFragment | undefined
  readonly groupId: string
  readonly permissions: readonly PermissionInfo[]
}

/** A role to change, or to look at for those who may not. */
export function RoleEditor({ role, groupId, permissions }: RoleEditorProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Stack gap="md">
      <BackToRoles groupId={groupId} />
      {role ? (
        <Panel title={role.name}>
          <RoleForm role={role} permissions={permissions} groupId={groupId} />
        </Panel>
      ) : (
        <Alert color="gray" role="status">
          {t('roles.gone')}
        </Alert>
      )}
    </Stack>
  )
}

const valuesOf = (role: ManageRoleFragment): RoleValues => ({
  name: role.name,
  description: role.description ?? '',
  permissions: [...role.permissions].sort(),
  isSelfAssignable: role.isSelfAssignable,
  isAddedOnJoin: role.isAddedOnJoin,
  requiresTwoFactor: role.requiresTwoFactor,
})

/** Why the viewer may not change a role. */
const OBSTACLES = { OWNER: 'ownerOnly', EVERYONE: 'everyoneOnly', CUSTOM: 'above' } as const

interface RoleFormProps {
  readonly role: ManageRoleFragment
  readonly groupId: string
  readonly permissions: readonly PermissionInfo[]
}

function RoleForm({ role, groupId, permissions }: RoleFormProps) {
  const { t } = useTranslation('groupManage')
  const update = useAct(UPDATE_ROLE)
  const options = { name: 'role', current: valuesOf(role), updatedAt: role.updatedAt }
  const edit = useEditForm<RoleValues>(options, async (changes, guard) => {
    await update.attempt({ input: { roleId: role.id, ...changes, ...guard } })
  })
  const isReadOnly = !role.viewerCanUpdate
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        {isReadOnly && (
          <Alert color="gray" role="status">
            {t(`roles.readOnly.${OBSTACLES[role.kind]}`)}
          </Alert>
        )}
        <RoleFields
          form={edit.form}
          kind={role.kind}
          isSold={role.requiresPurchase}
          isReadOnly={isReadOnly}
          permissions={permissions}
        />
        {!isReadOnly && <EditFormFooter edit={edit} labelOf={(field) => t(`roles.fields.${fieldName(field)}`)} />}
        {role.viewerCanDelete && <DeleteRole role={role} groupId={groupId} />}
      </Stack>
    </form>
  )
}

const FIELDS = [
  ...(['name', 'description', 'permissions'] as const),
  ...(['isSelfAssignable', 'isAddedOnJoin', 'requiresTwoFactor'] as const),
]
const fieldName = (field: string | number) => FIELDS.find((one) => one === field) ?? 'permissions'

function DeleteRole({ role, groupId }: Pick<RoleFormProps, 'role' | 'groupId'>) {
  const { t } = useTranslation(['groupManage', 'common'])
  const navigate = useNavigate()
  const removal = useAct(DELETE_ROLE)
  const ask = async () => {
    const texts = { title: t('roles.deleteTitle', { name: role.name }), text: t('roles.deleteText') }
    const isWanted = await askFirst({ ...texts, confirm: t('roles.delete'), cancel: t('common:cancel') })
    if (isWanted && (await removal.act({ input: { roleId: role.id } })))
      await navigate({ to: '/groups/$groupId/manage/$section', params: { groupId, section: 'roles' }, search: {} })
  }
  return (
    <Group justify="flex-end">
      <Button variant="subtle" color="red" size="xs" loading={removal.isBusy} onClick={() => void ask()}>
        {t('roles.delete')}
      </Button>
    </Group>
  )
}
