import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import { parseLocation, personOwning } from '../../kernel/location.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { people, User } from '../users/graph.ts'
import { World } from '../worlds/graph.ts'
import { type SeenInstance, seeInstances } from './instances.ts'
import { type Occupying, occupantsOf } from './people.ts'

/** Nobody who is not logged in asks for places: the root types see to it. */
export const asViewer = <R>(scope: Scope, read: (scope: SignedScope) => Promise<R[]>): Promise<R[]> =>
  scope.viewer ? read({ ...scope, viewer: scope.viewer }) : Promise.resolve([])

const atLocations = makeLoader<SeenInstance>(
  (scope, locations) => {
    const places = locations.map(parseLocation).filter((place) => place !== null)
    return asViewer(scope, (as) => seeInstances(as, places))
  },
  ({ id }) => id,
)

/** The instance at a location, however its tags are ordered; null for no location, and for a world that can't be read. */
export async function instanceAt(context: GraphContext, location: string): Promise<SeenInstance | null> {
  const place = parseLocation(location)
  return place && (await atLocations(context).load(place.location))
}

const inside = makeListLoader<Occupying>(occupantsOf, ({ location }) => location)

export const InstanceType = builder.enumType('InstanceType', {
  description: 'Who may enter an instance.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    HIDDEN: { value: 'hidden', description: 'Friends of the owner and of everybody inside.' },
    FRIENDS: { value: 'friends', description: 'Friends of the owner.' },
    PRIVATE: { value: 'private', description: 'The owner, and whoever is invited.' },
    GROUP: { value: 'group', description: 'Members of a group.' },
  } as const,
})

export const InstanceRegion = builder.enumType('InstanceRegion', {
  description: 'Where an instance is held.',
  values: {
    US: { value: 'us', description: 'The west of the United States.' },
    USE: { value: 'use', description: 'The east of the United States.' },
    EU: { value: 'eu', description: 'Europe.' },
    JP: { value: 'jp', description: 'Japan.' },
  } as const,
})

export const Instance = builder.objectRef<SeenInstance>('Instance')

const isOpen = ({ row }: SeenInstance, { scope: { now } }: GraphContext) => !row?.closedAt || row.closedAt > now

builder.node(Instance, {
  description: 'A place in a world where people meet. Its id is its location.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => instanceAt(context, id)),
  fields: (t) => ({
    name: t.string({ description: 'Its bare name.', resolve: ({ place }) => place.name }),
    instanceId: t.string({
      description: 'Its name with the tags: what follows the colon of the location.',
      resolve: ({ place }) => place.instanceId,
    }),
    type: t.field({ type: InstanceType, description: 'Who may enter it.', resolve: ({ place }) => place.type }),
    region: t.field({
      type: InstanceRegion,
      description: 'Where it is held.',
      resolve: ({ place }) => place.region ?? 'us',
    }),
    world: t.field({ type: World, description: 'The world that it is of.', resolve: ({ world }) => world }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Whose it is; null for a public one.',
      resolve: ({ place }, _args, context) => {
        const id = personOwning(place)
        return id && people(context).load(id)
      },
    }),
    creator: t.field({
      type: User,
      nullable: true,
      description: 'Who has made it; null for one that nobody has made yet, and across a block.',
      resolve: ({ creatorId }, _args, context) => (creatorId === null ? null : people(context).load(creatorId)),
    }),
    canRequestInvite: t.boolean({
      description: 'Whether others may ask to be invited.',
      resolve: ({ place }) => place.canRequestInvite,
    }),
    ageGate: t.boolean({
      description: 'Whether only people may enter who are known to be of age.',
      resolve: ({ place }) => place.ageGate,
    }),
    capacity: t.int({
      description: 'How many people it has room for.',
      resolve: ({ row, world }) => (row ?? world).capacity,
    }),
    recommendedCapacity: t.int({
      description: 'How many people it is best with.',
      resolve: ({ row, world }) => (row ?? world).recommendedCapacity,
    }),
    occupantCount: t.int({ description: 'How many people are inside.', resolve: ({ row }) => row?.occupants ?? 0 }),
    mayEnter: t.exposeBoolean('mayEnter', { description: 'Whether the viewer may enter, as far as there is room.' }),
    isOpen: t.boolean({
      description: 'Whether it was not closed.',
      resolve: (instance, _args, context) => isOpen(instance, context),
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it closes, or was closed.',
      resolve: ({ row }) => row?.closedAt,
    }),
    hardClose: t.boolean({
      description: 'Whether everybody is put out when it closes.',
      resolve: ({ row }) => row?.hardClose ?? false,
    }),
    displayName: t.string({
      nullable: true,
      description: 'What its maker calls it.',
      resolve: ({ row }) => row?.displayName,
    }),
    shortName: t.string({
      nullable: true,
      description: 'A short name to pass on; null for one that nobody has made yet, or that the viewer may not see.',
      resolve: ({ row }) => row?.shortName,
    }),
    secureName: t.exposeString('secureName', { description: 'A name that tells nothing of the location.' }),
    nonce: t.string({
      nullable: true,
      description: 'A secret of its owner; null for everybody else.',
      resolve: ({ isOwn, row }) => (isOwn ? row?.nonce : null),
    }),
    contentSettings: t.field({
      type: 'JSON',
      description: 'What is allowed in it.',
      resolve: ({ row, world }) => (row ?? world).contentSettings,
    }),
    occupants: t.connection(
      {
        type: User,
        nullable: true,
        description: 'Who is inside, in the order they came; null to all but the one who has made it.',
        resolve: async ({ id, row }, args, context) => {
          if (row?.creatorId !== signed(context).viewer.id) return null
          const occupying = await inside(context).load(id)
          const found = await Promise.all(occupying.map(({ userId }) => people(context).load(userId)))
          return resolveArrayConnection(
            { args },
            found.filter((person) => person !== null),
          )
        },
      },
      { name: 'InstanceOccupantConnection' },
      { name: 'InstanceOccupantEdge' },
    ),
  }),
})
