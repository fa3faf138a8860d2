import { MultiSelect, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WARNINGS } from './tags.ts'

interface TagForm {
  readonly getInputProps: (name: 'tags' | 'warnings') => object
}

/** Words that describe a world, and what people are warned of. */
export function TagFields({ form }: { readonly form: TagForm }) {
  const { t } = useTranslation('ownWorlds')
  return (
    <>
      <TagsInput
        label={t('fields.tags')}
        description={t('fields.tagsHint')}
        clearable={false}
        {...form.getInputProps('tags')}
      />
      <MultiSelect
        label={t('fields.warnings')}
        data={WARNINGS.map((value) => ({ value, label: t(`warnings.${value}`) }))}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('warnings')}
      />
    </>
  )
}
