import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { ownerUserId, parseLocation } from '../../../kernel/location.ts'
import { withUsers } from '../../friends/graph/friend.ts'
import { User, UserConnection, userRef, usersById } from '../../users/graph/user.ts'
import { ContentSettings, parseContentSettings } from '../../worlds/graph/contentSettings.ts'
import { World } from '../../worlds/graph/world.ts'
import { findInstanceByShortName, type InstanceView, readInstanceViews } from '../instances.ts'
import { canSeeOccupants, readOccupantLocations } from '../occupants.ts'

const instancesByCanonicalLocation = createLoader<InstanceView>(
  forViewer((scope, locations) => {
    const places = locations.map(parseLocation).filter((place) => place !== null)
    return readInstanceViews(scope, places)
  }),
  ({ id }) => id,
)

/** Accepts tags in any order. Null for an invalid location and for a world that can't be read. */
export const instancesByLocation = (context: GraphContext) => ({
  async load(location: string): Promise<InstanceView | null> {
    const place = parseLocation(location)
    return place && (await instancesByCanonicalLocation(context).load(place.location))
  },
})

type OccupantEntry = Awaited<ReturnType<typeof readOccupantLocations>>[number]

const occupantsByLocation = createListLoader<OccupantEntry>(readOccupantLocations, ({ location }) => location)

const BY_ENTRY = byListKey<OccupantEntry>(({ joinedAt, id }) => [joinedAt.getTime(), id])

export const InstanceType = enumOf('InstanceType', 'Who can enter an instance.', {
  public: 'Everybody.',
  hidden: 'Friends of the owner or of any occupant.',
  friends: 'Friends of the owner.',
  private: 'The owner and people with an invite.',
  group: 'Members of a group.',
})

export const InstanceRegion = enumOf('InstanceRegion', 'Region of the server of an instance.', {
  us: 'West of the United States.',
  use: 'East of the United States.',
  eu: 'Europe.',
  jp: 'Japan.',
})

export const Instance = builder.objectRef<InstanceView>('Instance')

export const InstanceEdge = builder.edgeObject({ type: Instance, name: 'InstanceEdge' })
export const InstanceConnection = builder.connectionObject({ type: Instance, name: 'InstanceConnection' }, InstanceEdge)

export const instanceRef = referenceTo(Instance, instancesByLocation)

/** The order of the instances of a world: most occupants first, then by location. */
export const BY_OCCUPANTS = byListKey<InstanceView>(({ row, id }) => [-(row?.occupants ?? 0), id])

builder.node(Instance, {
  description: 'An instance of a world, where people meet. Its id is its location: world id, a colon, name and tags.',
  ...nodeBy(instancesByLocation),
  fields: (t) => ({
    name: t.string({
      description: 'Name without tags.',
      resolve: ({ place }) => place.name,
    }),
    type: t.field({
      type: InstanceType,
      description: 'Who can enter.',
      resolve: ({ place }) => place.type,
    }),
    region: t.field({
      type: InstanceRegion,
      description: 'Region of its server.',
      resolve: ({ place }) => place.region ?? 'us',
    }),
    world: t.field({
      type: World,
      description: 'World of the instance.',
      resolve: ({ world }) => world,
    }),
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
    allowsInviteRequests: t.boolean({
      description: 'Whether others can request an invite to this private instance.',
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
    occupantCount: t.int({
      description: 'Number of occupants; 0 for an instance that the viewer may not see.',
      resolve: ({ row }) => row?.occupants ?? 0,
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
      type: ContentSettings,
      description: 'Kinds of content that are allowed.',
      resolve: ({ row, world }) => parseContentSettings((row ?? world).contentSettings),
    }),
    occupants: t.connection(
      {
        type: User,
        nullable: true,
        description: 'Occupants, in the order of entry; null for everybody but the creator.',
        resolve: async (instance, args, context) => {
          if (!canSeeOccupants(context.viewerScope, instance)) return null
          const occupants = await occupantsByLocation(context).load(instance.id)
          return withUsers(context, await listConnection(args, BY_ENTRY, occupants))
        },
      },
      UserConnection,
    ),
    // Not exposed: exposed fields are shared among viewers.
    viewerCanEnter: t.boolean({
      description: 'Whether the viewer can enter now: the viewer may, and the instance is open and not full.',
      resolve: ({ canEnter }) => canEnter,
    }),
    viewerCanInvite: t.boolean({
      description: 'Whether the viewer can invite friends now: the viewer may enter or is inside, and it is open.',
      resolve: ({ canInvite }) => canInvite,
    }),
    viewerCanClose: t.boolean({
      description: 'Whether the viewer can close it now, or change when it closes.',
      resolve: ({ canClose }) => canClose,
    }),
  }),
})

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
