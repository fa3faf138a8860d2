import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import type { Notification, Prisma } from '../../generated/prisma/client.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'

export const FriendRequest = builder.objectRef<Notification>('FriendRequest').implement({
  description:
    'Somebody asks somebody to be friends. Whoever asked is not told what becomes of it, unless it is accepted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the notification by which the receiver knows it.' }),
    sender: t.field({
      type: User,
      nullable: true,
      description: 'Who has asked.',
      resolve: ({ senderId }, _args, context) => (senderId === null ? null : people(context).load(senderId)),
    }),
    receiver: t.field({
      type: User,
      nullable: true,
      description: 'Who was asked.',
      resolve: ({ receiverId }, _args, context) => people(context).load(receiverId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    isHidden: t.boolean({
      description: 'Whether the viewer has received it and put it away; it can still be accepted.',
      resolve: ({ receiverId, hiddenAt }, _args, { scope }) => hiddenAt !== null && receiverId === scope.viewer?.id,
    }),
  }),
})

/** Ids tell when they were made, so the latest request is the one with the greatest. */
const requestsIn = (
  { db }: SignedScope,
  where: Prisma.NotificationWhereInput,
  { before, after, limit, inverted }: Window,
) =>
  db.notification.findMany({
    where: {
      ...where,
      friendPair: { not: null },
      id: { ...(after && { lt: after }), ...(before && { gt: before }) },
    },
    orderBy: { id: inverted ? 'asc' : 'desc' },
    take: limit,
  })

export const FriendRequestConnection = builder.connectionObject(
  { type: FriendRequest, name: 'FriendRequestConnection' },
  { name: 'FriendRequestEdge' },
)

const keyOf = ({ id }: Notification) => id

builder.prismaObjectFields(Viewer, (t) => ({
  incomingFriendRequests: t.connection(
    {
      type: FriendRequest,
      description: 'Friend requests that wait for an answer, the latest first.',
      args: {
        hidden: t.arg.boolean({ description: 'Whether to list those that were put away instead.' }),
      },
      resolve: (_viewer, { hidden, ...args }, context) => {
        const scope = signed(context)
        const where = { receiverId: scope.viewer.id, hiddenAt: hidden ? { not: null } : null }
        return keyset(args, { keyOf, read: (window) => requestsIn(scope, where, window) })
      },
    },
    FriendRequestConnection,
  ),
  outgoingFriendRequests: t.connection(
    {
      type: FriendRequest,
      description: 'Friend requests of the viewer that were not answered, the latest first.',
      resolve: (_viewer, args, context) => {
        const scope = signed(context)
        const where = { senderId: scope.viewer.id }
        return keyset(args, { keyOf, read: (window) => requestsIn(scope, where, window) })
      },
    },
    FriendRequestConnection,
  ),
}))
