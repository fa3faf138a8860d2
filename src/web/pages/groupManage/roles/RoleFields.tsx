import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { GroupPermission, GroupRoleKind } from '../../../generated/graphql.ts'
import { PermissionFields } from './PermissionFields.tsx'
import { hasManagement, type PermissionInfo } from './permissions.ts'

export interface RoleValues extends Record<string, unknown> {
  readonly name: string
  readonly description: string
  readonly permissions: GroupPermission[]
  readonly isSelfAssignable: boolean
  readonly isAddedOnJoin: boolean
  readonly requiresTwoFactor: boolean
}

export interface RoleFieldsProps {
  readonly form: UseFormReturnType<RoleValues>
  readonly kind: GroupRoleKind
  readonly isSold: boolean
  /** Whether the viewer may look at the role only. */
  readonly isReadOnly: boolean
  readonly permissions: readonly PermissionInfo[]
}

/** The fields of a role. What cannot be is disabled, with the reason. */
export function RoleFields({ form, kind, isSold, isReadOnly, permissions }: RoleFieldsProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Stack>
      <TextInput
        label={t('roles.name')}
        required
        disabled={isReadOnly || kind === 'EVERYONE'}
        {...(kind === 'EVERYONE' && !isReadOnly && { description: t('roles.everyoneName') })}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('roles.description')}
        autosize
        minRows={2}
        maxRows={6}
        disabled={isReadOnly}
        {...form.getInputProps('description')}
      />
      {kind === 'CUSTOM' && <RoleFlags form={form} isReadOnly={isReadOnly} permissions={permissions} />}
      {isSold && <Text size="sm">{t('roles.sold')}</Text>}
      {kind === 'OWNER' ? (
        <Text size="sm">{t('roles.ownerPermissions')}</Text>
      ) : (
        <PermissionFields form={form} kind={kind} isSold={isSold} isReadOnly={isReadOnly} permissions={permissions} />
      )}
    </Stack>
  )
}

/** Flags by which people get a role without anybody who decides, so that it cannot help to lead the group. */
const OPEN_FLAGS = ['isAddedOnJoin', 'isSelfAssignable'] as const

function RoleFlags({ form, isReadOnly, permissions }: Pick<RoleFieldsProps, 'form' | 'isReadOnly' | 'permissions'>) {
  const { t } = useTranslation('groupManage')
  const isManagement = hasManagement(form.values.permissions, permissions)
  return (
    <Stack gap="sm">
      {OPEN_FLAGS.map((flag) => (
        <Switch
          key={flag}
          label={t(`roles.${flag}`)}
          description={isManagement ? t('roles.notForManagement') : t(`roles.${flag}Hint`)}
          disabled={isReadOnly || (isManagement && !form.values[flag])}
          {...form.getInputProps(flag, { type: 'checkbox' })}
        />
      ))}
      <Switch
        label={t('roles.requiresTwoFactor')}
        description={t('roles.requiresTwoFactorHint')}
        disabled={isReadOnly}
        {...form.getInputProps('requiresTwoFactor', { type: 'checkbox' })}
      />
    </Stack>
  )
}
