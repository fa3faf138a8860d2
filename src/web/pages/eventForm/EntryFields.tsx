import { Checkbox, Fieldset, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EventFieldsProps } from './EventFields.tsx'

const MINUTES = ['guestEarlyJoinMinutes', 'hostEarlyJoinMinutes', 'closeInstanceAfterEndMinutes'] as const

/** When its instances can be entered, and when they close. */
export function EntryFields({ form }: Pick<EventFieldsProps, 'form'>) {
  const { t } = useTranslation('calendar')
  return (
    <Fieldset legend={t('fields.entry')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {MINUTES.map((field) => (
            <NumberInput
              key={field}
              label={t(`fields.${field}`)}
              min={0}
              max={1440}
              allowDecimal={false}
              suffix={` ${t('fields.minutes')}`}
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        <Checkbox
          label={t('fields.usesInstanceOverflow')}
          {...form.getInputProps('usesInstanceOverflow', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}
