import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ManageRoleTemplatesQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { BackToRoles } from './BackToRoles.tsx'
import { CREATE_ROLE, ROLE_TEMPLATES } from './documents.ts'
import type { PermissionInfo } from './permissions.ts'
import { RoleFields, type RoleValues } from './RoleFields.tsx'

interface NewRoleProps {
  readonly groupId: string
  readonly permissions: readonly PermissionInfo[]
}

const BLANK: RoleValues = {
  name: '',
  description: '',
  permissions: [],
  isSelfAssignable: false,
  isAddedOnJoin: false,
  requiresTwoFactor: false,
}

/** Creates a role, from nothing or from one of a template. */
export function NewRole({ groupId, permissions }: NewRoleProps) {
  const { t } = useTranslation('groupManage')
  const navigate = useNavigate()
  const create = useAct(CREATE_ROLE)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<RoleValues>(
    { name: 'new-role', mode: 'controlled', initialValues: BLANK },
    async (values) => {
      await create.attempt({ input: { groupId, ...values } })
      notifications.show({ message: t('roles.created', { name: values.name }) })
      await navigate({ to: '/groups/$groupId/manage/$section', params: { groupId, section: 'roles' }, search: {} })
    },
  )
  return (
    <Stack gap="md">
      <BackToRoles groupId={groupId} />
      <Panel title={t('roles.newTitle')}>
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <TemplateSelect permissions={permissions} onChoose={(values) => form.setValues(values)} />
            <RoleFields form={form} kind="CUSTOM" isSold={false} isReadOnly={false} permissions={permissions} />
            {refusal && <RefusalAlert refusal={refusal} />}
            <Group>
              <Button type="submit" loading={isBusy}>
                {t('roles.createSubmit')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Stack>
  )
}

type Template = ManageRoleTemplatesQuery['groupRoleTemplates'][number]

/** The roles of all templates, with what they are called in the list. */
const choicesOf = (templates: readonly Template[]) =>
  templates.flatMap(({ template, roles }) => roles.map((role) => ({ id: `${template} ${role.name}`, template, role })))

interface TemplateSelectProps {
  readonly permissions: readonly PermissionInfo[]
  readonly onChoose: (values: RoleValues) => void
}

/** Fills the fields from a template; permissions that the viewer cannot give are left out. */
function TemplateSelect({ permissions, onChoose }: TemplateSelectProps) {
  const { t } = useTranslation('groupManage')
  const { data } = usePanel(ROLE_TEMPLATES, {})
  const choices = choicesOf(data?.groupRoleTemplates ?? [])
  const granted = permissions.filter(({ viewerCanGrant }) => viewerCanGrant).map(({ permission }) => permission)
  const choose = (chosen: string) => {
    const role = choices.find(({ id }) => id === chosen)?.role
    if (!role) return onChoose(BLANK)
    const { name, description, isAddedOnJoin } = role
    const given = role.permissions.filter((permission) => granted.includes(permission))
    onChoose({ ...BLANK, name, description, isAddedOnJoin, permissions: given })
  }
  return (
    <NativeSelect
      label={t('roles.startFrom')}
      data={[
        { value: '', label: t('roles.blank') },
        ...choices.map(({ id, template, role }) => ({
          value: id,
          label: t('roles.fromTemplate', { role: role.name, template: t(`templates.${template}`) }),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}
