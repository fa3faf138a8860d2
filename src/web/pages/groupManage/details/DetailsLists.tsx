import { MultiSelect, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { LinkFields } from '../../../components/LinkFields.tsx'
import { type Language, languageItems } from '../../../languageItems.ts'
import type { DetailsValues } from './DetailsForm.tsx'

const MAX_LANGUAGES = 3
const MAX_LINKS = 3
const MAX_TAGS = 5

interface DetailsListsProps {
  readonly form: UseFormReturnType<DetailsValues>
  /** Those that a group can have. */
  readonly languages: readonly Language[]
}

/** The fields of a group that have several values. */
export function DetailsLists({ form, languages }: DetailsListsProps) {
  const { t, i18n } = useTranslation('groupManage')
  const { errors, values } = form
  /** Issues name one value by its place in the list; they stand at the field of the whole list. */
  const errorOf = (field: 'languages' | 'tags') =>
    errors[field] ?? values[field].map((_, index) => errors[`${field}.${index}`]).find(Boolean)
  return (
    <>
      <MultiSelect
        label={t('details.languages')}
        description={t('details.languagesHint', { count: MAX_LANGUAGES })}
        data={languageItems(languages, i18n.language)}
        maxValues={MAX_LANGUAGES}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('details.noLanguage')}
        {...form.getInputProps('languages')}
        error={errorOf('languages')}
      />
      <TagsInput
        label={t('details.tags')}
        description={t('details.tagsHint', { count: MAX_TAGS })}
        maxTags={MAX_TAGS}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
        error={errorOf('tags')}
      />
      <LinkFields
        label={t('details.links')}
        links={values.links}
        onChange={(links) => form.setValues({ links })}
        most={MAX_LINKS}
        propsOf={(index) => form.getInputProps(`links.${index}`)}
        texts={{
          add: t('details.addLink'),
          link: (number) => t('details.link', { number }),
          remove: (number) => t('details.removeLink', { number }),
        }}
      />
    </>
  )
}
