import { builder } from '../../../edges/graphql/builder.ts'
import { COLOR_NAMES, type ColorName } from '../item/kinds.ts'
import { InventoryColorName } from './enums.ts'

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
