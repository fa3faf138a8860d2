import { NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CreateProductInput, ProductType } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CreateItemForm } from '../ItemFrame.tsx'
import { CREATE_PRODUCT } from './documents.ts'
import { NO_PRODUCT, ProductFields } from './ProductFields.tsx'
import { RoleFields } from './RoleFields.tsx'

/** Products of listings of others are for special clients alone. */
const TYPES = ['UDON', 'INVENTORY', 'ROLE'] as const satisfies readonly ProductType[]

const firstType = (): (typeof TYPES)[number] => 'UDON'
const NEW_PRODUCT = { ...NO_PRODUCT, type: firstType(), groupId: '', groupRoleId: '' }
export type NewProductValues = typeof NEW_PRODUCT

/** What is sent for a type; empty ids are left out, so that the server says that they are missing. */
function inputOf({ type, groupId, groupRoleId, ...values }: NewProductValues): CreateProductInput {
  const { avatarIds, templateIds, joinsGroup, leavesGroup, isForSubscriberList, ...common } = values
  const { displayName, description, imageId, tags } = common
  const parts = {
    UDON: { isForSubscriberList },
    INVENTORY: { avatarIds, templateIds },
    ROLE: { joinsGroup, leavesGroup, ...(groupId && { groupId }), ...(groupRoleId && { groupRoleId }) },
  }
  return { type, displayName, description, imageId, tags, ...parts[type] }
}

/** The form for a new product. */
export function CreateProductForm() {
  const { t } = useTranslation(['selling', 'stores', 'refusals'])
  const navigate = useNavigate()
  const create = useAct(CREATE_PRODUCT)
  const validate = { imageId: (id: string) => (id === '' ? t('refusals:reasons.REQUIRED') : null) }
  const options = { name: 'product', mode: 'controlled' as const, initialValues: NEW_PRODUCT, validate }
  const creation = useGraphForm<NewProductValues>(options, async (values) => {
    await create.attempt({ input: inputOf(values), isArchived: false })
    notifications.show({ message: t('selling:products.created', { name: values.displayName }) })
    await navigate({ to: '/selling/$section', params: { section: 'products' } })
  })
  const { form } = creation
  const { type } = form.values
  return (
    <CreateItemForm section="products" form={creation}>
      <NativeSelect
        label={t('selling:fields.productType')}
        description={t('selling:fields.typeHint')}
        data={TYPES.map((value) => ({ value, label: t(`stores:productTypes.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {type === 'ROLE' && <RoleFields form={form} />}
      <ProductFields form={form} type={type} pictureUrl={null} />
    </CreateItemForm>
  )
}
