import { z } from 'zod'
import { InventoryItemId, UserId } from '../../../contract/ids.ts'
import { patternOf } from '../../../contract/shapes/formats.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { COLOR_NAMES, EQUIP_SLOTS } from '../item/kinds.ts'
import {
  consumeItem,
  deleteItem,
  equipItem,
  type ItemUpdate,
  itemUpdateRules,
  unequipSlot,
  updateItem,
} from '../item/manageItems.ts'
import { shareItem } from '../share/clones.ts'
import { InventoryColorName, InventorySlot } from './enums.ts'
import { InventoryItem, itemRef, itemsById } from './item.ts'
import { InventoryTemplate, templatesById } from './template.ts'

const itemId = InventoryItemId.describe("Id of an item of the viewer's.")
const changedItem = itemRef('itemId', 'The item after the change; null if it is gone.')

/** A color as `#rrggbb`; the area checks it. */
const Color = z.object({
  name: z.enum(COLOR_NAMES).describe('Which color.'),
  value: z
    .string()
    .regex(patternOf('color', /^#[0-9a-f]{6}$/i), 'value must be a color as #rrggbb')
    .describe('The color as `#rrggbb`.'),
})
export const ColorInput = inputTypeOf('InventoryColorInput', 'A color of an item.', Color, { name: InventoryColorName })
export const colorList = z.array(nestedInput(Color)).max(COLOR_NAMES.length)

const Changes = z.object({
  isSeen: z.boolean().optional().describe('Whether the viewer has seen it.'),
  isArchived: z.boolean().optional().describe('Whether it is in the archive, where it is not equipped.'),
  colors: colorList.optional().describe('Colors to change, of those that the item has.'),
})

/** An input as the area takes it. */
const changesOf = ({ isSeen, isArchived, colors }: Partial<z.output<typeof Changes>>): ItemUpdate => ({
  isSeen,
  isArchived,
  ...(colors && { userAttributes: Object.fromEntries(colors.map(({ name, value }) => [name, value])) }),
})

mutation('updateInventoryItem', {
  description: "Changes an item of the viewer's.",
  input: Changes.extend({ itemId }),
  types: { colors: [ColorInput] },
  fieldNames: { userAttributes: 'colors' },
  rules: (scope, { itemId: id, ...given }) => (id ? itemUpdateRules(scope, id, changesOf(given)) : []),
  run: async (scope, { itemId: id, ...given }) => {
    await updateItem(scope, id, changesOf(given))
    return { itemId: id }
  },
  payload: (t) => ({ item: t.field(changedItem) }),
})

mutation('deleteInventoryItem', {
  description: "Throws an item of the viewer's away, all of it.",
  input: z.object({ itemId }),
  run: async (scope, { itemId: id }) => {
    await deleteItem(scope, id)
    return { deletedItemId: id }
  },
  payload: (t) => ({ deletedItemId: t.exposeID('deletedItemId', { description: 'Id of the item, which is gone.' }) }),
})

/** What a consumption returns. */
interface Consumed {
  readonly itemIds: readonly string[]
  readonly heldTemplateIds: readonly string[]
}

mutation('consumeInventoryItem', {
  description: "Consumes one of an item of the viewer's; a bundle gives what is in it.",
  input: z.object({ itemId }),
  run: async (scope, { itemId: id }) => ({ itemId: id, ...(await consumeItem(scope, id)) }),
  payload: (t) => ({
    item: t.field(itemRef('itemId', 'What is left of the item; null for nothing.')),
    items: t.field({
      type: [InventoryItem],
      ...atMost(50),
      description: 'What a bundle has given, at most 50.',
      resolve: async ({ itemIds }: Consumed, _args, context: GraphContext) => {
        const found = await Promise.all(itemIds.map((id) => itemsById(context).load(id)))
        return found.flatMap((item) => item ?? [])
      },
    }),
    heldTemplates: t.field({
      type: [InventoryTemplate],
      ...atMost(50),
      description: 'What a bundle has not given, as the viewer has it already and nobody has two.',
      resolve: async ({ heldTemplateIds }: Consumed, _args, context: GraphContext) => {
        const found = await Promise.all(heldTemplateIds.map((id) => templatesById(context).load(id)))
        return found.flatMap((template) => template ?? [])
      },
    }),
  }),
})

mutation('equipInventoryItem', {
  description: "Equips an item of the viewer's in a slot, instead of what was there.",
  input: z.object({ itemId, slot: z.enum(EQUIP_SLOTS).describe('The slot.') }),
  types: { slot: InventorySlot },
  run: async (scope, { itemId: id, slot }) => {
    await equipItem(scope, id, slot)
    return { itemId: id }
  },
  payload: (t) => ({ item: t.field(changedItem) }),
})

mutation('unequipInventorySlot', {
  description: 'Empties a slot of the viewer; an empty one stays so.',
  input: z.object({ slot: z.enum(EQUIP_SLOTS).describe('The slot.') }),
  types: { slot: InventorySlot },
  run: async (scope, { slot }) => {
    await unequipSlot(scope, slot)
    return { slot }
  },
  payload: (t) => ({ slot: t.expose('slot', { type: InventorySlot, description: 'The slot, which is empty.' }) }),
})

/** Of what can be read; the act refuses more than 40. */
const MAX_USERS = 1_000

mutation('shareInventoryItem', {
  description:
    'Gives friends, and people in the same instance, copies of an item for a time. At most 30 times a minute.',
  input: z.object({
    itemId,
    userIds: z.array(UserId).max(MAX_USERS).describe('Ids of up to 40 people.'),
    seconds: z
      .int()
      .min(30)
      .max(86_400)
      .optional()
      .describe('After how many seconds the copies are gone; 90 by default.'),
  }),
  types: { userIds: ['ID'] },
  fieldNames: { users: 'userIds' },
  run: async (scope, { itemId: id, userIds, seconds = 90 }) => {
    await shareItem(scope, id, { users: userIds, duration: seconds })
    return { itemId: id }
  },
  payload: (t) => ({ item: t.field(itemRef('itemId', 'The item of which copies were given; null if it is gone.')) }),
})
