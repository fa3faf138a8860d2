import { Button, SimpleGrid, Stack } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import type { ConsumeItemMutation } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
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
  const items = getFragmentData(ITEM_LIST, lists?.inventory)
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
      <CountedList
        list={items}
        refusal={refusal}
        onRetry={reload}
        onMore={more}
        countText={(count) => (count === 0 ? t(`empty.${emptyOf(search)}`) : t('count', { count }))}
        skeleton={<GridSkeleton cols={COLUMNS} cardHeight={190} />}
      >
        <SimpleGrid cols={COLUMNS} spacing="md">
          {items?.edges.map(({ node }) => (
            <ItemTile key={node.id} item={node} search={search} />
          ))}
        </SimpleGrid>
      </CountedList>
      {search.item && <ItemDialog id={search.item} onClose={() => open(undefined)} onConsumed={consume} />}
      {consumed && <ConsumedDialog result={consumed} onClose={() => setConsumed(null)} />}
      {isEntering && <EnterOfferDialog onClose={() => setEntering(false)} onOffer={(offer) => change({ offer })} />}
      {search.offer && <OfferDialog token={search.offer} onClose={() => change({ offer: undefined })} onTaken={open} />}
    </Stack>
  )
}

/** Why there may be nothing: the filters, the archive, or nothing at all. */
function emptyOf({ type, collection, archive }: InventorySearch): 'filtered' | 'archive' | 'all' {
  if (type ?? collection) return 'filtered'
  return archive ? 'archive' : 'all'
}

const COLUMNS = { base: 2, xs: 3, sm: 4, lg: 6 }
