import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ListingItem } from './listings/ListingItem.tsx'
import { ProductItem } from './products/ProductItem.tsx'
import { type ItemSection, isItemSection } from './sections.ts'
import { StoreItem } from './stores/StoreItem.tsx'

export interface SellingItemProps {
  /** `new` for what is to be created. */
  readonly itemId: string
}

const CONTENT: Readonly<Record<ItemSection, ComponentType<SellingItemProps>>> = {
  products: ProductItem,
  listings: ListingItem,
  stores: StoreItem,
}

/** A product, listing or store, to create or to change. */
export function SellingItemPage() {
  const { section, itemId } = useParams({ from: '/shell/selling/$section/$itemId' })
  const Content = CONTENT[isItemSection(section) ? section : 'products']
  return <Content key={`${section} ${itemId}`} itemId={itemId} />
}
