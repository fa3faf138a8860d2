import { builder } from '../../../edges/graphql/builder.ts'
import { VIEWER_INDEPENDENT } from '../../../edges/graphql/execution/sharedExecution.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { followEventsThrottled } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { SECOND } from '../../../kernel/clock.ts'
import { worldNotFound } from '../../worlds/policy.ts'
import { EMPTY_OCCUPANCY, type OccupiedInstance, occupancyByWorldIds } from '../../worlds/queries.ts'
import { findOpenWorld, findReadableWorld } from '../../worlds/world/read.ts'
import { occupancyChanged } from '../events.ts'

type OccupiedInstanceData = OccupiedInstance & { readonly worldId: string }
type WorldOccupancyData = typeof EMPTY_OCCUPANCY & { readonly worldId: string }

const OccupiedInstanceRef = builder.objectRef<OccupiedInstanceData>('OccupiedInstance').implement({
  description: 'A public instance with occupants.',
  fields: (t) => ({
    id: t.id({
      ...VIEWER_INDEPENDENT,
      description: 'Location.',
      resolve: ({ worldId, instanceId }) => `${worldId}:${instanceId}`,
    }),
    occupants: t.exposeInt('occupants', { description: 'Number of occupants.' }),
  }),
})

const WorldOccupancy = builder.objectRef<WorldOccupancyData>('WorldOccupancy').implement({
  description: 'Current numbers of people in a world.',
  fields: (t) => ({
    worldId: t.exposeID('worldId', { description: 'Id of the world.' }),
    occupants: t.int({
      ...VIEWER_INDEPENDENT,
      description: 'Number of occupants of all instances.',
      resolve: ({ publicOccupants, privateOccupants }) => publicOccupants + privateOccupants,
    }),
    publicOccupants: t.exposeInt('publicOccupants', { description: 'Number of occupants of public instances.' }),
    privateOccupants: t.exposeInt('privateOccupants', { description: 'Number of occupants of other instances.' }),
    instances: t.field({
      type: [OccupiedInstanceRef],
      ...VIEWER_INDEPENDENT,
      description: 'Public instances with occupants, by number of occupants, most first.',
      resolve: ({ worldId, instances }) => instances.map((instance) => ({ ...instance, worldId })),
    }),
  }),
})

builder.subscriptionField('worldOccupancy', (t) =>
  t.field({
    type: WorldOccupancy,
    nullable: true,
    ...VIEWER_INDEPENDENT,
    description: 'Emits the occupancy of a world when it has changed, at most once a second; null for a hidden world.',
    args: { worldId: t.arg.id({ required: true, description: 'Id of the world.' }) },
    subscribe: async (_root, { worldId }, context) => {
      const id = parseId('world', worldId, 'World')
      if (!(await findReadableWorld(context.viewerScope, id))) throw worldNotFound(id)
      const concerns = ({ subject }: { readonly subject: string }) => subject === id
      return followEventsThrottled(context, { types: [occupancyChanged], matches: concerns }, SECOND)
    },
    resolve: async (_event, { worldId }, context) => {
      const scope = context.viewerScope
      // One payload serves all subscribers, so a world that only some may read is null for everybody.
      if (!(await findOpenWorld(scope, worldId))) return null
      const occupancy = await occupancyByWorldIds(scope, [worldId])
      return { worldId, ...(occupancy.get(worldId) ?? EMPTY_OCCUPANCY) }
    },
  }),
)
