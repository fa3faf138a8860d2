import { Checkbox, MultiSelect, NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CalendarEventAccess } from '../../generated/graphql.ts'
import type { EventFieldsProps } from './EventFields.tsx'

const ACCESSES = ['GROUP', 'PUBLIC'] as const satisfies readonly CalendarEventAccess[]

/** Who sees it, and from when. */
export function PublishFields({ form, group, kind }: EventFieldsProps) {
  const { t } = useTranslation('calendar')
  const { access, isDraft } = form.values
  const isPrivate = group.privacy === 'PRIVATE'
  const roles = group.roles?.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? []
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('fields.access')}
        description={isPrivate ? t('fields.privateGroup') : undefined}
        data={ACCESSES.map((value) => ({
          value,
          label: t(`access.${value}`),
          disabled: isPrivate && value === 'PUBLIC',
        }))}
        {...form.getInputProps('access')}
      />
      {access === 'GROUP' && roles.length > 0 && (
        <MultiSelect
          label={t('fields.roleIds')}
          description={t('fields.rolesHint')}
          data={roles}
          {...form.getInputProps('roleIds')}
        />
      )}
      <Checkbox
        label={t('fields.isDraft')}
        description={t('fields.draftHint')}
        {...form.getInputProps('isDraft', { type: 'checkbox' })}
      />
      {(kind === 'NEW' || isDraft) && (
        <Checkbox
          label={t('fields.sendCreationNotification')}
          {...form.getInputProps('sendCreationNotification', { type: 'checkbox' })}
        />
      )}
    </Stack>
  )
}
