import { NativeSelect, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CreateListingInput, ListingType, ProductType } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CreateItemForm } from '../ItemFrame.tsx'
import { CREATE_LISTING } from './documents.ts'
import { ListingFields } from './ListingFields.tsx'
import { ProductSelect, useProductsToList } from './ProductSelect.tsx'
import { VariantFields } from './VariantFields.tsx'
import { inputOf, isRepeated, isTimed, NO_LISTING } from './values.ts'

const PRODUCT_TYPES = ['UDON', 'INVENTORY', 'ROLE'] as const satisfies readonly ProductType[]
const TYPES = ['PERMANENT', 'INSTANT', 'DURATION', 'SUBSCRIPTION'] as const satisfies readonly ListingType[]

const firstType = (): ListingType => 'PERMANENT'
const firstProductType = (): ProductType => 'UDON'
const NEW_LISTING = { ...NO_LISTING, type: firstType(), productType: firstProductType() }
type NewListingValues = typeof NEW_LISTING

/** What is sent of a new listing: what its type has no use for is left out. */
function newInputOf({ type, productType, ...values }: NewListingValues): CreateListingInput {
  const { duration, durationUnit, isQuantifiable, isStackable, variants, ...common } = values
  const timed = isTimed(type) ? { duration, durationUnit } : {}
  const repeated = isRepeated(type) ? { isQuantifiable, isStackable, variants } : {}
  const input = inputOf({ ...common, ...timed, ...repeated }, durationUnit)
  return { ...input, type, productType, displayName: values.displayName, price: Number(values.price) }
}

/** The form for a new listing, which takes the picture of its first product unless it gets one of its own. */
export function CreateListingForm() {
  const { t } = useTranslation(['selling', 'stores', 'refusals'])
  const navigate = useNavigate()
  const create = useAct(CREATE_LISTING)
  const validate = { price: (price: unknown) => (price === '' ? t('refusals:reasons.REQUIRED') : null) }
  const options = { name: 'listing', mode: 'controlled' as const, initialValues: NEW_LISTING, validate }
  const creation = useGraphForm<NewListingValues>(options, async (values) => {
    const first = choice.products?.find(({ id }) => id === values.productIds[0])
    await create.attempt({ input: newInputOf({ ...values, imageId: values.imageId || (first?.imageId ?? '') }) })
    notifications.show({ message: t('selling:listings.created', { name: values.displayName }) })
    await navigate({ to: '/selling/$section', params: { section: 'listings' } })
  })
  const { form } = creation
  const { type, productType } = form.values
  const choice = useProductsToList(productType)
  const chooseProductType = (value: string) => {
    form.setFieldValue('productType', PRODUCT_TYPES.find((one) => one === value) ?? productType)
    // Those of another type cannot be in the same listing.
    form.setFieldValue('productIds', [])
  }
  return (
    <CreateItemForm section="listings" form={creation}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('selling:fields.productType')}
          data={PRODUCT_TYPES.map((value) => ({ value, label: t(`stores:productTypes.${value}`) }))}
          {...form.getInputProps('productType')}
          onChange={({ currentTarget: { value } }) => chooseProductType(value)}
        />
        <NativeSelect
          label={t('selling:fields.listingType')}
          description={t('selling:fields.typeHint')}
          data={TYPES.map((value) => ({ value, label: t(`stores:span.${value}`) }))}
          {...form.getInputProps('type')}
        />
      </SimpleGrid>
      <ProductSelect choice={choice} {...form.getInputProps('productIds')} />
      <ListingFields form={form} type={type} pictureUrl={null} />
      {isRepeated(type) && <VariantFields form={form} />}
    </CreateItemForm>
  )
}
