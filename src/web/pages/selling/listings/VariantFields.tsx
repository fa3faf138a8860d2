import { Button, Checkbox, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { fieldPath } from '../../../graph/fieldPath.ts'
import type { ListingValues } from './values.ts'

const MOST = 10

interface VariantFieldsProps {
  readonly form: Pick<
    UseFormReturnType<ListingValues>,
    'getInputProps' | 'values' | 'insertListItem' | 'removeListItem'
  >
}

/** Prices for quantities. */
export function VariantFields({ form }: VariantFieldsProps) {
  const { t } = useTranslation('selling')
  const { variants } = form.values
  const field = form.getInputProps('variants')
  const add = () =>
    form.insertListItem('variants', { variantId: '', quantity: variants.length + 2, unitPrice: '', isRefundable: true })
  return (
    <Fieldset legend={t('fields.variants')} {...fieldPath(field)} tabIndex={-1}>
      <Stack>
        <Text size="sm">{t('variants.hint')}</Text>
        {variants.map((variant, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new prices have no other identity than their place.
          <VariantRow key={`${variant.variantId} ${index}`} form={form} index={index} />
        ))}
        {field.error && (
          <Text size="sm" c="error" role="alert">
            {field.error}
          </Text>
        )}
        {variants.length < MOST && (
          <Group>
            <Button variant="default" size="xs" onClick={add}>
              {t('variants.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

interface VariantRowProps extends VariantFieldsProps {
  /** Place of the price in the list. */
  readonly index: number
}

function VariantRow({ form, index }: VariantRowProps) {
  const { t } = useTranslation('selling')
  return (
    <Group align="end" gap="sm">
      <NumberInput
        label={t('variants.quantity')}
        allowDecimal={false}
        w={120}
        {...form.getInputProps(`variants.${index}.quantity`)}
      />
      <NumberInput
        label={t('variants.unitPrice')}
        allowDecimal={false}
        w={160}
        {...form.getInputProps(`variants.${index}.unitPrice`)}
      />
      <Checkbox
        label={t('variants.isRefundable')}
        pb={8}
        {...form.getInputProps(`variants.${index}.isRefundable`, { type: 'checkbox' })}
      />
      <Button
        variant="subtle"
        color="red"
        aria-label={t('variants.removeOf', { number: index + 1 })}
        onClick={() => form.removeListItem('variants', index)}
      >
        {t('variants.remove')}
      </Button>
    </Group>
  )
}
