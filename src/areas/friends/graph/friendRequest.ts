import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, Notification as Row } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Notification } from '../../notifications/graph/notification.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { userPairKey } from '../../users/locks.ts'

/** Friend requests that the viewer has sent or received, by id. */
const friendRequestsById = createLoader<Row>(
  forViewer(({ db, viewer: { id } }, ids) =>
    db.notification.findMany({
      where: { id: { in: [...ids] }, friendPair: { not: null }, OR: [{ senderId: id }, { receiverId: id }] },
    }),
  ),
  ({ id }) => id,
)

/** Friend requests by the key of the viewer and the other person. */
const friendRequestsByPair = createLoader<Row>(
  forViewer(({ db }, pairs) => db.notification.findMany({ where: { friendPair: { in: [...pairs] } } })),
  ({ friendPair }) => friendPair ?? '',
)

export const FriendRequest = builder.objectRef<Row>('FriendRequest')
export const friendRequestRef = referenceTo(FriendRequest, friendRequestsById)

builder.node(FriendRequest, {
  description: 'A friend request. Its sender is not notified of an answer other than acceptance.',
  ...nodeBy(friendRequestsById),
  fields: (t) => ({
    sender: t.field(userRef('senderId', 'Person who sent the request.')),
    receiver: t.field(userRef('receiverId', 'Person who received the request.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of sending.' }),
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'The notification of the request; null for its sender.',
      resolve: (request, _args, { scope }) => (request.receiverId === scope.viewer?.id ? request : null),
    }),
    isHidden: t.boolean({
      description: 'Whether the viewer has received and declined it; it can still be accepted.',
      resolve: ({ receiverId, hiddenAt }, _args, { scope }) => hiddenAt !== null && receiverId === scope.viewer?.id,
    }),
  }),
})

builder.objectFields(Notification, (t) => ({
  friendRequest: t.field({
    type: FriendRequest,
    nullable: true,
    description: 'The friend request that it is about, which the viewer can accept; null for other types.',
    resolve: (notification) => (notification.type === 'friendRequest' ? notification : null),
  }),
}))

builder.objectFields(User, (t) => ({
  friendRequest: t.field({
    type: FriendRequest,
    nullable: true,
    description:
      'Pending friend request between the viewer and the person, which its receiver can accept or decline, and its sender take back; null for none.',
    resolve: ({ id }, _args, context) =>
      friendRequestsByPair(context).load(userPairKey(context.viewerScope.viewer.id, trusted<'user'>(id))),
  }),
}))

/** Ids rise with time. */
export const BY_LATEST_REQUEST = byText('id', 'descending')

/** A page of friend requests, latest first. */
const friendRequestsPage = (
  { db }: ViewerScope,
  args: DefaultConnectionArguments,
  where: Prisma.NotificationWhereInput,
) =>
  keysetConnection(args, {
    order: BY_LATEST_REQUEST,
    totalCount: () => db.notification.count({ where: { ...where, friendPair: { not: null } } }),
    read: (page) =>
      db.notification.findMany({
        where: { ...where, friendPair: { not: null }, AND: keysetWhere(page, ['id']) },
        orderBy: keysetOrder(page, ['id']),
        take: page.limit,
      }),
  })

export const FriendRequestEdge = builder.edgeObject({ type: FriendRequest, name: 'FriendRequestEdge' })
const FriendRequestConnection = builder.connectionObject(
  { type: FriendRequest, name: 'FriendRequestConnection' },
  FriendRequestEdge,
)

builder.prismaObjectFields(Viewer, (t) => ({
  incomingFriendRequests: t.connection(
    {
      type: FriendRequest,
      description: 'Received friend requests that are pending, latest first.',
      args: { isHidden: t.arg.boolean({ description: 'Whether to list the declined requests instead.' }) },
      resolve: (_viewer, { isHidden, ...args }, { viewerScope: scope }) =>
        friendRequestsPage(scope, args, {
          receiverId: scope.viewer.id,
          hiddenAt: isHidden ? { not: null } : null,
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
