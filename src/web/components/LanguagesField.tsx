import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguages } from './languages.ts'

/** How many languages people, groups and events have at most. */
export const MAX_LANGUAGES = 3

/** The field for the languages of something. */
export function LanguagesField(field: MultiSelectProps) {
  const { t } = useTranslation()
  const languages = useLanguages()
  return (
    <MultiSelect
      data={languages}
      maxValues={MAX_LANGUAGES}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('noLanguage')}
      {...field}
    />
  )
}
