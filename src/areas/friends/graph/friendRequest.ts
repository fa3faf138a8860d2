import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Notification, Prisma } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'

const FriendRequest = builder.objectRef<Notification>('FriendRequest').implement({
  description: 'A friend request. Its sender is not notified of an answer other than acceptance.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "Id of the receiver's notification." }),
    sender: t.field(userRef('senderId', 'Person who sent the request.')),
    receiver: t.field(userRef('receiverId', 'Person who received the request.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of sending.' }),
    isHidden: t.boolean({
      description: 'Whether the viewer has received and declined it; it can still be accepted.',
      resolve: ({ receiverId, hiddenAt }, _args, { scope }) => hiddenAt !== null && receiverId === scope.viewer?.id,
    }),
  }),
})

/** A page of friend requests, latest first: ids rise with time. */
const friendRequestsPage = (
  { db }: ViewerScope,
  args: DefaultConnectionArguments,
  where: Prisma.NotificationWhereInput,
) =>
  keysetConnection(args, {
    order: byText('id', 'descending'),
    read: (page) =>
      db.notification.findMany({
        where: { ...where, friendPair: { not: null }, AND: keysetWhere(page, ['id']) },
        orderBy: keysetOrder(page, ['id']),
        take: page.limit,
      }),
  })

const FriendRequestConnection = builder.connectionObject(
  { type: FriendRequest, name: 'FriendRequestConnection' },
  { name: 'FriendRequestEdge' },
)

builder.prismaObjectFields(Viewer, (t) => ({
  incomingFriendRequests: t.connection(
    {
      type: FriendRequest,
      description: 'Received friend requests that are pending, latest first.',
      args: { hidden: t.arg.boolean({ description: 'Whether to list the declined requests instead.' }) },
      resolve: (_viewer, { hidden, ...args }, { viewerScope: scope }) =>
        friendRequestsPage(scope, args, {
          receiverId: scope.viewer.id,
          hiddenAt: hidden ? { not: null } : null,
        }),
    },
    FriendRequestConnection,
  ),
  outgoingFriendRequests: t.connection(
    {
      type: FriendRequest,
      description: 'Sent friend requests that are pending, latest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        friendRequestsPage(scope, args, { senderId: scope.viewer.id }),
    },
    FriendRequestConnection,
  ),
}))
