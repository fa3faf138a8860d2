import { builder } from '../../../edges/graphql/builder.ts'
import { followFanOut } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { type ItemChange, itemChangeOf } from '../events.ts'
import { itemRef } from './item.ts'

const InventoryEventKind = builder.enumType('InventoryEventKind', {
  description: 'What has happened to an item.',
  values: {
    ADDED: { value: 'added', description: 'The person has got it.' },
    UPDATED: { value: 'updated', description: 'It was changed, or its quantity was.' },
    DELETED: { value: 'deleted', description: 'It is gone.' },
  } as const,
})

const InventoryEvent = builder.objectRef<ItemChange>('InventoryEvent').implement({
  description: "A change of the viewer's items.",
  fields: (t) => ({
    kind: t.expose('change', { type: InventoryEventKind, description: 'What has happened.' }),
    itemId: t.exposeID('itemId', { description: 'Id of the item.' }),
    item: t.field(itemRef('itemId', 'The item after the change; null if it is gone.')),
    viewer: t.field(viewerRef('The holder of the item.')),
  }),
})

builder.subscriptionField('inventoryChanged', (t) =>
  t.field({
    type: InventoryEvent,
    description:
      "Emits when the viewer's items have changed, on any device. An item whose time is over is announced within two minutes.",
    subscribe: (_root, _args, context) => {
      const { id } = context.viewerScope.viewer
      return followFanOut(context, (event) => event.subject === id && itemChangeOf(event) !== null)
    },
    resolve: (event): ItemChange => {
      const change = itemChangeOf(event)
      if (!change) throw new Error(`no change of an item: ${event.topic}`)
      return change
    },
  }),
)
