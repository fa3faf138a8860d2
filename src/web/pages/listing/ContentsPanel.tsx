import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { PictureRow } from '../../components/PictureRow.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { pageOf } from '../../components/subjects.ts'
import type { ListingDetailsFragment } from '../../generated/graphql.ts'

type Product = ListingDetailsFragment['products'][number]

interface ContentsPanelProps {
  readonly products: readonly Product[]
}

/** What an offer gives. */
export function ContentsPanel({ products }: ContentsPanelProps) {
  const { t } = useTranslation('stores')
  return (
    <Panel title={t('contents.title')} empty={products.length === 0 && t('contents.empty')}>
      <Stack component="ul" className="plainList" gap="md">
        {products.map((product) => (
          <Stack key={product.id} component="li" gap="xs">
            <PictureRow
              pictureUrl={product.imageUrl}
              title={product.displayName}
              below={<ProductText product={product} />}
            />
            <ProductParts product={product} />
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}

function ProductText({ product: { type, groupRole, group, joinsGroup } }: { readonly product: Product }) {
  const { t } = useTranslation('stores')
  if (type !== 'ROLE' || !groupRole || !group) return t(`productTypes.${type}`)
  const names = { role: groupRole.name, group: group.name }
  return (
    <RouteLink to="/groups/$groupId" params={{ groupId: group.id }} inherit>
      {joinsGroup ? t('contents.roleAndGroup', names) : t('contents.role', names)}
    </RouteLink>
  )
}

/** The avatars and items of a product, by picture and name. */
function ProductParts({ product: { avatars, templates, description } }: { readonly product: Product }) {
  const { t } = useTranslation('stores')
  return (
    <>
      {description && <Text size="sm">{description}</Text>}
      <Group gap="lg">
        {avatars.map(({ id, name, thumbnailUrl }) => (
          <PictureRow
            key={id}
            pictureUrl={thumbnailUrl}
            title={name}
            page={pageOf('Avatar', id)}
            below={t('contents.avatar')}
          />
        ))}
        {templates.map(({ id, name, imageUrl }) => (
          <PictureRow key={id} pictureUrl={imageUrl} title={name} below={t('contents.item')} />
        ))}
      </Group>
    </>
  )
}
