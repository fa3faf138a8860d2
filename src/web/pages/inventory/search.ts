import type { InventoryItemType } from '../../generated/graphql.ts'

export const INVENTORY_TABS = ['items', 'rewards'] as const
export type InventoryTab = (typeof INVENTORY_TABS)[number]

/** Kinds of items, in the order of the filter. */
export const ITEM_TYPES = [
  ...(['EMOJI', 'STICKER', 'PROP', 'DRONE_SKIN', 'PORTAL_SKIN', 'WARP_EFFECT', 'BUNDLE'] as const),
] as const satisfies readonly InventoryItemType[]
export type ItemType = (typeof ITEM_TYPES)[number]

/** What the address of the inventory says. */
export interface InventorySearch {
  readonly tab?: InventoryTab | undefined
  readonly type?: ItemType | undefined
  readonly collection?: string | undefined
  /** Shows the archive instead of what is not in it. */
  readonly archive?: true | undefined
  /** Id of the item that is open. */
  readonly item?: string | undefined
  /** Token of an offer. */
  readonly offer?: string | undefined
}

const MOST_CHARACTERS = 64
const MOST_OF_TOKEN = 2_048

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined

/** Reads the address; what is unknown in it is left out. */
export const inventorySearchOf = ({ tab, type, collection, archive, item, offer }: Record<string, unknown>) => ({
  tab: INVENTORY_TABS.find((one) => one === tab),
  type: ITEM_TYPES.find((one) => one === type),
  collection: textOf(collection, MOST_CHARACTERS),
  archive: archive === true ? (true as const) : undefined,
  item: typeof item === 'string' && /^inv_[0-9a-f-]{36}$/.test(item) ? item : undefined,
  offer: textOf(offer, MOST_OF_TOKEN),
})
