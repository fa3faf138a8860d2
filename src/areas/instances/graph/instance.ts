import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { ownerUserId, parseLocation } from '../../../kernel/location.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User, userRef, usersById } from '../../users/graph/user.ts'
import { readWhereaboutsFacts, type WhereaboutsFacts, whereaboutsForViewer } from '../../users/whereabouts.ts'
import { World } from '../../worlds/graph/world.ts'
import { findInstanceByShortName, type InstanceView, listInstancesOfWorlds, readInstanceViews } from '../instances.ts'
import { readOccupantLocations } from '../occupants.ts'
import { MAX_RECENT_LOCATIONS, readRecentLocations } from '../recentLocations.ts'

const instancesByCanonicalLocation = createLoader<InstanceView>(
  forViewer((scope, locations) => {
    const places = locations.map(parseLocation).filter((place) => place !== null)
    return readInstanceViews(scope, places)
  }),
  ({ id }) => id,
)

/** Accepts tags in any order. Null for an invalid location and for a world that can't be read. */
const instancesByLocation = (context: GraphContext) => ({
  async load(location: string): Promise<InstanceView | null> {
    const place = parseLocation(location)
    return place && (await instancesByCanonicalLocation(context).load(place.location))
  },
})

const occupantsByLocation = createListLoader(readOccupantLocations, ({ location }) => location)

export const InstanceType = builder.enumType('InstanceType', {
  description: 'Who can enter an instance.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    HIDDEN: { value: 'hidden', description: 'Friends of the owner or of any occupant.' },
    FRIENDS: { value: 'friends', description: 'Friends of the owner.' },
    PRIVATE: { value: 'private', description: 'The owner and people with an invite.' },
    GROUP: { value: 'group', description: 'Members of a group.' },
  } as const,
})

export const InstanceRegion = builder.enumType('InstanceRegion', {
  description: 'Region of the server of an instance.',
  values: {
    US: { value: 'us', description: 'West of the United States.' },
    USE: { value: 'use', description: 'East of the United States.' },
    EU: { value: 'eu', description: 'Europe.' },
    JP: { value: 'jp', description: 'Japan.' },
  } as const,
})

const Instance = builder.objectRef<InstanceView>('Instance')

export const instanceRef = referenceTo(Instance, instancesByLocation)

builder.node(Instance, {
  description: 'An instance of a world, where people meet. Its id is its location.',
  ...nodeBy(instancesByLocation),
  fields: (t) => ({
    name: t.string({ description: 'Name without tags.', resolve: ({ place }) => place.name }),
    instanceId: t.string({
      description: 'Name with tags: the part of the location after the colon.',
      resolve: ({ place }) => place.instanceId,
    }),
    type: t.field({ type: InstanceType, description: 'Who can enter.', resolve: ({ place }) => place.type }),
    region: t.field({
      type: InstanceRegion,
      description: 'Region of its server.',
      resolve: ({ place }) => place.region ?? 'us',
    }),
    world: t.field({ type: World, description: 'World of the instance.', resolve: ({ world }) => world }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Owner; null for a public instance and for a group.',
      resolve: ({ place }, _args, context) => {
        const id = ownerUserId(place)
        return id && usersById(context).load(id)
      },
    }),
    creator: t.field(userRef('creatorId', 'Creator; null before creation and when either has blocked the other.')),
    canRequestInvite: t.boolean({
      description: 'Whether others can request an invite.',
      resolve: ({ place }) => place.canRequestInvite,
    }),
    ageGate: t.boolean({
      description: 'Whether only people with a verified age can enter.',
      resolve: ({ place }) => place.ageGate,
    }),
    capacity: t.int({
      description: 'Maximum number of occupants.',
      resolve: ({ row, world }) => (row ?? world).capacity,
    }),
    recommendedCapacity: t.int({
      description: 'Recommended number of occupants.',
      resolve: ({ row, world }) => (row ?? world).recommendedCapacity,
    }),
    occupantCount: t.int({ description: 'Number of occupants.', resolve: ({ row }) => row?.occupants ?? 0 }),
    mayEnter: t.exposeBoolean('mayEnter', {
      description: 'Whether the viewer can enter while it is open and not full.',
    }),
    isOpen: t.boolean({
      description: 'Whether it was not closed.',
      resolve: ({ row }, _args, { scope: { now } }) => !row?.closedAt || row.closedAt > now,
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it closes or was closed.',
      resolve: ({ row }) => row?.closedAt,
    }),
    hardClose: t.boolean({
      description: 'Whether occupants are removed when it closes.',
      resolve: ({ row }) => row?.hardClose ?? false,
    }),
    displayName: t.string({
      nullable: true,
      description: 'Display name given by the creator.',
      resolve: ({ row }) => row?.displayName,
    }),
    shortName: t.string({
      nullable: true,
      description: 'Short name for links; null before creation and for an instance that the viewer may not see.',
      resolve: ({ row }) => row?.shortName,
    }),
    secureName: t.exposeString('secureName', { description: 'Name that does not reveal the location.' }),
    nonce: t.string({
      nullable: true,
      description: 'Secret of the owner; null for everybody else.',
      resolve: ({ isOwn, row }) => (isOwn ? row?.nonce : null),
    }),
    contentSettings: t.field({
      type: 'JSON',
      description: 'Kinds of content that are allowed.',
      resolve: ({ row, world }) => (row ?? world).contentSettings,
    }),
    occupants: t.connection(
      {
        type: User,
        nullable: true,
        description: 'Occupants, in the order of entry; null for everybody but the creator.',
        resolve: async ({ id, row }, args, context) => {
          if (row?.creatorId !== context.viewerScope.viewer.id) return null
          const occupants = await occupantsByLocation(context).load(id)
          const users = await Promise.all(occupants.map(({ userId }) => usersById(context).load(userId)))
          const visible = users.filter((user) => user !== null)
          return resolveArrayConnection({ args }, visible)
        },
      },
      { name: 'InstanceOccupantConnection' },
      { name: 'InstanceOccupantEdge' },
    ),
  }),
})

