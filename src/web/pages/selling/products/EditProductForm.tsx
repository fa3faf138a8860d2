import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { OwnProductFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { ArchiveProductButton } from './ArchiveProductButton.tsx'
import { UPDATE_PRODUCT } from './documents.ts'
import { ProductFields, type ProductValues } from './ProductFields.tsx'

const idsOf = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id)

const valuesOf = (product: OwnProductFragment): ProductValues => ({
  displayName: product.displayName,
  description: product.description ?? '',
  imageId: product.imageId,
  tags: [...product.tags],
  joinsGroup: product.joinsGroup,
  leavesGroup: product.leavesGroup,
  isForSubscriberList: product.isForSubscriberList,
  avatarIds: idsOf(product.avatars),
  templateIds: idsOf(product.templates),
})

/** Changes a product; what was sold already stays as it was. */
export function EditProductForm({ product }: { readonly product: OwnProductFragment }) {
  const { t } = useTranslation(['selling', 'stores'])
  const update = useAct(UPDATE_PRODUCT)
  const { id: productId, type, displayName, imageUrl, groupRole, group } = product
  const options = { name: 'product', current: valuesOf(product), updatedAt: product.updatedAt }
  const edit = useEditForm<ProductValues>(options, async (changes, guard) => {
    await update.attempt({ input: { productId, ...changes, ...guard } })
  })
  const { form, onSubmit } = edit
  return (
    <ItemFrame
      section="products"
      title={displayName}
      badge={t(`stores:productTypes.${type}`)}
      acts={<ArchiveProductButton productId={productId} name={displayName} />}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {groupRole && group && (
            <Text size="sm">{t('stores:contents.role', { role: groupRole.name, group: group.name })}</Text>
          )}
          <ProductFields form={form} type={type} pictureUrl={imageUrl} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`selling:fields.${field}`)} />
        </Stack>
      </form>
    </ItemFrame>
  )
}
