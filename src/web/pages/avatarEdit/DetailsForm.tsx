import { MultiSelect, NativeSelect, SimpleGrid, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { StyleChoice } from '../../components/avatars/styles.ts'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import type { AvatarEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { atFields } from './atFields.ts'
import { CONTENT_TAGS, type Details, inputOf, valuesOf } from './details.ts'
import { UPDATE_AVATAR } from './documents.ts'

/** Characters. The server also counts what it puts before a tag, which nobody sees. */
const LONGEST_WORD = 50

interface DetailsFormProps {
  readonly avatar: AvatarEditFragment
  /** Those to choose from. */
  readonly styles: readonly StyleChoice[]
}

/** Name, description, tags, styles, and who can see the avatar. */
export function DetailsForm({ avatar, styles }: DetailsFormProps) {
  const { t } = useTranslation('avatars')
  const update = useAct(UPDATE_AVATAR)
  const words = (given: readonly string[]) =>
    given.some((word) => word.length > LONGEST_WORD) ? t('hints.longWord', { most: LONGEST_WORD }) : null
  const options = { name: 'avatar', current: valuesOf(avatar), updatedAt: avatar.updatedAt, validate: { words } }
  const edit = useEditForm(options, async (changes, guard) => {
    await atFields(update.attempt({ input: { ...inputOf(avatar, changes), ...guard } }))
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput label={t('fields.name')} withAsterisk {...form.getInputProps('name')} />
        <Textarea
          label={t('fields.description')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('description')}
        />
        <StyleFields form={form} styles={styles} />
        <TagFields form={form} />
        <VisibilityFields form={form} avatar={avatar} />
        <EditFormFooter edit={edit} labelOf={(field) => t(`fields.${field}`)} />
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly form: UseFormReturnType<Details>
}

function StyleFields({ form, styles }: FieldsProps & Pick<DetailsFormProps, 'styles'>) {
  const { t } = useTranslation('avatars')
  const items = [{ value: '', label: t('facts.none') }, ...styles]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        key={`primary-${items.length}`}
        label={t('fields.primaryStyleId')}
        data={items}
        {...form.getInputProps('primaryStyleId')}
      />
      <NativeSelect
        key={`secondary-${items.length}`}
        label={t('fields.secondaryStyleId')}
        data={items}
        {...form.getInputProps('secondaryStyleId')}
      />
    </SimpleGrid>
  )
}

const CONTENTS = ['ADULT', 'SEX', 'VIOLENCE', 'GORE', 'HORROR'] as const

function TagFields({ form }: FieldsProps) {
  const { t } = useTranslation(['avatars', 'settings'])
  return (
    <>
      <TagsInput
        label={t('fields.words')}
        description={t('hints.words')}
        splitChars={[',', ' ']}
        clearButtonProps={{ 'aria-label': t('hints.clearWords') }}
        {...form.getInputProps('words')}
      />
      <MultiSelect
        label={t('fields.contents')}
        description={t('hints.contents')}
        data={CONTENTS.map((name) => ({ value: CONTENT_TAGS[name], label: t(`settings:privacy.filters.${name}`) }))}
        {...form.getInputProps('contents')}
      />
      <Switch
        label={t('fields.isFallback')}
        description={t('hints.isFallback')}
        {...form.getInputProps('isFallback', { type: 'checkbox' })}
      />
    </>
  )
}

const STATUSES = ['PRIVATE', 'PUBLIC'] as const

function VisibilityFields({ form, avatar }: FieldsProps & { readonly avatar: AvatarEditFragment }) {
  const { t } = useTranslation('avatars')
  // One that an admin has hidden shows it.
  const offered = avatar.releaseStatus === 'HIDDEN' ? (['HIDDEN', ...STATUSES] as const) : STATUSES
  return (
    <>
      <NativeSelect
        label={t('fields.releaseStatus')}
        description={t('hints.releaseStatus')}
        data={offered.map((value) => ({ value, label: t(`status.${value}`) }))}
        {...form.getInputProps('releaseStatus')}
      />
      <Switch
        label={t('fields.isSearchable')}
        description={t('hints.isSearchable')}
        {...form.getInputProps('isSearchable', { type: 'checkbox' })}
      />
    </>
  )
}
