import { z } from 'zod'
import { listUpTo, nonEmptyText, textUpTo } from '../../../contract/shapes/requestFields.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, parseId } from '../../../edges/graphql/resolvers/input.ts'
import { invalid } from '../../../kernel/failure.ts'
import { userRef } from '../../users/graph/user.ts'
import { type BroadcastReceivers, sendBroadcast } from '../broadcasts.ts'
import { BROADCAST_TYPES } from '../types.ts'

const Broadcast = builder.prismaObject('Broadcast', {
  description: 'A notification from an admin to many people, and the progress of its delivery.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the broadcast.' }),
    type: t.exposeString('type', { description: 'Type of the notifications.' }),
    title: t.exposeString('title', { description: 'Title of the notifications.' }),
    message: t.exposeString('message', { description: 'Text of the notifications.' }),
    sender: t.field({ ...userRef('senderId', 'Admin who sent it.'), select: { senderId: true } }),
    isForEverybody: t.boolean({
      description: 'Whether everybody receives it.',
      select: { receiverIds: true },
      resolve: ({ receiverIds }) => receiverIds.length === 0,
    }),
    sentCount: t.exposeInt('sent', { description: 'Number of people who have received it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the admin sent it.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last delivery; null while the delivery goes on.',
    }),
  }),
})

const SendNotificationInput = inputOf(
  'SendNotificationInput',
  'A notification of version 2 and its receivers.',
  z.object({
    receiverIds: listUpTo('receiverIds', z.string(), 1_000).optional().describe('Receivers; omitted for everybody.'),
    everybody: z.boolean().optional().describe('Whether everybody receives it.'),
    type: z
      .enum(BROADCAST_TYPES, { error: ({ input }) => `type: nobody can be sent a notification of type '${input}'` })
      .describe('A type of version 2 except boop, such as moderation.notice or event.announcement.'),
    title: nonEmptyText('title', 128).describe('Title.'),
    message: nonEmptyText('message', 2_000).describe('Text.'),
    category: textUpTo('category', 64).optional().describe('Group of types that the notification belongs to.'),
    imageUrl: z
      .url({ protocol: /^https?$/, error: 'imageUrl must be an address' })
      .max(2_048)
      .optional()
      .describe('URL of an image.'),
    link: textUpTo('link', 2_048).optional().describe('Target of a link.'),
    linkText: textUpTo('linkText', 128).optional().describe('Text of the link.'),
    canReply: z.boolean().optional().describe('Whether receivers can reply to the admin.'),
    canDelete: z.boolean().optional().describe('Whether receivers can delete it; true by default.'),
    requireSeen: z.boolean().optional().describe('Whether clients ask the receiver to mark it as seen.'),
    expiresAt: z.date().optional().describe('Time of expiry; 90 days after the delivery by default.'),
  }),
  { receiverIds: ['ID'], type: 'String', expiresAt: 'DateTime' },
)

/** Throws `invalid` unless exactly one of the two is given. */
function receiversOf(receiverIds: readonly string[] | undefined, everybody: boolean | undefined): BroadcastReceivers {
  if (everybody === true && receiverIds === undefined) return { everybody }
  if (everybody === true || receiverIds === undefined)
    throw invalid('receiverIds', 'receiverIds or everybody must be given, and not both')
  return { receiverIds: receiverIds.map((id) => parseId('user', id, 'User')) }
}

builder.mutationFields((t) => ({
  sendNotification: t.field({
    type: Broadcast,
    nullable: true,
    ...FOR_ADMINS,
    description: 'Sends a notification to some people or to everybody; a job delivers it. Admins only.',
    ...act(SendNotificationInput, (scope, { receiverIds, everybody, ...message }) =>
      sendBroadcast(scope, message, receiversOf(receiverIds, everybody)),
    ),
  }),
}))

builder.queryFields((t) => ({
  broadcast: t.prismaField({
    type: Broadcast,
    nullable: true,
    ...FOR_ADMINS,
    description: 'Finds a broadcast by id. Admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the broadcast.' }) },
    resolve: (query, _root, { id }, context) =>
      context.viewerScope.db.broadcast.findUnique({ ...query, where: { id } }),
  }),
  broadcasts: t.prismaConnection(
    {
      type: Broadcast,
      cursor: 'id',
      nullable: true,
      ...FOR_ADMINS,
      description: 'Broadcasts, latest first. Admins only.',
      resolve: (query, _root, _args, context) =>
        context.viewerScope.db.broadcast.findMany({ ...query, orderBy: { id: 'desc' } }),
    },
    { name: 'BroadcastConnection' },
    { name: 'BroadcastEdge' },
  ),
}))
