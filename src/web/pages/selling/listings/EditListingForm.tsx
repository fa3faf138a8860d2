import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { OwnListingFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { ArchiveListingButton } from './ArchiveListingButton.tsx'
import { UPDATE_LISTING } from './documents.ts'
import { ListingFields } from './ListingFields.tsx'
import { ProductSelect, useProductsToList } from './ProductSelect.tsx'
import { VariantFields } from './VariantFields.tsx'
import { inputOf, isRepeated, valuesOf } from './values.ts'

/** Changes a listing, publishes it and takes it off sale; what was sold already stays as it was. */
export function EditListingForm({ listing }: { readonly listing: OwnListingFragment }) {
  const { t } = useTranslation(['selling', 'stores'])
  const update = useAct(UPDATE_LISTING)
  const { id: listingId, displayName, type, productType, state, imageUrl } = listing
  const choice = useProductsToList(productType)
  const options = { name: 'listing', current: valuesOf(listing), updatedAt: listing.updatedAt }
  const edit = useEditForm(options, async (changes, guard) => {
    const first = choice.products?.find(({ id }) => id === form.values.productIds[0])
    const needsImage = form.values.imageId === '' && first
    const input = inputOf({ ...changes, ...(needsImage && { imageId: first.imageId }) }, form.values.durationUnit)
    await update.attempt({ input: { listingId, ...input, ...guard } })
  })
  const { form, onSubmit } = edit
  return (
    <ItemFrame
      section="listings"
      title={displayName}
      badge={t(`stores:state.${state}`)}
      acts={<ArchiveListingButton listingId={listingId} name={displayName} />}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ProductSelect choice={choice} {...form.getInputProps('productIds')} />
          <ListingFields form={form} type={type} pictureUrl={imageUrl ?? null} />
          {isRepeated(type) && <VariantFields form={form} />}
          <EditFormFooter edit={edit} labelOf={(field) => t(`selling:fields.${field}`)} />
        </Stack>
      </form>
    </ItemFrame>
  )
}
