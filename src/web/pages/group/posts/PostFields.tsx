import { Checkbox, MultiSelect, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { UploadInput } from '../../../components/uploads/UploadInput.tsx'
import type { GroupPostVisibility } from '../../../generated/graphql.ts'
import { useGroupRoles } from '../useGroupRoles.ts'

const VISIBILITIES = ['PUBLIC', 'GROUP'] as const satisfies readonly GroupPostVisibility[]

/** What a post or an announcement says. */
export interface WrittenValues extends Record<string, unknown> {
  readonly title: string
  readonly text: string
  /** Id of the upload of another picture; empty for none. */
  readonly imageId: string
  /** Whether the picture that stands is taken away. */
  readonly removesImage: boolean
  readonly sendNotification: boolean
}

export interface PostValues extends WrittenValues {
  readonly visibility: GroupPostVisibility
  readonly roleIds: string[]
}

export const NOTHING_WRITTEN: WrittenValues = {
  ...{ title: '', text: '', imageId: '', removesImage: false, sendNotification: false },
}

type Fields<Values extends WrittenValues> = Pick<UseFormReturnType<Values>, 'getInputProps' | 'values'>

interface WrittenFieldsProps<Values extends WrittenValues> {
  readonly form: Fields<Values>
  /** The picture that stands; null for none. */
  readonly imageUrl: string | null
  /** Whether it cannot be left without a text. */
  readonly needsText: boolean
}

/** Title, text and picture. */
export function WrittenFields<Values extends WrittenValues>(props: WrittenFieldsProps<Values>) {
  const { t } = useTranslation('groups')
  const { form, imageUrl, needsText } = props
  const { removesImage } = form.values
  return (
    <>
      <TextInput required data-autofocus label={t('posts.fields.title')} {...form.getInputProps('title')} />
      <Textarea
        required={needsText}
        label={t('posts.fields.text')}
        autosize
        minRows={3}
        maxRows={14}
        {...form.getInputProps('text')}
      />
      <UploadInput
        purpose="GALLERY"
        label={t('posts.fields.imageId')}
        pictureUrl={removesImage ? null : imageUrl}
        {...form.getInputProps('imageId')}
        value={form.values.imageId}
      />
      {imageUrl && (
        <Checkbox
          label={t('posts.fields.removesImage')}
          {...form.getInputProps('removesImage', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

/** Whether members are notified. */
export function NotifyField<Values extends WrittenValues>({ form }: Pick<WrittenFieldsProps<Values>, 'form'>) {
  const { t } = useTranslation('groups')
  return (
    <Checkbox
      label={t('posts.fields.sendNotification')}
      {...form.getInputProps('sendNotification', { type: 'checkbox' })}
    />
  )
}

interface PostFieldsProps extends Omit<WrittenFieldsProps<PostValues>, 'needsText'> {
  readonly groupId: string
}

/** All fields of a post. */
export function PostFields({ form, imageUrl, groupId }: PostFieldsProps) {
  const { t } = useTranslation('groups')
  const roles = useGroupRoles(groupId)
  return (
    <Stack>
      <WrittenFields form={form} imageUrl={imageUrl} needsText />
      <NativeSelect
        label={t('posts.fields.visibility')}
        data={VISIBILITIES.map((value) => ({ value, label: t(`posts.visibilities.${value}`) }))}
        {...form.getInputProps('visibility')}
      />
      <MultiSelect
        label={t('posts.fields.roleIds')}
        description={t('posts.rolesHint')}
        data={roles}
        clearable
        {...form.getInputProps('roleIds')}
      />
      <NotifyField form={form} />
    </Stack>
  )
}
