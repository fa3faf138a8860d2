import { builder } from '../../../edges/graphql/builder.ts'
import { COLOR_NAMES, type ColorName } from '../item/kinds.ts'

export const InventoryItemType = builder.enumType('InventoryItemType', {
  description: 'A kind of items.',
  values: {
    BUNDLE: { value: 'bundle', description: 'Gives other items when it is consumed.' },
    DRONE_SKIN: { value: 'droneskin', description: 'How a drone looks.' },
    EMOJI: { value: 'emoji', description: 'An emoji.' },
    PORTAL_SKIN: { value: 'portalskin', description: 'How a portal looks.' },
    PROP: { value: 'prop', description: 'An object to place in worlds.' },
    STICKER: { value: 'sticker', description: 'A sticker.' },
    WARP_EFFECT: { value: 'warpeffect', description: 'What is seen when a person comes or goes.' },
  } as const,
})

export const InventoryFlag = builder.enumType('InventoryFlag', {
  description: 'What can be done with an item.',
  values: {
    ARCHIVABLE: { value: 'archivable', description: 'It can be put into the archive.' },
    CLONEABLE: { value: 'cloneable', description: 'Others can get copies of it for a time.' },
    CONSUMABLE: { value: 'consumable', description: 'It can be consumed.' },
    EQUIPPABLE: { value: 'equippable', description: 'It can be equipped in a slot.' },
    INSTANTIATABLE: { value: 'instantiatable', description: 'It can be shown in an instance.' },
    TRASHABLE: { value: 'trashable', description: 'It can be thrown away.' },
    UGC: { value: 'ugc', description: 'Its holder has made it: it comes and goes with its file.' },
    UNIQUE: { value: 'unique', description: 'Nobody has two of it.' },
  } as const,
})

export const InventorySlot = builder.enumType('InventorySlot', {
  description: 'Where an item can be equipped.',
  values: {
    DRONE: { value: 'drone', description: 'The drone.' },
    PORTAL: { value: 'portal', description: 'Portals.' },
    WARP: { value: 'warp', description: 'Coming and going.' },
  } as const,
})

export const InventoryTemplateStatus = builder.enumType('InventoryTemplateStatus', {
  description: 'Where a template stands.',
  values: {
    DRAFT: { value: 'draft', description: 'Only admins see it, and nobody gets it.' },
    LIVE: { value: 'live', description: 'In use.' },
    RETIRED: { value: 'retired', description: 'Not in collections any more; what people have of it stays.' },
  } as const,
})

export const InventoryColorName = builder.enumType('InventoryColorName', {
  description: 'A color that the holder of an item can choose.',
  values: {
    PRIMARY: { value: 'primaryColor', description: 'The first color.' },
    SECONDARY: { value: 'secondaryColor', description: 'The second color.' },
    TRAIL: { value: 'trailColor', description: 'The color of the trail.' },
  } as const,
})

const STATUSES = ['draft', 'retired'] as const
/** The status as a column stores it. */
export const toTemplateStatus = (text: string) => STATUSES.find((status) => status === text) ?? 'live'

interface Color {
  readonly name: ColorName
  readonly value: string
}

export const InventoryColor = builder.objectRef<Color>('InventoryColor').implement({
  description: 'A color of an item.',
  fields: (t) => ({
    name: t.expose('name', { type: InventoryColorName, description: 'Which color.' }),
    value: t.exposeString('value', { description: 'The color as `#rrggbb`.' }),
  }),
})

/** The colors of an item: those that its holder has chosen, else the defaults of the template. */
export const colorsOf = (defaults: unknown, chosen: unknown = {}): Color[] =>
  COLOR_NAMES.flatMap((name) => {
    const attribute: unknown = Object(defaults)[name]
    if (attribute === undefined) return []
    const value: unknown = Object(chosen)[name] ?? Object(attribute).defaultValue
    return [{ name, value: typeof value === 'string' ? value : '#ffffff' }]
  })
