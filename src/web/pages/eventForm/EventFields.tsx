import { MultiSelect, NativeSelect, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { LanguagesField } from '../../components/LanguagesField.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import type { EditedEventFragment, EventFormGroupFragment } from '../../generated/graphql.ts'
import { CATEGORIES } from '../calendar/search.ts'
import { EntryFields } from './EntryFields.tsx'
import { PublishFields } from './PublishFields.tsx'
import { RecurrenceFields } from './RecurrenceFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import type { EventValues } from './values.ts'

export interface EventFieldsProps {
  readonly form: UseFormReturnType<EventValues>
  readonly group: EventFormGroupFragment
  /** What a new event is not yet. */
  readonly kind: EditedEventFragment['kind'] | 'NEW'
  /** The picture that the server has. */
  readonly pictureUrl: string | null
}

const PLATFORMS = ['WINDOWS', 'ANDROID', 'IOS'] as const

/** The fields of an event. */
export function EventFields(props: EventFieldsProps) {
  const { t } = useTranslation('calendar')
  const { form, kind, pictureUrl } = props
  return (
    <Stack>
      <TextInput label={t('fields.title')} withAsterisk {...form.getInputProps('title')} />
      <Textarea
        label={t('fields.description')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={14}
        {...form.getInputProps('description')}
      />
      <TimeFields form={form} />
      {(kind === 'NEW' || kind === 'SERIES') && <RecurrenceFields form={form} canBeOnce={kind === 'NEW'} />}
      <UploadInput
        purpose="GALLERY"
        label={t('fields.imageId')}
        description={t('fields.imageHint')}
        pictureUrl={pictureUrl}
        {...form.getInputProps('imageId')}
      />
      <AboutFields {...props} />
      <PublishFields {...props} />
      <EntryFields form={form} />
    </Stack>
  )
}

/** By what people find it. */
function AboutFields({ form }: EventFieldsProps) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.category')}
          data={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
          {...form.getInputProps('category')}
        />
        <MultiSelect
          label={t('fields.platforms')}
          placeholder={form.values.platforms.length === 0 ? t('platforms.all') : undefined}
          data={PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
          {...form.getInputProps('platforms')}
        />
      </SimpleGrid>
      <LanguagesField
        label={t('fields.languages')}
        description={t('fields.languagesHint')}
        {...form.getInputProps('languages')}
      />
      <TagsInput label={t('fields.tags')} description={t('fields.tagsHint')} {...form.getInputProps('tags')} />
    </>
  )
}
