import { builder } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { followSlowly } from '../../edges/graphql/live.ts'
import { SHARED } from '../../edges/graphql/sharing.ts'
import { SECOND } from '../../kernel/clock.ts'
import { NOBODY, type OccupiedInstance, occupancyOf } from '../worlds/occupancy.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { readableByIds } from '../worlds/worlds.ts'

const OccupiedInstanceRef = builder
  .objectRef<OccupiedInstance & { readonly worldId: string }>('OccupiedInstance')
  .implement({
    description: 'A public instance in which somebody is.',
    fields: (t) => ({
      id: t.id({
        ...SHARED,
        description: 'Its location.',
        resolve: ({ worldId, instanceId }) => `${worldId}:${instanceId}`,
      }),
      occupants: t.exposeInt('occupants', { description: 'How many people are there.' }),
    }),
  })

const WorldOccupancy = builder
  .objectRef<{ readonly worldId: string } & Awaited<ReturnType<typeof read>>>('WorldOccupancy')
  .implement({
    description: 'Who is in a world now, by numbers.',
    fields: (t) => ({
      worldId: t.exposeID('worldId', { description: 'The id of the world.' }),
      occupants: t.int({
        ...SHARED,
        description: 'How many people are there.',
        resolve: ({ publicOccupants, privateOccupants }) => publicOccupants + privateOccupants,
      }),
      publicOccupants: t.exposeInt('publicOccupants', { description: 'How many of them are in public instances.' }),
      privateOccupants: t.exposeInt('privateOccupants', { description: 'How many of them are in other instances.' }),
      instances: t.field({
        type: [OccupiedInstanceRef],
        ...SHARED,
        description: 'The public instances in which somebody is, the fullest first.',
        resolve: ({ worldId, instances }) => instances.map((instance) => ({ ...instance, worldId })),
      }),
    }),
  })

const read = async (scope: Parameters<typeof occupancyOf>[0], id: string) =>
  (await occupancyOf(scope, [id])).get(id) ?? NOBODY

builder.subscriptionField('worldOccupancy', (t) =>
  t.field({
    type: WorldOccupancy,
    nullable: true,
    ...SHARED,
    description:
      'Tells how many people are in a world when that changes, once in a second at most; null once it is hidden.',
    args: { worldId: t.arg.id({ required: true, description: 'The world.' }) },
    subscribe: async (_root, { worldId }, context) => {
      const id = idOf('world', worldId, 'World')
      const [world] = await readableByIds(signed(context), [id])
      if (!world) throw noSuchWorld(id)
      const concerns = ({ subject }: { readonly subject: string }) => subject === id
      return followSlowly(context, { topics: ['occupancy.changed'], concerns }, SECOND)
    },
    resolve: async (announcement, { worldId }, context) => {
      renew(context)
      const scope = signed(context)
      const [world] = await readableByIds(scope, [worldId])
      // One answer goes to everybody who has asked the same, so what only some may read is told to nobody.
      if (!world || world.releaseStatus === 'hidden') return null
      return { worldId, ...(await read(scope, announcement.subject)) }
    },
  }),
)
