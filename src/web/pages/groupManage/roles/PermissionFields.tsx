import { Checkbox, Fieldset, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconShieldStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupPermission } from '../../../generated/graphql.ts'
import { fieldPath } from '../../../graph/fieldPath.ts'
import { PERMISSION_GROUP_NAMES, PERMISSION_GROUPS, type PermissionInfo } from './permissions.ts'
import type { RoleFieldsProps } from './RoleFields.tsx'

/** What a role allows, as boxes to check. */
export function PermissionFields(props: RoleFieldsProps) {
  const { t } = useTranslation('groupManage')
  const { form } = props
  const field = form.getInputProps('permissions')
  return (
    <Stack gap="md" {...fieldPath(field)} tabIndex={-1}>
      <Text size="sm" c="dimmed">
        {t('roles.permissionsHint')}
      </Text>
      {field.error && (
        <Text size="sm" c="red" role="alert">
          {field.error}
        </Text>
      )}
      {PERMISSION_GROUP_NAMES.map((name) => (
        <Fieldset key={name} legend={t(`permissionGroups.${name}`)} radius="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            {PERMISSION_GROUPS[name].map((permission) => (
              <PermissionField key={permission} permission={permission} {...props} />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
    </Stack>
  )
}

type Obstacle = 'notOwn' | 'everyone' | 'open' | 'sold'

/** Why a permission cannot be added to the role; null if it can. */
function obstacleOf({ kind, isSold, form }: RoleFieldsProps, info: PermissionInfo | undefined): Obstacle | null {
  if (!info?.viewerCanGrant) return 'notOwn'
  if (!info.isManagement) return null
  if (kind === 'EVERYONE') return 'everyone'
  if (isSold) return 'sold'
  return form.values.isAddedOnJoin || form.values.isSelfAssignable ? 'open' : null
}

interface PermissionFieldProps extends RoleFieldsProps {
  readonly permission: (typeof PERMISSION_GROUPS)[keyof typeof PERMISSION_GROUPS][number]
}

function PermissionField({ permission, ...props }: PermissionFieldProps) {
  const { t } = useTranslation('groupManage')
  const { form, isReadOnly, permissions } = props
  const info = permissions.find((one) => one.permission === permission)
  const { permissions: given } = form.values
  const isGiven = given.includes(permission)
  const hadIt = isGiven || form.getInitialValues().permissions.includes(permission)
  const obstacle = hadIt ? null : obstacleOf(props, info)
  const toggle = () => {
    const next: GroupPermission[] = isGiven ? given.filter((one) => one !== permission) : [...given, permission]
    form.setFieldValue('permissions', next.sort())
  }
  const name = t(`permissions.${permission}.name`)
  return (
    <Checkbox
      label={
        <>
          {name} {info?.isManagement && <LeadsMark />}
        </>
      }
      description={
        <>
          {t(`permissions.${permission}.text`)}
          {obstacle && !isReadOnly && ` ${t(`roles.obstacles.${obstacle}`)}`}
        </>
      }
      checked={isGiven}
      disabled={isReadOnly || obstacle !== null}
      onChange={toggle}
    />
  )
}

/** Behind the name of a permission that makes a role one that leads the group. */
function LeadsMark() {
  const { t } = useTranslation('groupManage')
  return (
    <>
      <IconShieldStar size={14} aria-hidden color="var(--mantine-primary-color-filled)" style={{ verticalAlign: -2 }} />
      <VisuallyHidden component="span">{t('roles.leads')}</VisuallyHidden>
    </>
  )
}
