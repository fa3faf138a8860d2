import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { LanguagesField, MAX_LANGUAGES } from '../../../components/LanguagesField.tsx'
import { LinkFields } from '../../../components/LinkFields.tsx'
import type { DetailsValues } from './DetailsForm.tsx'

const MAX_LINKS = 3
const MAX_TAGS = 5

interface DetailsListsProps {
  readonly form: UseFormReturnType<DetailsValues>
}

/** The fields of a group that have several values. */
export function DetailsLists({ form }: DetailsListsProps) {
  const { t } = useTranslation('groupManage')
  const { links } = form.values
  return (
    <>
      <LanguagesField
        label={t('details.languages')}
        description={t('details.languagesHint', { count: MAX_LANGUAGES })}
        {...form.getInputProps('languages')}
      />
      <TagsInput
        label={t('details.tags')}
        description={t('details.tagsHint', { count: MAX_TAGS })}
        maxTags={MAX_TAGS}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
      />
      <LinkFields
        label={t('details.links')}
        links={links}
        onChange={(next) => form.setValues({ links: next })}
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
