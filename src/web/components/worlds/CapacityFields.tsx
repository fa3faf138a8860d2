import { NumberInput, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface CapacityForm {
  readonly getInputProps: (name: 'capacity' | 'recommendedCapacity') => object
}

/** How many people an instance of a world takes. */
export function CapacityFields({ form }: { readonly form: CapacityForm }) {
  const { t } = useTranslation('ownWorlds')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label={t('fields.capacity')}
        description={t('fields.capacityHint')}
        allowDecimal={false}
        {...form.getInputProps('capacity')}
      />
      <NumberInput
        label={t('fields.recommendedCapacity')}
        description={t('fields.recommendedCapacityHint')}
        allowDecimal={false}
        {...form.getInputProps('recommendedCapacity')}
      />
    </SimpleGrid>
  )
}
