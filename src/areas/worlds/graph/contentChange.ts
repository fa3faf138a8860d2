import { builder } from '../../../edges/graphql/builder.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { World, worldsById } from './world.ts'

builder.objectFields(ContentChange, (t) => ({
  world: t.field({
    type: World,
    nullable: true,
    description: 'The world after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'world' && itemId !== null ? worldsById(context).load(itemId) : null,
  }),
}))
