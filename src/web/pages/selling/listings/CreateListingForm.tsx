import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { CreateListingInput, ListingType, ProductType } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { ItemFrame } from '../ItemFrame.tsx'
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
  const { duration, durationUnit, isQuantifiable, isStackable, ...common } = values
  const timed = isTimed(type) ? { duration, durationUnit } : {}
  const repeated = isRepeated(type) ? { isQuantifiable, isStackable } : {}
  const input = inputOf({ ...common, ...timed, ...repeated }, durationUnit)
  return { ...input, type, productType, displayName: values.displayName, price: Number(values.price) }
}

/** The form for a new listing, which takes the picture of its first product unless it gets one of its own. */
export function CreateListingForm() {
  const { t } = useTranslation(['selling', 'stores', 'common', 'refusals'])
  const navigate = useNavigate()
  const create = useAct(CREATE_LISTING)
  const validate = { price: (price: unknown) => (price === '' ? t('refusals:reasons.REQUIRED') : null) }
  const options = { name: 'listing', mode: 'controlled' as const, initialValues: NEW_LISTING, validate }
  const { form, refusal, isBusy, onSubmit } = useGraphForm<NewListingValues>(options, async (values) => {
    const first = products.find(({ id }) => id === values.productIds[0])
    await create.attempt({ input: newInputOf({ ...values, imageId: values.imageId || (first?.imageId ?? '') }) })
    notifications.show({ message: t('selling:listings.created', { name: values.displayName }) })
    await navigate({ to: '/selling/$section', params: { section: 'listings' } })
  })
  const { type, productType } = form.values
  const products = useProductsToList(productType)
  return (
    <ItemFrame section="listings" title={t('selling:create.listings')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t('selling:fields.productType')}
              data={PRODUCT_TYPES.map((value) => ({ value, label: t(`stores:productTypes.${value}`) }))}
              {...form.getInputProps('productType')}
            />
            <NativeSelect
              label={t('selling:fields.listingType')}
              description={t('selling:fields.typeHint')}
              data={TYPES.map((value) => ({ value, label: t(`stores:span.${value}`) }))}
              {...form.getInputProps('type')}
            />
          </SimpleGrid>
          <ProductSelect products={products} {...form.getInputProps('productIds')} />
          <ListingFields form={form} type={type} pictureUrl={null} />
          {isRepeated(type) && <VariantFields form={form} />}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t('selling:create.submit')}
            </Button>
            <RouteButton to="/selling/$section" params={{ section: 'listings' }} variant="subtle" color="gray">
              {t('common:cancel')}
            </RouteButton>
          </Group>
        </Stack>
      </form>
    </ItemFrame>
  )
}
