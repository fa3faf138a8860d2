import { ADMIN } from '../../edges/graphql/access.ts'
import { replyRules, responseRules, sendRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { Broadcast as BroadcastRow, Notification as Row } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, type NotificationId } from '../../kernel/ids.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { type Receivers, sendNotification } from './broadcasts.ts'
import { Notification } from './graph.ts'
import { clearNotifications, deleteAllNotificationV2s, hideNotification } from './hiding.ts'
import { replyNotification, respondNotification } from './responding.ts'
import { markSeen } from './seeing.ts'
import { TOLD_TYPES } from './types.ts'

/** A notification that an act has changed, and those that it has taken away. */
interface Change {
  readonly notification: Row | null
  readonly deletedIds: readonly string[]
}

const NotificationChange = builder.objectRef<Change>('NotificationChange').implement({
  description: 'What an act has changed.',
  fields: (t) => ({
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'The notification as it is now; null where several were put away.',
      resolve: ({ notification }) => notification,
    }),
    deletedIds: t.exposeIDList('deletedIds', { description: 'The ids of those that were put away.' }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with notifications as they stand now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

const WHICH = { required: true, description: 'Which notification the act is about.' } as const

const NotificationInput = builder.inputType('NotificationInput', {
  description: 'Which notification the act is about.',
  fields: (t) => ({ notificationId: t.id(WHICH) }),
})

const RespondNotificationInput = builder.inputType('RespondNotificationInput', {
  description: 'An answer that a notification offers.',
  validate: responseRules,
  fields: (t) => ({
    notificationId: t.id(WHICH),
    responseType: t.string({ required: true, description: 'The type of one of its responses.' }),
    responseData: t.string({ description: 'What goes with it.' }),
  }),
})

const ReplyNotificationInput = builder.inputType('ReplyNotificationInput', {
  description: 'A message to the sender of a notification.',
  validate: replyRules,
  fields: (t) => ({
    notificationId: t.id(WHICH),
    text: t.string({ required: true, description: 'The message, at most 1,000 characters.' }),
  }),
})

const idIn = ({ notificationId: id }: { notificationId: string }): NotificationId => {
  if (isId('notification', id) || isId('friendRequest', id)) return id
  throw new Failure('missing', 'Notification not found')
}

async function changed(context: GraphContext, act: Promise<Row>): Promise<Change> {
  const notification = await act
  renew(context)
  return { notification, deletedIds: [] }
}

async function putAway(context: GraphContext, act: Promise<readonly string[]>): Promise<Change> {
  const deletedIds = await act
  renew(context)
  return { notification: null, deletedIds }
}

builder.mutationFields((t) => ({
  markNotificationAsRead: t.field({
    type: NotificationChange,
    description: 'Marks a notification of either generation as seen.',
    args: { input: t.arg({ type: NotificationInput, ...INPUT }) },
    resolve: (_root, { input }, context) => changed(context, markSeen(signed(context), idIn(input), 'both')),
  }),
  deleteNotification: t.field({
    type: NotificationChange,
    description: 'Puts a notification of either generation away; a friend request is declined by it.',
    args: { input: t.arg({ type: NotificationInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const change = await changed(context, hideNotification(signed(context), idIn(input), 'both'))
      return { ...change, deletedIds: [idIn(input)] }
    },
  }),
  respondNotification: t.field({
    type: NotificationChange,
    description: 'Answers a notification by one of the responses it offers, once.',
    args: { input: t.arg({ type: RespondNotificationInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const response = { type: input.responseType, data: input.responseData ?? '' }
      return changed(context, respondNotification(signed(context), idIn(input), response))
    },
  }),
  replyNotification: t.field({
    type: NotificationChange,
    description: 'Writes back to the sender of a notification that can be replied to.',
    args: { input: t.arg({ type: ReplyNotificationInput, ...INPUT }) },
    resolve: (_root, { input }, context) =>
      changed(context, replyNotification(signed(context), idIn(input), input.text)),
  }),
  clearNotifications: t.field({
    type: NotificationChange,
    description: 'Puts all notifications of the legacy generation away.',
    resolve: (_root, _args, context) => putAway(context, clearNotifications(signed(context))),
  }),
  deleteAllNotificationV2s: t.field({
    type: NotificationChange,
    description: 'Removes all notifications of the second generation that can be deleted.',
    resolve: (_root, _args, context) => putAway(context, deleteAllNotificationV2s(signed(context))),
  }),
}))

const Broadcast = builder.prismaObject('Broadcast', {
  description: 'A notification from an admin to many people, and how far it has come.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    type: t.exposeString('type', { description: 'The type of its notifications.' }),
    title: t.exposeString('title', { description: 'Their title.' }),
    message: t.exposeString('message', { description: 'Their text.' }),
    sender: t.field({
      type: User,
      nullable: true,
      description: 'The admin who sent it.',
      select: { senderId: true },
      resolve: ({ senderId }, _args, context) => people(context).load(senderId),
    }),
    isForEverybody: t.boolean({
      description: 'Whether everybody gets it.',
      select: { receiverIds: true },
      resolve: ({ receiverIds }) => receiverIds.length === 0,
    }),
    sentCount: t.exposeInt('sent', { description: 'How many people have it by now.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of them had it; null while it is under way.',
    }),
  }),
})

const SendNotificationInput = builder.inputType('SendNotificationInput', {
  description: 'A notification of the second generation, and whom it goes to.',
  validate: sendRules,
  fields: (t) => ({
    receiverIds: t.idList({ description: 'Some people, at most 1,000.' }),
    everybody: t.boolean({ description: 'Whether everybody gets it.' }),
    type: t.string({
      required: true,
      description: 'A type of the second generation but boop, such as moderation.notice or event.announcement.',
    }),
    title: t.string({ required: true, description: 'The title, at most 128 characters.' }),
    message: t.string({ required: true, description: 'The text, at most 2,000 characters.' }),
    category: t.string({ description: 'The group of types that it belongs to.' }),
    imageUrl: t.string({ description: 'The address of a picture.' }),
    link: t.string({ description: 'Where it leads.' }),
    linkText: t.string({ description: 'What the link says.' }),
    canReply: t.boolean({ description: 'Whether people can write back to the admin.' }),
    canDelete: t.boolean({ description: 'Whether people can delete it; they can where nothing is said.' }),
    requireSeen: t.boolean({ description: 'Whether it wants to be seen expressly.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'From when on it is shown no more; 90 days from now on.' }),
  }),
})

interface To {
  readonly receiverIds?: readonly string[] | undefined
  readonly everybody?: boolean | undefined
}

/** Exactly one of the two is said. */
function receiversOf({ receiverIds, everybody }: To): Receivers {
  if (everybody === true && receiverIds === undefined) return { everybody }
  if (everybody === true || receiverIds === undefined)
    throw invalid('receiverIds', 'receiverIds or everybody must be given, and not both')
  return { receiverIds: receiverIds.map((id) => idOf('user', id, 'User')) }
}

function typeOf(text: string) {
  const type = TOLD_TYPES.find((one) => one === text)
  if (!type) throw invalid('type', `type: nobody can be told a notification of type '${text}'`)
  return type
}

builder.mutationFields((t) => ({
  sendNotification: t.field({
    type: Broadcast,
    nullable: true,
    ...ADMIN,
    description: 'Sends a notification to some people or everybody, by a job. Admins only.',
    args: { input: t.arg({ type: SendNotificationInput, ...INPUT }) },
    resolve: (_root, { input }, context): Promise<BroadcastRow> => {
      const { type, title, message, receiverIds, everybody, ...options } = input
      const told = { type: typeOf(type), title, message, ...given(options) }
      return sendNotification(signed(context), told, receiversOf(given({ receiverIds, everybody })))
    },
  }),
}))

builder.queryFields((t) => ({
  broadcast: t.prismaField({
    type: Broadcast,
    nullable: true,
    ...ADMIN,
    description: 'A notification that an admin has sent, by its id. Admins only.',
    args: { id: t.arg.id({ required: true, description: 'The id.' }) },
    resolve: (query, _root, { id }, context) => signed(context).db.broadcast.findUnique({ ...query, where: { id } }),
  }),
  broadcasts: t.prismaConnection(
    {
      type: Broadcast,
      cursor: 'id',
      nullable: true,
      ...ADMIN,
      description: 'Notifications that admins have sent, the latest first. Admins only.',
      resolve: (query, _root, _args, context) =>
        signed(context).db.broadcast.findMany({ ...query, orderBy: { id: 'desc' } }),
    },
    { name: 'BroadcastConnection' },
    { name: 'BroadcastEdge' },
  ),
}))
