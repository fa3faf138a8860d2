import { AspectRatio, Badge, Card, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { CardLink } from '../../components/RouteLink.tsx'
import { formatNumber } from '../../formats.ts'
import type { ItemTileFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ItemPicture } from './ItemPicture.tsx'
import type { InventorySearch } from './search.ts'

const ITEM_TILE = graphql(`
  fragment ItemTile on InventoryItem {
    id
    quantity
    isSeen
    isCopy
    slot
    expiresAt
    ...ItemPicture
    template {
      id
      name
      itemType
    }
  }
`)

interface ItemTileProps {
  readonly item: FragmentType<typeof ITEM_TILE>
  readonly search: InventorySearch
}

/** An item in a grid, which opens in a dialog. */
export function ItemTile({ item, search }: ItemTileProps) {
  const { t } = useTranslation('inventory')
  const data = getFragmentData(ITEM_TILE, item)
  const { id, template } = data
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section bg="var(--mantine-color-default-hover)" p="xs">
        <AspectRatio ratio={1}>
          <ItemPicture item={data} />
        </AspectRatio>
      </Card.Section>
      <CardLink to="/inventory" search={{ ...search, item: id }} replace size="sm" mt="xs" truncate>
        {template.name}
      </CardLink>
      <Text size="xs" c="dimmed">
        {t(`types.${template.itemType}`)}
      </Text>
      <TileBadges data={data} />
      {data.expiresAt && (
        <Group gap={4} mt={4}>
          <Text size="xs" c="dimmed">
            {t('ends')}
          </Text>
          <Ago time={data.expiresAt} />
        </Group>
      )}
    </Card>
  )
}

function TileBadges({ data: { quantity, isSeen, isCopy, slot } }: { readonly data: ItemTileFragment }) {
  const { t, i18n } = useTranslation('inventory')
  const badges = [
    ...(isSeen ? [] : [{ text: t('badges.new'), color: 'green' }]),
    ...(slot ? [{ text: t('badges.equipped'), color: 'plaza' }] : []),
    ...(isCopy ? [{ text: t('badges.copy'), color: 'gray' }] : []),
    ...(quantity > 1
      ? [{ text: t('badges.quantity', { number: formatNumber(i18n.language, quantity) }), color: 'gray' }]
      : []),
  ]
  if (badges.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {badges.map(({ text, color }) => (
        <Badge key={text} size="sm" variant={color === 'gray' ? 'default' : 'light'} color={color} tt="none">
          {text}
        </Badge>
      ))}
    </Group>
  )
}
