import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ProductType } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { PRODUCTS_TO_LIST } from './documents.ts'

/** The products of a type that the person can offer. */
export function useProductsToList(type: ProductType) {
  const { data, refusal, reload } = usePanel(PRODUCTS_TO_LIST, { type })
  return { products: data?.viewer?.products.edges.map(({ node }) => node), refusal, reload }
}

interface ProductSelectProps {
  readonly choice: ReturnType<typeof useProductsToList>
}

/** Chooses what a listing gives. */
export function ProductSelect({ choice: { products, refusal, reload }, ...field }: ProductSelectProps) {
  const { t } = useTranslation('selling')
  return (
    <>
      <MultiSelect
        label={t('fields.productIds')}
        description={products?.length === 0 ? t('listings.noProducts') : undefined}
        searchable
        data={products?.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? []}
        {...field}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
    </>
  )
}
