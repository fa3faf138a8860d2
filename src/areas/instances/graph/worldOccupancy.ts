import { builder, queryField } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { followEvents, initialArgument, PAYLOAD_FOR_ALL } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { SECOND } from '../../../kernel/clock.ts'
import type { WorldId } from '../../../kernel/ids.ts'
import { parseInstance } from '../../../kernel/location.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { occupancyOf, World } from '../../worlds/graph/world.ts'
import { worldNotFound } from '../../worlds/policy.ts'
import type { WorldDetail } from '../../worlds/queries.ts'
import { findOpenWorld, findReadableWorld } from '../../worlds/world/read.ts'
import { instancesChanged, occupancyChanged } from '../events.ts'
import type { InstanceView } from '../instances.ts'
import { Instance, instancesByLocation } from './instance.ts'

interface WorldOccupancyData {
  readonly world: WorldDetail
  readonly readInstances: () => Promise<InstanceView[]>
}

const MAX_INSTANCES = 100

/**
 * Public instances of a world with occupants, fullest first. Without those with an age gate, because not everybody can
 * see them: a payload may serve all subscribers.
 */
async function readOccupiedInstances(context: GraphContext, worldId: WorldId) {
  const { instances } = await occupancyOf(context, worldId)
  const places = instances.map(({ instanceId }) => parseInstance(worldId, instanceId))
  const open = places.filter((place) => place !== null && !place.ageGate).slice(0, MAX_INSTANCES)
  const found = await Promise.all(open.map((place) => place && instancesByLocation(context).load(place.location)))
  return found.filter((instance) => instance !== null)
}

const WorldOccupancy = builder.objectRef<WorldOccupancyData>('WorldOccupancy').implement({
  description: 'A world after people have entered or left it.',
  fields: (t) => ({
    world: t.field({
      type: World,
      description: 'The world, with its numbers of people.',
      resolve: ({ world }) => world,
    }),
    instances: t.field({
      type: [Instance],
      ...atMost(100),
      description: `Public instances with occupants and without age gate, most occupants first; at most ${MAX_INSTANCES}.`,
      resolve: ({ readInstances }) => readInstances(),
    }),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('worldOccupancy', (t) =>
  t.field({
    type: WorldOccupancy,
    nullable: true,
    ...PAYLOAD_FOR_ALL,
    description:
      'Emits a world when its number of people has changed, or instances of it were created, closed or renamed, at most once a second; null for a hidden world.',
    args: { worldId: t.arg.id({ required: true, description: 'Id of the world.' }), ...initialArgument() },
    subscribe: async (_root, { worldId, initial }, context) => {
      const id = parseId('world', worldId, 'World')
      if (!(await findReadableWorld(context.viewerScope, id))) throw worldNotFound(id)
      return followEvents(context, { types: [occupancyChanged, instancesChanged], about: id, every: SECOND, initial })
    },
    resolve: async (_event, args, context) => {
      const worldId = parseId('world', args.worldId, 'World')
      // One payload serves all subscribers, so a world that only some may read is null for everybody.
      const world = await findOpenWorld(context.viewerScope, worldId)
      return world && { world, readInstances: () => readOccupiedInstances(context, worldId) }
    },
  }),
)
