import type { inventory } from '../../contract/inventory.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import { invalid } from '../../kernel/failure.ts'
import { type InventoryItemId, isId } from '../../kernel/ids.ts'
import type { ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { giveOnArrival, listDrops } from './drop/drops.ts'
import { itemsByIds, readOwnItem } from './item/items.ts'
import { consumeItem, deleteItem, equipItem, unequipSlot, updateItem } from './item/manageItems.ts'
import { itemNotFound } from './policy.ts'
import { listCollections, listItems } from './queries.ts'
import { shareItem } from './share/clones.ts'
import { offerItem, readItemOf, spawnItem } from './share/tokens.ts'
import { listGlobalTemplates, readTemplate } from './template/templates.ts'
import { dropWire, globalItemWire, itemWire, templateWire } from './wire.ts'

const TOKEN_VERSION = 1

/** The item that a path names. Throws `missing` for another word. */
function itemIdOf({ inventoryItemId }: { readonly inventoryItemId: string }): InventoryItemId {
  if (!isId('inventoryItem', inventoryItemId)) throw itemNotFound()
  return inventoryItemId
}

const ownItemWire = async (scope: ViewerScope, id: InventoryItemId) => itemWire(scope, await readOwnItem(scope, id))

/** What a consumed item has given. */
async function consumptionWire(scope: ViewerScope, id: InventoryItemId) {
  const { itemIds, heldTemplateIds } = await consumeItem(scope, id)
  const items = await itemsByIds(scope, itemIds)
  return {
    errors: heldTemplateIds.map((templateId) => ({
      inventoryTemplateId: templateId,
      message: 'You have this already',
    })),
    inventoryItems: items.map((item) => itemWire(scope, item)),
    inventoryItemsCreated: items.length,
  }
}

export const inventoryRest: Handlers<typeof inventory, ScopeByAccess> = {
  getInventory: async (scope, { query }) => {
    const { types, flags, tags, notTypes, notFlags, ...rest } = query
    const words = { types, flags, tags, notTypes, notFlags }
    const lists = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, splitList(text)]))
    await giveOnArrival(scope, scope.viewer.id)
    const { items, totalCount } = await listItems(scope, { ...rest, ...lists }, pageOf(query))
    return { data: items.map((item) => itemWire(scope, item)), totalCount }
  },
  getGlobalInventory: async (scope) =>
    (await listGlobalTemplates(scope)).map((template) => globalItemWire(scope, template)),
  getInventoryCollections: (scope) => listCollections(scope),
  getInventoryDrops: async (scope, { query }) =>
    (await listDrops(scope, query.active)).map((drop) => dropWire(scope, drop)),
  spawnInventoryItem: async (scope, { query }) => ({
    token: await spawnItem(scope, query.id),
    version: TOKEN_VERSION,
  }),
  shareInventoryItemDirect: async (scope, { query, body }) => {
    if (body.itemId !== query.itemId)
      throw invalid('itemId', 'itemId must be the same in query and body', 'wrong_combination')
    await shareItem(scope, query.itemId, { users: body.users, duration: query.duration })
    return { ok: 'ok' }
  },
  shareInventoryItemPedestal: async (scope, { query }) => ({
    token: await offerItem(scope, query.itemId, query.duration),
    version: TOKEN_VERSION,
  }),
  getInventoryTemplate: async (scope, { inventoryTemplateId }) =>
    templateWire(scope, await readTemplate(scope, inventoryTemplateId)),
  getOwnInventoryItem: (scope, path) => ownItemWire(scope, itemIdOf(path)),
  updateOwnInventoryItem: async (scope, { body, ...path }) => {
    await updateItem(scope, itemIdOf(path), body)
    return ownItemWire(scope, itemIdOf(path))
  },
  deleteOwnInventoryItem: async (scope, path) => {
    await deleteItem(scope, itemIdOf(path))
    return { success: true }
  },
  consumeOwnInventoryItem: (scope, path) => consumptionWire(scope, itemIdOf(path)),
  equipOwnInventoryItem: async (scope, { body, ...path }) => {
    await equipItem(scope, itemIdOf(path), body.equipSlot)
    return ownItemWire(scope, itemIdOf(path))
  },
  unequipOwnInventorySlot: async (scope, { inventoryItemId }) => {
    await unequipSlot(scope, inventoryItemId)
    return 'OK'
  },
  getUserInventoryItem: async (scope, { userId, query, ...path }) =>
    itemWire(scope, await readItemOf(scope, userId, { id: itemIdOf(path), token: query.token })),
}
