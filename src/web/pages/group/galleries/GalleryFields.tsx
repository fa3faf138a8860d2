import { MultiSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { CreateGroupGalleryInput, GalleryFragment } from '../../../generated/graphql.ts'
import { useGroupRoles } from '../useGroupRoles.ts'

export interface GalleryValues extends Record<string, unknown> {
  readonly name: string
  readonly description: string
  readonly membersOnly: boolean
  /** Empty for everybody who may see the group. */
  readonly roleIdsToView: string[]
  readonly roleIdsToSubmit: string[]
  readonly roleIdsToAutoApprove: string[]
  readonly roleIdsToManage: string[]
}

const ROLE_FIELDS = ['roleIdsToView', 'roleIdsToSubmit', 'roleIdsToAutoApprove', 'roleIdsToManage'] as const

/** What the fields show of a gallery; null for a new one. */
export const galleryValues = (gallery: GalleryFragment | null): GalleryValues => ({
  name: gallery?.name ?? '',
  description: gallery?.description ?? '',
  membersOnly: gallery?.membersOnly ?? false,
  roleIdsToView: [...(gallery?.roleIdsToView ?? [])],
  roleIdsToSubmit: [...(gallery?.roleIdsToSubmit ?? [])],
  roleIdsToAutoApprove: [...(gallery?.roleIdsToAutoApprove ?? [])],
  roleIdsToManage: [...(gallery?.roleIdsToManage ?? [])],
})

type GalleryInput = Omit<CreateGroupGalleryInput, 'groupId' | 'name'>

/** The fields as mutations take them: a gallery for everybody names no roles that see it. */
export const galleryInput = ({ roleIdsToView, ...values }: Partial<GalleryValues>): GalleryInput => ({
  ...values,
  ...(roleIdsToView && { roleIdsToView: roleIdsToView.length === 0 ? null : roleIdsToView }),
})

interface GalleryFieldsProps {
  readonly form: Pick<UseFormReturnType<GalleryValues>, 'getInputProps'>
  readonly groupId: string
}

/** What a gallery is, and which roles can do what with it. */
export function GalleryFields({ form, groupId }: GalleryFieldsProps) {
  const { t } = useTranslation('groups')
  const roles = useGroupRoles(groupId, { withEveryone: true })
  return (
    <Stack>
      <TextInput required data-autofocus label={t('galleries.fields.name')} {...form.getInputProps('name')} />
      <Textarea
        label={t('galleries.fields.description')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <Switch label={t('galleries.fields.membersOnly')} {...form.getInputProps('membersOnly', { type: 'checkbox' })} />
      {ROLE_FIELDS.map((field) => (
        <MultiSelect
          key={field}
          label={t(`galleries.fields.${field}`)}
          description={t(`galleries.hints.${field}`)}
          data={roles}
          clearable
          {...form.getInputProps(field)}
        />
      ))}
    </Stack>
  )
}
