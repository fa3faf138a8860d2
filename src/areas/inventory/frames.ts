import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { FramePresenters } from '../../edges/pipeline/frames.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { contentChanged } from '../files/events.ts'
import { inventoryChanged, itemChangeOf } from './events.ts'

/** Clients reload their list on any change; an update is sent as an addition, which they know. */
function itemFrames(domainEvent: DomainEvent): readonly Frame[] {
  const change = itemChangeOf(domainEvent)
  if (!change) return []
  const { itemId, itemType } = change
  const actionType = change.change === 'deleted' ? 'delete' : 'add'
  return [{ type: 'content-refresh', content: { contentType: 'inventory', itemId, itemType, actionType } }]
}

/** What the legacy websocket tells of items. */
export const inventoryFrames: FramePresenters = {
  events: [
    [inventoryChanged, itemFrames],
    [contentChanged, itemFrames],
  ],
}
