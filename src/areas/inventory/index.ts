import './graph/template.ts'
import './graph/item.ts'
import './graph/drop.ts'
import './graph/itemMutations.ts'
import './graph/token.ts'
import './graph/templateMutations.ts'
import './graph/dropMutations.ts'
import { inventory } from '../../contract/inventory.ts'
import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { FramePresenters } from '../../edges/pipeline/frames.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { defineArea } from '../area.ts'
import { contentChanged } from '../files/events.ts'
import { inventoryChanged, inventoryEvents, itemChangeOf } from './events.ts'
import { eraseInventory } from './item/items.ts'
import { deleteExpiredItems } from './item/manageItems.ts'
import { personalData } from './personalData.ts'
import { inventoryRest } from './rest.ts'

/** Clients reload their list on any change; an update is sent as an addition, which they know. */
function itemFrames(domainEvent: DomainEvent): readonly Frame[] {
  const change = itemChangeOf(domainEvent)
  if (!change) return []
  const { itemId, itemType } = change
  const actionType = change.change === 'deleted' ? 'delete' : 'add'
  return [{ type: 'content-refresh', content: { contentType: 'inventory', itemId, itemType, actionType } }]
}

/** What the legacy websocket tells of items. */
const inventoryFrames: FramePresenters = {
  events: [
    [inventoryChanged, itemFrames],
    [contentChanged, itemFrames],
  ],
}

export const inventoryArea = defineArea({
  tag: 'Inventory',
  contract: inventory,
  rest: inventoryRest,
  personalData,
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
