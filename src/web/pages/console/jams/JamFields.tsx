import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { JamValues } from './values.ts'
import { TIMES } from './values.ts'

interface JamFieldsProps {
  /** The properties of a field of the form. */
  readonly propsOf: (field: keyof JamValues, options?: { readonly type: 'checkbox' }) => object
  readonly isContentGated: boolean
}

/** The texts and the times of a jam. */
export function JamFields({ propsOf, isContentGated }: JamFieldsProps) {
  const { t } = useTranslation('staffJams')
  return (
    <>
      <TextInput label={t('fields.title')} withAsterisk {...propsOf('title')} />
      <Textarea
        label={t('fields.description')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={16}
        {...propsOf('description')}
      />
      <Textarea label={t('fields.moreInfo')} withAsterisk autosize minRows={3} maxRows={16} {...propsOf('moreInfo')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {TIMES.map((field) => (
          <TextInput key={field} type="datetime-local" label={t(`fields.${field}`)} {...propsOf(field)} />
        ))}
      </SimpleGrid>
      <Switch
        label={t('fields.isVisible')}
        description={t('fields.isVisibleHint')}
        {...propsOf('isVisible', { type: 'checkbox' })}
      />
      <Switch
        label={t('fields.isContentGated')}
        description={t('fields.isContentGatedHint')}
        {...propsOf('isContentGated', { type: 'checkbox' })}
      />
      {isContentGated && (
        <TextInput
          type="datetime-local"
          label={t('fields.contentGateDate')}
          withAsterisk
          {...propsOf('contentGateDate')}
        />
      )}
    </>
  )
}
