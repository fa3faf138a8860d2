import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import {
  followAnyEvents,
  INITIAL_DESCRIPTION,
  initialArgument,
  isInitial,
  whileVisible,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { DomainEvent } from '../../../kernel/events.ts'
import { isId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { contentChanged } from '../../files/events.ts'
import { ViewerListChange } from '../../users/graph/ownListChange.ts'
import { worldsCounted } from '../events.ts'
import { worldNotFound } from '../policy.ts'
import type { WorldDetail } from '../queries.ts'
import { findReadableWorld } from '../world/read.ts'
import { World, worldRef, worldsById } from './world.ts'

type WorldEventKindName = 'updated' | 'counted' | 'deleted' | 'initial'

const WorldEventKind = enumOf('WorldEventKind', 'What has changed in a world.', {
  updated: 'The details, assets, tags or store, or whether it is published or hidden.',
  counted: 'The number of visits or of favorites, the popularity or the heat, which are counted every ten minutes.',
  deleted: 'The world was deleted.',
  initial: INITIAL_DESCRIPTION,
})

function kindOf(event: DomainEvent): WorldEventKindName {
  if (isInitial(event)) return 'initial'
  if (worldsCounted.is(event)) return 'counted'
  return event.ids?.actionType === 'deleted' ? 'deleted' : 'updated'
}

interface WorldEventData {
  readonly kind: WorldEventKindName
  readonly worldId: string
}

const WorldEvent = builder.objectRef<WorldEventData>('WorldEvent').implement({
  description: 'A change of a world.',
  fields: (t) => ({
    kind: t.expose('kind', { type: WorldEventKind, description: 'What has changed.' }),
    worldId: t.exposeID('worldId', { description: 'Id of the world.' }),
    world: t.field(worldRef('worldId', 'The world after the change; null if the viewer cannot see it any longer.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

/** What is counted of a world, as one text; null for none. */
const countsOf = (world: WorldDetail | null) =>
  world && [world.visits, world.favorites, world.popularity, world.heat].join(' ')

builder.subscriptionField('worldChanged', (t) =>
  t.field({
    type: WorldEvent,
    description:
      'Emits when the details, assets, visits or favorites of a world have changed, and when it was published, unpublished, hidden, shown or deleted. Visits and favorites are counted every ten minutes. Numbers of people are told by `worldOccupancy`. When the viewer cannot see the world any longer, one event tells so, and none follows until they can again.',
    args: { worldId: t.arg.id({ required: true, description: 'Id of the world.' }), ...initialArgument() },
    subscribe: async (_root, { worldId, initial }, context) => {
      const id = parseId('world', worldId, 'World')
      const see = async (scope: ViewerScope) => countsOf(await findReadableWorld(scope, id))
      const first = await see(context.viewerScope)
      if (first === null) throw worldNotFound(id)
      const events = followAnyEvents(context, [
        { types: [contentChanged], about: id, initial },
        { types: [worldsCounted], about: '*' },
      ])
      const isTold = (event: DomainEvent, before: string | null, after: string | null) =>
        !worldsCounted.is(event) || before !== after
      return whileVisible(context, events, { first, see, isTold })
    },
    resolve: (event, { worldId }): WorldEventData => ({ kind: kindOf(event), worldId }),
  }),
)

builder.objectFields(ViewerListChange, (t) => ({
  world: t.field({
    type: World,
    nullable: true,
    description: 'The world whose entry has changed; null for others, and if the viewer cannot see it.',
    resolve: ({ targetId }, _args, context) =>
      targetId !== null && isId('world', targetId) ? worldsById(context).load(targetId) : null,
  }),
}))
