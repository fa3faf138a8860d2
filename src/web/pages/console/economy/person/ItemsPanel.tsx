import { Box, Group, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../../components/Ago.tsx'
import { ListPanel } from '../../../../components/ListPanel.tsx'
import { formatNumber } from '../../../../formats.ts'
import type { ConsolePersonItemsQuery } from '../../../../generated/graphql.ts'
import { usePanel } from '../../../../graph/hooks.ts'
import { ItemPicture } from '../../../inventory/ItemPicture.tsx'
import { useRepeatedly } from '../../kit/useRepeatedly.ts'
import { PERSON_ITEMS } from './documents.ts'

const PICTURE = 44

/** The inventory of a person. */
export function ItemsPanel({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('staffEconomy')
  const { data, refusal, reload, fetchMore } = usePanel(PERSON_ITEMS, { userId })
  useRepeatedly(reload)
  const items = data?.inventoryItems
  return (
    <ListPanel
      title={t('person.items')}
      list={items}
      refusal={data ? null : refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ userId, more })}
      empty={t('person.noItems')}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, sm: 2, md: 3 }}>
        {items?.edges.map(({ node }) => (
          <Item key={node.id} item={node} />
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}

type ItemNode = ConsolePersonItemsQuery['inventoryItems']['edges'][number]['node']

function Item({ item }: { readonly item: ItemNode }) {
  const { t, i18n } = useTranslation(['staffEconomy', 'inventory'])
  const { quantity, template, createdAt, expiresAt } = item
  const number = formatNumber(i18n.language, quantity)
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <ItemPicture item={item} size={PICTURE} />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate>
          {template.name}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`inventory:types.${template.itemType}`)}
          {quantity > 1 && ` ${t('inventory:badges.quantity', { number })}`}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {t('staffEconomy:person.got')} <Ago time={createdAt} inherit />
          {expiresAt && (
            <>
              {' · '}
              {t('inventory:ends')} <Ago time={expiresAt} inherit />
            </>
          )}
        </Text>
      </Box>
    </Group>
  )
}
