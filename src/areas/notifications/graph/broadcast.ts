import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { describeRef, listUpTo, nonEmptyText, textUpTo } from '../../../contract/shapes/requestFields.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Broadcast as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { Id } from '../../../kernel/ids.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { peopleById } from '../../users/graph/peopleById.ts'
import { User, UserConnection, userRef } from '../../users/graph/user.ts'
import { type BroadcastReceivers, broadcastRules, sendBroadcast } from '../broadcasts.ts'
import { BROADCAST_TYPES } from '../types.ts'
import { NotificationCategory, NotificationType, notificationCategoryOf, notificationTypeOf } from './enums.ts'

/** For admins only. */
const broadcastsById = createLoader<Row>(
  forViewer(async (scope, ids) =>
    isStaff(scope, 'operations') ? scope.db.broadcast.findMany({ where: { id: { in: [...ids] } } }) : [],
  ),
  ({ id }) => id,
)

const Broadcast = builder.objectRef<Row>('Broadcast')

builder.node(Broadcast, {
  description:
    'A notification from an admin to many people, and the progress of its delivery. Staff with `OPERATIONS` only.',
  ...nodeBy(broadcastsById),
  fields: (t) => ({
    type: t.field({
      type: NotificationType,
      description: 'Type of the notifications.',
      resolve: ({ type }) => notificationTypeOf(type),
    }),
    ...columns(t, 'Broadcast', {
      title: 'Title of the notifications.',
      message: 'Text of the notifications.',
      createdAt: 'Time when the admin sent it.',
      finishedAt: 'Time of the last delivery; null while the delivery goes on.',
      canReply: 'Whether receivers can reply to the sender.',
      canDelete: 'Whether receivers can delete it.',
      requireSeen: 'Whether clients ask the receiver to mark it as seen.',
      expiresAt: 'Time of expiry; null for 90 days after the delivery.',
    }),
    category: t.field({
      type: NotificationCategory,
      nullable: true,
      description: 'Subject by which clients group it; null for none.',
      resolve: ({ category }) => notificationCategoryOf(category),
    }),
    imageUrl: t.expose('imageUrl', { type: 'URL', nullable: true, description: 'URL of an image; null for none.' }),
    link: t.string({
      nullable: true,
      description: 'Target of a link; null for none.',
      resolve: ({ link }) => link || null,
    }),
    linkText: t.string({
      nullable: true,
      description: 'Text of the link; null for none.',
      resolve: ({ linkText }) => linkText || null,
    }),
    receiverCount: t.int({
      nullable: true,
      description: 'Number of people whom it is for; null for everybody.',
      resolve: ({ receiverIds }) => receiverIds.length || null,
    }),
    receivers: t.connection(
      {
        type: User,
        description: 'People whom it is for, by id; empty for everybody.',
        resolve: ({ receiverIds }, args, { viewerScope }) =>
          keysetConnection(args, peopleById(viewerScope, { id: { in: receiverIds } })),
      },
      UserConnection,
    ),
    sender: t.field(userRef('senderId', 'Admin who sent it; null after the account was erased.')),
    isForEverybody: t.boolean({
      description: 'Whether everybody receives it.',
      resolve: ({ receiverIds }) => receiverIds.length === 0,
    }),
    sentCount: t.exposeInt('sent', { description: 'Number of people who have received it.' }),
  }),
})

const BroadcastEdge = builder.edgeObject({ type: Broadcast, name: 'BroadcastEdge' })
const BroadcastConnection = builder.connectionObject({ type: Broadcast, name: 'BroadcastConnection' }, BroadcastEdge)

/** Ids rise with time. */
const BY_LATEST_BROADCAST = byText('id', 'descending')

const NewBroadcast = z.object({
  receiverIds: listUpTo('receiverIds', UserId, 1_000).optional().describe('Receivers; omitted for everybody.'),
  isForEverybody: z.boolean().optional().describe('Whether everybody receives it.'),
  type: z
    .enum(BROADCAST_TYPES, { error: ({ input }) => `type: nobody can be sent a notification of type '${input}'` })
    .describe(
      'Type of the notifications, such as `MODERATION_NOTICE`; those of people, such as `BOOP` and `INVITE`, are refused.',
    ),
  title: nonEmptyText('title', 128).describe('Title.'),
  message: nonEmptyText('message', 2_000).describe('Text.'),
  category: describeRef(z.enum(['event', 'social', 'social.group']), 'Subject by which clients group it.').optional(),
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
})

/** Throws `invalid` unless exactly one of `receiverIds` and `isForEverybody` is given. */
function receiversOf({ receiverIds, isForEverybody }: GivenReceivers): BroadcastReceivers {
  if (isForEverybody === true && receiverIds === undefined) return { everybody: true }
  if (isForEverybody === true || receiverIds === undefined)
    throw invalid('receiverIds', 'receiverIds or isForEverybody must be given, and not both', 'wrong_combination')
  return { receiverIds }
}

interface GivenReceivers {
  readonly receiverIds?: readonly Id<'user'>[] | undefined
  readonly isForEverybody?: boolean | undefined
}

mutation('sendNotification', {
  description: 'Sends a notification to some people or to everybody; a job delivers it.',
  input: NewBroadcast,
  types: {
    receiverIds: ['ID'],
    type: NotificationType,
    category: NotificationCategory,
    imageUrl: 'URL',
    expiresAt: 'DateTime',
  },
  rules: (scope, broadcast) => [() => receiversOf(broadcast), ...broadcastRules(scope, broadcast)],
  run: async (scope, { receiverIds, isForEverybody, ...message }) => ({
    broadcast: await sendBroadcast(scope, message, receiversOf({ receiverIds, isForEverybody })),
  }),
  payload: (t) => ({
    broadcast: t.field({ type: Broadcast, description: 'The broadcast.', resolve: ({ broadcast }) => broadcast }),
    broadcastEdge: t.field({
      type: BroadcastEdge,
      description: 'The broadcast in the list of broadcasts.',
      resolve: ({ broadcast }) => edgeOf(BY_LATEST_BROADCAST, broadcast),
    }),
  }),
})

builder.queryFields((t) => ({
  broadcast: t.field({
    type: Broadcast,
    nullable: true,
    ...forStaff('operations'),
    description: 'Finds a broadcast by id. Staff with `OPERATIONS` only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the broadcast.' }) },
    resolve: (_root, { id }, context) => broadcastsById(context).load(id),
  }),
  broadcasts: t.connection(
    {
      type: Broadcast,
      ...forStaff('operations'),
      description: 'Broadcasts, latest first. Staff with `OPERATIONS` only.',
      resolve: (_root, args, { viewerScope: { db } }) =>
        keysetConnection(args, {
          order: BY_LATEST_BROADCAST,
          totalCount: () => db.broadcast.count(),
          read: (page) =>
            db.broadcast.findMany({
              where: { AND: keysetWhere(page, ['id']) },
              orderBy: keysetOrder(page, ['id']),
              take: page.limit,
            }),
        }),
    },
    BroadcastConnection,
  ),
}))
