import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { COLOR_NAMES, type ColorName } from '../item/kinds.ts'

export const InventoryItemType = enumOf(
  'InventoryItemType',
  'A kind of items.',
  {
    bundle: 'Gives other items when it is consumed.',
    droneskin: 'How a drone looks.',
    emoji: 'An emoji.',
    portalskin: 'How a portal looks.',
    prop: 'An object to place in worlds.',
    sticker: 'A sticker.',
    warpeffect: 'What is seen when a person comes or goes.',
  },
  { droneskin: 'DRONE_SKIN', portalskin: 'PORTAL_SKIN', warpeffect: 'WARP_EFFECT' },
)

export const InventoryFlag = enumOf('InventoryFlag', 'What can be done with an item.', {
  archivable: 'It can be put into the archive.',
  cloneable: 'Others can get copies of it for a time.',
  consumable: 'It can be consumed.',
  equippable: 'It can be equipped in a slot.',
  instantiatable: 'It can be shown in an instance.',
  trashable: 'It can be thrown away.',
  ugc: 'Its holder has made it: it comes and goes with its file.',
  unique: 'Nobody has two of it.',
})

export const InventorySlot = enumOf('InventorySlot', 'Where an item can be equipped.', {
  drone: 'The drone.',
  portal: 'Portals.',
  warp: 'Coming and going.',
})

export const InventoryTemplateStatus = enumOf('InventoryTemplateStatus', 'Where a template stands.', {
  draft: 'Only admins see it, and nobody gets it.',
  live: 'In use.',
  retired: 'Not in collections any more; what people have of it stays.',
})

export const InventoryColorName = enumOf(
  'InventoryColorName',
  'A color that the holder of an item can choose.',
  {
    primaryColor: 'The first color.',
    secondaryColor: 'The second color.',
    trailColor: 'The color of the trail.',
  },
  { primaryColor: 'PRIMARY', secondaryColor: 'SECONDARY', trailColor: 'TRAIL' },
)

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