const whereaboutsByUser = createLoader<readonly [string, WhereaboutsFacts]>(
  forViewer(async (scope, ids) => [...(await readWhereaboutsFacts(scope, ids))]),
  ([id]) => id,
)

async function locationOf(context: GraphContext, user: { readonly id: string; readonly status: string }) {
  const [, facts] = (await whereaboutsByUser(context).load(user.id)) ?? []
  return facts ? whereaboutsForViewer(context.viewerScope, user, facts).location : 'offline'
}

builder.objectFields(User, (t) => ({
  location: t.string({
    description: 'Location as shown to the viewer; `offline` or `private` when it is hidden.',
    resolve: (user, _args, context) => locationOf(context, user),
  }),
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'Current instance; null when it is hidden from the viewer.',
    resolve: async (user, _args, context) => instancesByLocation(context).load(await locationOf(context, user)),
  }),
}))

const instancesByWorld = createListLoader<InstanceView>(forViewer(listInstancesOfWorlds), ({ world }) => world.id)

builder.objectFields(World, (t) => ({
  instances: t.connection(
    {
      type: Instance,
      description: 'Open instances that the viewer can see, by number of occupants, most first; at most 100.',
      resolve: async ({ id }, args, context) =>
        resolveArrayConnection({ args }, await instancesByWorld(context).load(id)),
    },
    { name: 'WorldInstanceConnection' },
    { name: 'WorldInstanceEdge' },
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'Current instance; null for none.',
    resolve: async ({ userId }, _args, context) => {
      const [, facts] = (await whereaboutsByUser(context).load(userId)) ?? []
      return facts?.place ? instancesByLocation(context).load(facts.place.location) : null
    },
  }),
  recentLocations: t.field({
    type: ['String'],
    description: 'Recent locations, latest first; at most 100.',
    resolve: (_viewer, _args, { viewerScope }) =>
      readRecentLocations(viewerScope, { limit: MAX_RECENT_LOCATIONS, offset: 0 }),
  }),
}))

builder.queryFields((t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'An instance by its location, including one that was not created yet; null for an invalid location.',
    args: { location: t.arg.id({ required: true, description: 'World id, a colon and the id of the instance.' }) },
    resolve: (_root, { location }, context) => instancesByLocation(context).load(location),
  }),
  instanceByShortName: t.field({
    type: Instance,
    nullable: true,
    description: 'An instance by its short name or secure name; null unless the viewer can see it.',
    args: { shortName: t.arg.string({ required: true, description: 'Short name or secure name.' }) },
    resolve: (_root, { shortName }, context) => findInstanceByShortName(context.viewerScope, shortName),
  }),
}))
