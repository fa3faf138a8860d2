import { useSearch } from '@tanstack/react-router'
import type { InventoryFilter, InventoryListsFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { useForget } from '../../graph/useForget.ts'
import { INVENTORY, INVENTORY_CHANGES, INVENTORY_LISTS } from './documents.ts'
import type { InventorySearch } from './search.ts'

const filterOf = ({ type, collection, archive }: InventorySearch): InventoryFilter => ({
  isArchived: archive === true,
  ...(type && { types: [type] }),
  ...(collection && { collections: [collection] }),
})

/** Which items the address asks for. */
export function useItemFilter(): InventoryFilter {
  return filterOf(useSearch({ from: '/shell/inventory' }))
}

interface Inventory {
  /** Undefined until they were read. */
  readonly lists: InventoryListsFragment | null | undefined
  readonly collections: readonly string[]
  readonly refusal: Refusal | null
  readonly reload: () => void
  /** Reads the page after a cursor. */
  readonly more: (after: string) => Promise<void>
}

/** The items that the address asks for, kept up to date. */
export function useInventory(): Inventory {
  const filter = useItemFilter()
  const forget = useForget('InventoryItem')
  const { data, refusal, reload, fetchMore } = usePanel(INVENTORY, { filter })
  useLive(INVENTORY_CHANGES, { filter }, ({ inventoryChanged: { kind, itemId } }) => {
    if (kind === 'DELETED') forget(itemId)
  })
  return {
    lists: getFragmentData(INVENTORY_LISTS, data?.viewer),
    collections: data?.inventoryCollections ?? [],
    refusal,
    reload,
    more: (after) => fetchMore({ filter, after }),
  }
}
