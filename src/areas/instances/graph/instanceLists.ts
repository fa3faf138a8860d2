import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { CalendarEvent, eventsById } from '../../calendar/graph/event.ts'
import { readFriendsInPlaces } from '../../friends/friends.ts'
import { BY_DISPLAY_NAME, withUsers } from '../../friends/graph/friend.ts'
import type { FriendInPlace } from '../../friends/queries.ts'
import { User, UserConnection } from '../../users/graph/user.ts'
import { World } from '../../worlds/graph/world.ts'
import { listInstancesOfEvents } from '../group/lists.ts'
import { type InstanceView, listInstancesOfWorlds } from '../instances.ts'
import { BY_OCCUPANTS, Instance, InstanceConnection } from './instance.ts'

const instancesByWorld = createListLoader<InstanceView>(forViewer(listInstancesOfWorlds), ({ world }) => world.id)

const friendsByWorld = createListLoader<FriendInPlace>(
  forViewer((scope, worldIds) => readFriendsInPlaces(scope, { worldIds })),
  ({ worldId }) => worldId,
)

const friendsByLocation = createListLoader<FriendInPlace>(
  forViewer((scope, locations) => readFriendsInPlaces(scope, { locations })),
  ({ location }) => location,
)

const friendConnection = async (
  context: GraphContext,
  args: DefaultConnectionArguments,
  friends: readonly FriendInPlace[],
) => withUsers(context, await listConnection(args, BY_DISPLAY_NAME, friends))

builder.objectFields(World, (t) => ({
  instances: t.connection(
    {
      type: Instance,
      description: 'Open instances that the viewer can see, by number of occupants, most first; at most 100.',
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_OCCUPANTS, await instancesByWorld(context).load(id)),
    },
    InstanceConnection,
  ),
  friends: t.connection(
    {
      type: User,
      description: 'Friends of the viewer who are in the world and show it to the viewer, by display name.',
      resolve: async ({ id }, args, context) => friendConnection(context, args, await friendsByWorld(context).load(id)),
    },
    UserConnection,
  ),
}))

builder.objectFields(Instance, (t) => ({
  friends: t.connection(
    {
      type: User,
      description: 'Friends of the viewer who are in the instance and show it to the viewer, by display name.',
      resolve: async ({ id }, args, context) =>
        friendConnection(context, args, await friendsByLocation(context).load(id)),
    },
    UserConnection,
  ),
}))

const MAX_INSTANCES = 100

const instancesByEvent = createListLoader<InstanceView>(
  forViewer(listInstancesOfEvents),
  ({ row }) => row?.calendarEntryId ?? '',
)

builder.objectFields(CalendarEvent, (t) => ({
  instances: t.connection(
    {
      type: Instance,
      description:
        'Open instances in which it is held and that the viewer may enter once it begins, most occupants first, at most ' +
        '100; none of a series, whose dates have them.',
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_OCCUPANTS, (await instancesByEvent(context).load(id)).slice(0, MAX_INSTANCES)),
    },
    InstanceConnection,
  ),
}))

builder.objectFields(Instance, (t) => ({
  calendarEvent: t.field({
    type: CalendarEvent,
    nullable: true,
    description: 'The event that is held in it; null for none, and if the viewer cannot see it.',
    resolve: ({ row }, _args, context) => (row?.calendarEntryId ? eventsById(context).load(row.calendarEntryId) : null),
  }),
}))
