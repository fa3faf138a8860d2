import { Failure } from '../../../kernel/failure.ts'

/** Kinds of items. */
export const ITEM_TYPES = ['bundle', 'droneskin', 'emoji', 'portalskin', 'prop', 'sticker', 'warpeffect'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** Where an item can be worn. */
export const EQUIP_SLOTS = ['drone', 'portal', 'warp'] as const
type EquipSlot = (typeof EQUIP_SLOTS)[number]

/** What can be done with items of a template. */
export const ITEM_FLAGS = [
  'archivable',
  'cloneable',
  'consumable',
  'equippable',
  'instantiatable',
  'trashable',
  'ugc',
  'unique',
] as const
export type ItemFlag = (typeof ITEM_FLAGS)[number]

/** Names of the colors that an item can have. */
export const COLOR_NAMES = ['primaryColor', 'secondaryColor', 'trailColor'] as const
export type ColorName = (typeof COLOR_NAMES)[number]

interface ItemKind {
  /** The name of the kind that people read. */
  readonly label: string
  readonly slots: readonly EquipSlot[]
}

const KINDS: Readonly<Record<ItemType, ItemKind>> = {
  bundle: { label: 'Bundle', slots: [] },
  droneskin: { label: 'Drone Skin', slots: ['drone'] },
  emoji: { label: 'Emoji', slots: [] },
  portalskin: { label: 'Portal Skin', slots: ['portal'] },
  prop: { label: 'Prop', slots: [] },
  sticker: { label: 'Sticker', slots: [] },
  warpeffect: { label: 'Warp Effect', slots: ['warp'] },
}

/** The type as a column stores it. */
export function itemTypeOf({ itemType }: { readonly itemType: string }): ItemType {
  const type = ITEM_TYPES.find((name) => name === itemType)
  if (!type) throw new Error(`no type of items: ${itemType}`)
  return type
}

export const labelOf = (template: { readonly itemType: string }): string => KINDS[itemTypeOf(template)].label
export const slotsOf = (template: { readonly itemType: string }): readonly EquipSlot[] =>
  KINDS[itemTypeOf(template)].slots

/** The slot of this name; undefined for any other word. */
export const toEquipSlot = (word: string | null): EquipSlot | undefined => EQUIP_SLOTS.find((slot) => slot === word)
/** The flag of this name; undefined for any other word. */
export const toItemFlag = (word: string): ItemFlag | undefined => ITEM_FLAGS.find((flag) => flag === word)

/** What decides which flags an item has. */
interface FlaggedItem {
  readonly cloneOfId: string | null
  readonly template: { readonly flags: readonly string[] }
}

/** The flags of an item: those of its template. A copy cannot be copied again, and can be thrown away. */
export function flagsOf({ cloneOfId, template }: FlaggedItem): ItemFlag[] {
  const flags = template.flags.flatMap((word) => toItemFlag(word) ?? [])
  if (cloneOfId === null) return flags
  return [...flags.filter((flag) => flag !== 'cloneable' && flag !== 'trashable'), 'trashable']
}

/** Throws `conflict`, as clients of the platform expect, unless the item has the flag. */
export function assertFlag(item: FlaggedItem, flag: ItemFlag): void {
  if (!flagsOf(item).includes(flag)) throw flagMissing(flag)
}

/** Clients compare the message. */
export const flagMissing = (flag: ItemFlag) =>
  new Failure('conflict', `InventoryItem not ${flag}`, { reason: 'item_flag_missing' })
