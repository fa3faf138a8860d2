import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime, formatNumber } from '../../formats.ts'
import type { ItemFactsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

const ITEM_FACTS = graphql(`
  fragment ItemFacts on InventoryItem {
    id
    quantity
    createdAt
    expiresAt
    isCopy
    isArchived
    slot
    file {
      id
    }
    template {
      id
      itemType
      collections
      author {
        id
        displayName
      }
      bundledTemplates {
        id
        name
      }
      prop {
        id
      }
    }
  }
`)

interface ItemFactsProps {
  readonly item: FragmentType<typeof ITEM_FACTS>
}

/** What an item is, how many, since when and for how long. */
export function ItemFacts({ item }: ItemFactsProps) {
  const { t, i18n } = useTranslation('inventory')
  const data = getFragmentData(ITEM_FACTS, item)
  const { quantity, createdAt, expiresAt, template } = data
  const bundled = template.bundledTemplates.map(({ name }) => name)
  return (
    <Stack gap={6} flex={1} miw={180}>
      <Text size="sm" fw={600}>
        {t(`types.${template.itemType}`)}
      </Text>
      {quantity > 1 && <Text size="sm">{t('facts.quantity', { number: formatNumber(i18n.language, quantity) })}</Text>}
      {bundled.length > 0 && (
        <Text size="sm">{t('facts.bundled', { names: new Intl.ListFormat(i18n.language).format(bundled) })}</Text>
      )}
      <Text size="sm" c="dimmed">
        {t('facts.createdAt', { time: formatDateTime(i18n.language, createdAt) })}
      </Text>
      {expiresAt && (
        <Group gap={4}>
          <Text size="sm">{data.isCopy ? t('facts.copyEnds') : t('facts.ends')}</Text>
          <Ago time={expiresAt} size="sm" />
        </Group>
      )}
      <ItemLinks data={data} />
      <Group gap={4}>
        {data.isArchived && <Badge variant="default">{t('badges.archived')}</Badge>}
        {data.slot && <Badge variant="light">{t('badges.equipped')}</Badge>}
        {template.collections.map((collection) => (
          <Badge key={collection} variant="default" tt="none" fw={500} maw="100%">
            {collection}
          </Badge>
        ))}
      </Group>
    </Stack>
  )
}

/** Who sells it, and where to read more. */
function ItemLinks({ data: { file, template } }: { readonly data: ItemFactsFragment }) {
  const { t } = useTranslation('inventory')
  return (
    <>
      {template.author && (
        <Text size="sm">
          {t('facts.seller')}{' '}
          <RouteLink to="/people/$personId" params={{ personId: template.author.id }} inherit>
            {template.author.displayName}
          </RouteLink>
        </Text>
      )}
      {template.prop && (
        <RouteLink to="/props/$propId" params={{ propId: template.prop.id }} size="sm">
          {t('facts.prop')}
        </RouteLink>
      )}
      {file && (
        <RouteLink to="/files" search={{ kind: template.itemType === 'STICKER' ? 'stickers' : 'emoji' }} size="sm">
          {t('facts.ownFile')}
        </RouteLink>
      )}
    </>
  )
}
