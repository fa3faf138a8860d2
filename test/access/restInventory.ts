import type { RestAccess } from './restTable.ts'

const SIGNED = [401, 401, 200, 200, 200] as const
const HOLDER = [401, 401, 404, 200, 404] as const
/** The holder is in no instance. */
const HOLDER_ELSEWHERE = [401, 401, 404, 400, 404] as const

/** In test order, as the last ones delete items. */
export const inventoryOperations = {
  getInventory: { call: ({ userId: holderId }) => ({ query: { holderId } }), answers: [401, 401, 403, 200, 200] },
  getGlobalInventory: { answers: SIGNED },
  getInventoryCollections: { answers: SIGNED },
  getInventoryDrops: { answers: SIGNED },
  getInventoryTemplate: {
    call: ({ templateId: inventoryTemplateId }) => ({ inventoryTemplateId }),
    answers: SIGNED,
  },
  getOwnInventoryItem: { call: ({ itemId: inventoryItemId }) => ({ inventoryItemId }), answers: HOLDER },
  getUserInventoryItem: {
    call: ({ itemId: inventoryItemId, userId }) => ({ inventoryItemId, userId }),
    answers: [401, 401, 404, 200, 200],
  },
  updateOwnInventoryItem: {
    call: ({ itemId: inventoryItemId }) => ({ inventoryItemId, body: { isSeen: true } }),
    answers: HOLDER,
  },
  spawnInventoryItem: { call: ({ itemId: id }) => ({ query: { id } }), answers: HOLDER_ELSEWHERE },
  shareInventoryItemPedestal: { call: ({ itemId }) => ({ query: { itemId } }), answers: HOLDER_ELSEWHERE },
  shareInventoryItemDirect: {
    call: ({ itemId, friendId }) => ({ query: { itemId }, body: { itemId, users: [friendId] } }),
    answers: HOLDER,
  },
  equipOwnInventoryItem: {
    call: ({ itemId: inventoryItemId }) => ({ inventoryItemId, body: { equipSlot: 'drone' } }),
    answers: HOLDER,
  },
  unequipOwnInventorySlot: { call: () => ({ inventoryItemId: 'drone' }), answers: SIGNED },
  consumeOwnInventoryItem: { call: ({ consumableId: inventoryItemId }) => ({ inventoryItemId }), answers: HOLDER },
  deleteOwnInventoryItem: { call: ({ goneItemId: inventoryItemId }) => ({ inventoryItemId }), answers: HOLDER },
} as const satisfies Record<string, RestAccess>
