import { inventory } from '../../contract/inventory.ts'
import { defineArea } from '../area.ts'
import { eraseInventory } from './erasure.ts'
import { inventoryEvents } from './events.ts'
import { inventoryFrames } from './frames.ts'
import { deleteExpiredItems } from './item/expiry.ts'
import { inventoryRest } from './rest.ts'
import './graph/template.ts'
import './graph/item.ts'
import './graph/drop.ts'
import './graph/itemMutations.ts'
import './graph/token.ts'
import './graph/templateMutations.ts'
import './graph/dropMutations.ts'
import './graph/subscription.ts'

export const inventoryArea = defineArea({
  tag: 'Inventory',
  contract: inventory,
  rest: inventoryRest,
  events: inventoryEvents,
  nodeTypes: {
    inventoryDrop: 'InventoryDrop',
    inventoryItem: 'InventoryItem',
    inventoryTemplate: 'InventoryTemplate',
  },
  jobs: [{ name: 'delete-expired-items', schedule: '* * * * *', run: deleteExpiredItems }],
  accountErasure: { place: 85, erase: eraseInventory },
  frames: inventoryFrames,
})
