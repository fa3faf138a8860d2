import { Group, Stack, Switch, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { PictureRow } from '../../../components/PictureRow.tsx'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { CreateLink } from '../CreateLink.tsx'
import { EditLink } from '../EditLink.tsx'
import { ArchiveProductButton } from './ArchiveProductButton.tsx'
import { OWN_PRODUCT, OWN_PRODUCTS, PRODUCTS } from './documents.ts'

/** The products of the person, page after page. */
export function ProductsSection() {
  const { t } = useTranslation('selling')
  const search = useSearch({ from: '/shell/selling/$section' })
  const navigate = useNavigate({ from: '/selling/$section' })
  const variables = { isArchived: search.archived === true }
  const { data, refusal, reload, fetchMore } = usePanel(PRODUCTS, variables)
  const products = getFragmentData(OWN_PRODUCTS, data?.viewer)?.products
  return (
    <Stack gap="md">
      <Text size="sm">{t('products.hint')}</Text>
      <CreateLink section="products" />
      <Switch
        label={t('products.archived')}
        checked={variables.isArchived}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({ search: checked ? { archived: true } : {}, replace: true })
        }
      />
      <ListPanel
        title={t('sections.products')}
        list={products}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={variables.isArchived ? t('products.noneArchived') : t('products.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {products?.edges.map(({ node }) => (
            <ProductRow key={node.id} product={node} />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}

function ProductRow({ product }: { readonly product: FragmentType<typeof OWN_PRODUCT> }) {
  const { t } = useTranslation(['selling', 'stores'])
  const data = getFragmentData(OWN_PRODUCT, product)
  const { id, displayName: name, imageUrl, type, listings, viewerCanUpdate } = data
  const offers = t('selling:products.listings', { count: listings.totalCount })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0} flex={1} miw={180}>
        <PictureRow pictureUrl={imageUrl} title={name} below={`${t(`stores:productTypes.${type}`)} · ${offers}`} />
      </Stack>
      {viewerCanUpdate && (
        <Group gap="xs">
          <EditLink section="products" itemId={id} name={name} />
          <ArchiveProductButton productId={id} name={name} />
        </Group>
      )}
    </Group>
  )
}
