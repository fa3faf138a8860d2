import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { ConsumeItemMutation } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { ConsumedDialog } from './ConsumedDialog.tsx'
import { ITEM_LIST } from './documents.ts'
import { EquippedPanel } from './EquippedPanel.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemFilters } from './ItemFilters.tsx'
import { ItemTile } from './ItemTile.tsx'
import { EnterOfferDialog, OfferDialog } from './OfferDialogs.tsx'
import type { InventorySearch } from './search.ts'
import { useInventory } from './useInventory.ts'

/** The items of the person, page after page. */
export function ItemsTab() {
  const { t } = useTranslation('inventory')
  const search = useSearch({ from: '/shell/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const change = (changed: InventorySearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const [isEntering, setEntering] = useState(false)
  const [consumed, setConsumed] = useState<ConsumeItemMutation | null>(null)
  const { lists, collections, refusal, reload, more } = useInventory()
  const open = (item: string | undefined) => change({ item, offer: undefined })
  const consume = (result: ConsumeItemMutation) => {
    setConsumed(result)
    open(undefined)
  }
  return (
    <Stack gap="md">
      <EquippedPanel items={lists?.equipped.edges.map(({ node }) => node)} onOpen={open} />
      <ItemFilters search={search} collections={collections} onChange={change}>
        <Button variant="default" leftSection={<IconGift size={18} aria-hidden />} onClick={() => setEntering(true)}>
          {t('offer.enter')}
        </Button>
      </ItemFilters>
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!lists && !refusal && <GridSkeleton />}
      {lists && <ItemGrid list={lists.inventory} search={search} onMore={more} />}
      {search.item && <ItemDialog id={search.item} onClose={() => open(undefined)} onConsumed={consume} />}
      {consumed && <ConsumedDialog result={consumed} onClose={() => setConsumed(null)} />}
      {isEntering && <EnterOfferDialog onClose={() => setEntering(false)} onOffer={(offer) => change({ offer })} />}
      {search.offer && <OfferDialog token={search.offer} onClose={() => change({ offer: undefined })} onTaken={open} />}
    </Stack>
  )
}

interface ItemGridProps {
  readonly list: FragmentType<typeof ITEM_LIST>
  readonly search: InventorySearch
  readonly onMore: (after: string) => Promise<void>
}

function ItemGrid({ list, search, onMore }: ItemGridProps) {
  const { t } = useTranslation('inventory')
  const { totalCount, edges, pageInfo } = getFragmentData(ITEM_LIST, list)
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {totalCount === 0 ? t(`empty.${emptyOf(search)}`) : t('count', { count: totalCount })}
      </Text>
      <SimpleGrid cols={COLUMNS} spacing="md">
        {edges.map(({ node }) => (
          <ItemTile key={node.id} item={node} search={search} />
        ))}
      </SimpleGrid>
      <LoadMore pageInfo={pageInfo} onMore={onMore} />
    </Stack>
  )
}

/** Why there may be nothing: the filters, the archive, or nothing at all. */
function emptyOf({ type, collection, archive }: InventorySearch): 'filtered' | 'archive' | 'all' {
  if (type ?? collection) return 'filtered'
  return archive ? 'archive' : 'all'
}

const COLUMNS = { base: 2, xs: 3, sm: 4, lg: 6 }
const TILES = ['a', 'b', 'c', 'd', 'e', 'f']

const GridSkeleton = () => (
  <SimpleGrid cols={COLUMNS} spacing="md" aria-hidden>
    {TILES.map((tile) => (
      <Skeleton key={tile} h={190} radius="md" />
    ))}
  </SimpleGrid>
)
