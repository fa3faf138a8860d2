import { z } from 'zod'
import { InventoryItemId, subjectId, UserId } from './ids.ts'
import { del, get, post, put } from './operation.ts'
import {
  EquipInventoryItemRequest,
  Inventory,
  InventoryConsumptionResults,
  InventoryDrop,
  InventoryEquipSlot,
  InventoryFlag,
  InventoryItem,
  InventoryItemType,
  InventorySpawn,
  InventoryTemplate,
  UpdateInventoryItemRequest,
} from './shapes/inventory.ts'
import { booleanText, integerText, pageQuery } from './shapes/queryParameters.ts'
import { listUpTo } from './shapes/requestFields.ts'
import { SuccessFlag } from './shapes/response.ts'

const EXTENDED = { origin: 'extended' } as const

const MAX_WORDS = 1_000

/** Words of a list, separated by commas. Clients also send words that are not listed, which match nothing. */
const words = (listed: readonly string[], description: string) =>
  z
    .string()
    .max(MAX_WORDS)
    .optional()
    .meta({ type: 'string', enum: [...listed], description })
const tags = z.string().max(MAX_WORDS).optional().describe('Only items with any of these tags, separated by commas.')

const ORDERS = ['newest', 'newest_created', 'oldest', 'oldest_created'] as const

const MIN_SECONDS = 30
const MAX_SECONDS = 86_400
const DEFAULT_SECONDS = 90

const duration = integerText('duration')
  .refine(
    (seconds) => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS,
    `duration must be from ${MIN_SECONDS} to ${MAX_SECONDS}`,
  )
  .default(DEFAULT_SECONDS)
  .meta({
    type: 'integer',
    minimum: MIN_SECONDS,
    maximum: MAX_SECONDS,
    default: DEFAULT_SECONDS,
    description: 'Seconds after which the copies are gone.',
  })

/** The act refuses more than 40. */
const MAX_USERS = 1_000
const ShareInventoryItemDirectRequest = z
  .object({
    itemId: subjectId('inventoryItem').describe('Id of the item, as in the query.'),
    users: listUpTo('users', UserId, MAX_USERS).describe('Ids of the people, at most 40.'),
  })
  .meta({ id: 'ShareInventoryItemDirectRequest' })

const OkStatus = z.object({ ok: z.string() }).meta({ id: 'OkStatus' })

export const inventory = {
  getInventory: get('/inventory', {
    ...EXTENDED,
    summary: "Lists the viewer's items, newest first by default; admins can list those of anybody.",
    query: z.object({
      ...pageQuery,
      holderId: UserId.optional().describe('Whose items; the viewer by default.'),
      equipSlot: words(InventoryEquipSlot.options, 'Only the item that is equipped in this slot.'),
      order: z
        .enum(ORDERS, { error: `order must be one of ${ORDERS.join(', ')}` })
        .default('newest')
        .describe('By when items were given, or by when their templates were made.'),
      tags,
      types: words(InventoryItemType.options, 'Only items of any of these types, separated by commas.'),
      flags: words(InventoryFlag.options, 'Only items with any of these flags, separated by commas.'),
      notTypes: words(InventoryItemType.options, 'No items of any of these types.'),
      notFlags: words(InventoryFlag.options, 'No items with any of these flags.'),
      archived: booleanText('archived').optional().describe('Only items in the archive, or none of them.'),
    }),
    result: Inventory,
  }),
  getGlobalInventory: get('/inventory/global', {
    origin: 'client',
    summary: 'Lists items that everybody has, with which nothing can be done.',
    result: z.array(InventoryItem),
  }),
  getInventoryCollections: get('/inventory/collections', {
    ...EXTENDED,
    summary: 'Lists the collections of templates.',
    result: z.array(z.string()),
  }),
  getInventoryDrops: get('/inventory/drops', {
    ...EXTENDED,
    summary: 'Lists active drops for the viewer; for admins all drops.',
    query: z.object({ active: booleanText('active').optional().describe('Only active drops, or only others.') }),
    result: z.array(InventoryDrop),
  }),
  spawnInventoryItem: get('/inventory/spawn', {
    ...EXTENDED,
    summary: 'Makes a token by which people in the same instance can check an item that the viewer shows.',
    query: z.object({ id: InventoryItemId.describe('Id of the item.') }),
    result: InventorySpawn,
  }),
  shareInventoryItemDirect: post('/inventory/cloning/direct', {
    ...EXTENDED,
    summary: 'Gives friends, and people in the same instance, copies of an item for a time.',
    query: z.object({ itemId: InventoryItemId.describe('Id of the item.'), duration }),
    body: ShareInventoryItemDirectRequest,
    result: OkStatus,
  }),
  shareInventoryItemPedestal: get('/inventory/cloning/pedestal', {
    ...EXTENDED,
    summary: 'Makes a token by which people in the same instance can take copies of an item for a time.',
    query: z.object({ itemId: InventoryItemId.describe('Id of the item.'), duration }),
    result: InventorySpawn,
  }),
  getInventoryTemplate: get('/inventory/template/{inventoryTemplateId}', {
    ...EXTENDED,
    summary: 'Reads a template of items.',
    result: InventoryTemplate,
  }),
  getOwnInventoryItem: get('/inventory/{inventoryItemId}', {
    ...EXTENDED,
    summary: "Reads an item of the viewer's.",
    result: InventoryItem,
  }),
  updateOwnInventoryItem: put('/inventory/{inventoryItemId}', {
    ...EXTENDED,
    summary: "Changes an item of the viewer's.",
    body: UpdateInventoryItemRequest,
    bodyOptional: true,
    result: InventoryItem,
  }),
  deleteOwnInventoryItem: del('/inventory/{inventoryItemId}', {
    ...EXTENDED,
    summary: "Throws an item of the viewer's away, all of a stack.",
    result: SuccessFlag,
  }),
  consumeOwnInventoryItem: put('/inventory/{inventoryItemId}/consume', {
    ...EXTENDED,
    summary: "Consumes one of an item of the viewer's; a bundle gives what is in it.",
    result: InventoryConsumptionResults,
  }),
  equipOwnInventoryItem: put('/inventory/{inventoryItemId}/equip', {
    ...EXTENDED,
    summary: "Equips an item of the viewer's in a slot, instead of what was there.",
    body: EquipInventoryItemRequest,
    bodyOptional: true,
    result: InventoryItem,
  }),
  unequipOwnInventorySlot: del('/inventory/{inventoryItemId}/equip', {
    ...EXTENDED,
    summary: 'Empties a slot of the viewer, which the path names: drone, portal or warp.',
    result: z.string(),
  }),
  getUserInventoryItem: get('/user/{userId}/inventory/{inventoryItemId}', {
    ...EXTENDED,
    summary: 'Reads an item of a person that the viewer can see: made or equipped by them, or shown by a token.',
    query: z.object({
      token: z.string().max(MAX_WORDS).optional().describe('The token of an item that its holder shows.'),
    }),
    result: InventoryItem,
  }),
}
