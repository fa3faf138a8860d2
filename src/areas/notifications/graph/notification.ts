import { z } from 'zod'
import { NotificationId } from '../../../contract/ids.ts'
import { ReplyNotificationV2Request, RespondNotificationV2Request } from '../../../contract/shapes/notification.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, noInput, omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { selectsOnNodes } from '../../../edges/graphql/resolvers/selection.ts'
import type { Notification as Row } from '../../../generated/prisma/client.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef, usersById } from '../../users/graph/user.ts'
import { encodeFeedCursor, readFeedHead } from '../feed.ts'
import {
  clearNotifications,
  countUnreadNotifications,
  deleteAllNotificationV2s,
  dismissNotification,
  markNotificationSeen,
} from '../notifications.ts'
import { readableNotifications } from '../policy.ts'
import { listNotifications } from '../queries.ts'
import { replyNotification, respondNotification } from '../responses.ts'
import type { OfferedResponse } from '../send.ts'
import { isLegacyType, isV2Type } from '../types.ts'

/** Notifications of the viewer by id. */
export const notificationsById = createLoader<Row>(
  forViewer(({ db, viewer, now }, ids) =>
    db.notification.findMany({ where: { id: { in: [...ids] }, AND: readableNotifications(viewer.id, now) } }),
  ),
  ({ id }) => id,
)

const Generation = builder.enumType('NotificationGeneration', {
  description: 'Which clients show a notification.',
  values: {
    LEGACY: { value: 'legacy', description: 'Legacy clients.' },
    V2: { value: 'v2', description: 'Clients of version 2.' },
  } as const,
})

const NotificationResponse = builder.objectRef<OfferedResponse>('NotificationResponse').implement({
  description: 'A response that the receiver of a notification can choose.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type to respond with.' }),
    data: t.exposeString('data', { description: 'Data to respond with.' }),
    icon: t.exposeString('icon', { description: 'Name of an icon.' }),
    text: t.exposeString('text', { description: 'Text of the button.' }),
    textKey: t.exposeString('textKey', { nullable: true, description: 'Translation key of the text.' }),
  }),
})

/** Reads the column that sendNotifications has written. */
function offeredResponses({ responses, respondedAt }: Row): OfferedResponse[] {
  if (respondedAt !== null || !Array.isArray(responses)) return []
  return responses.map((response) => {
    const { type, data, icon, text, textKey } = Object(response)
    const key = typeof textKey === 'string' ? textKey : null
    return { type: String(type), data: String(data), icon: String(icon), text: String(text), textKey: key }
  })
}

export const Notification = builder.objectRef<Row>('Notification')
export const notificationRef = referenceTo(Notification, notificationsById)

builder.node(Notification, {
  description: 'A message of the platform or of a person to the viewer.',
  ...nodeBy(notificationsById),
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type, such as friendRequest or group.announcement.' }),
    generations: t.field({
      type: [Generation],
      description: 'Which REST clients show it.',
      resolve: ({ type }) => [
        ...(isLegacyType(type) ? (['legacy'] as const) : []),
        ...(isV2Type(type) ? (['v2'] as const) : []),
      ],
    }),
    category: t.exposeString('category', { description: 'Group of types that it belongs to; may be empty.' }),
    sender: t.field(userRef('senderId', 'Sender; null for notifications of the platform.')),
    isSystem: t.boolean({
      description: 'Whether the platform has sent it.',
      resolve: ({ senderId }) => senderId === null,
    }),
    title: t.exposeString('title', { description: 'Title; may be empty.' }),
    titleKey: t.exposeString('titleKey', { nullable: true, description: 'Translation key of the title.' }),
    message: t.exposeString('message', { description: 'Text; may be empty.' }),
    messageKey: t.exposeString('messageKey', { nullable: true, description: 'Translation key of the text.' }),
    details: t.expose('details', { type: 'JSON', description: 'Details; their form depends on the type.' }),
    data: t.expose('data', { type: 'JSON', description: 'Further data; their form depends on the type.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'URL of an image.' }),
    link: t.exposeString('link', { description: 'Target of a link; may be empty.' }),
    linkText: t.exposeString('linkText', { description: 'Text of the link; may be empty.' }),
    linkTextKey: t.exposeString('linkTextKey', {
      nullable: true,
      description: 'Translation key of the text of the link.',
    }),
    responses: t.field({
      type: [NotificationResponse],
      description: 'Responses to choose from; empty once the viewer has responded.',
      resolve: offeredResponses,
    }),
    canReply: t.exposeBoolean('canReply', { description: 'Whether the viewer can reply to the sender.' }),
    canDelete: t.exposeBoolean('canDelete', { description: 'Whether the viewer can delete it.' }),
    requireSeen: t.exposeBoolean('requireSeen', { description: 'Whether clients ask the viewer to mark it as seen.' }),
    ignoreDND: t.exposeBoolean('ignoreDND', {
      description: 'Whether it is shown to people who do not want to be disturbed.',
    }),
    relatedNotificationId: t.exposeID('relatedNotificationsId', {
      nullable: true,
      description: 'Id of a related notification, such as the one that this is a reply to.',
    }),
    relatedNotification: t.field(
      notificationRef('relatedNotificationsId', 'Related notification; null for one that the viewer cannot see.'),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when it was sent.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the viewer first saw it; null for not yet.',
    }),
    respondedAt: t.expose('respondedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the viewer responded; null for not yet.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of expiry; null for never.',
    }),
    expiryAfterSeen: t.exposeInt('expiryAfterSeen', {
      nullable: true,
      description: 'Lifetime in seconds once it was seen; null if that does not change its expiry.',
    }),
    isHidden: t.boolean({
      description: 'Whether the viewer has dismissed it; such a friend request was declined.',
      resolve: ({ hiddenAt }) => hiddenAt !== null,
    }),
  }),
})

const order = latestFirst(['createdAt', 'id'], /^(?:not|frq)_[\w-]+$/)

builder.prismaObjectFields(Viewer, (t) => ({
  notifications: t.connection(
    {
      type: Notification,
      description: 'Notifications of the viewer, newest first.',
      args: {
        types: t.arg.stringList({ description: 'Only notifications of these types.' }),
        unseenOnly: t.arg.boolean({ description: 'Whether to list only notifications that were not seen yet.' }),
        hidden: t.arg.boolean({ description: 'Whether to list declined friend requests instead.' }),
        since: t.arg({ type: 'DateTime', description: 'Only notifications that were sent after this time.' }),
      },
      resolve: (_viewer, { types, unseenOnly, hidden, since, ...args }, context, info) => {
        const { viewerScope: scope } = context
        const filter = {
          receiverId: scope.viewer.id,
          now: scope.now,
          visibility: hidden ? 'hidden' : 'shown',
          ...omitNullish({ types, unseen: unseenOnly, since: since && { at: since, orFriendRequest: false } }),
        } as const
        const read = async (page: KeysetPage<TimeKey>) => {
          const rows = await listNotifications(scope, { ...filter, ...page })
          if (selectsOnNodes(info, 'sender'))
            await usersById(context).preload(rows.flatMap(({ senderId }) => senderId ?? []))
          return rows
        }
        return keysetConnection(args, { order, read })
      },
    },
    { name: 'NotificationConnection' },
    { name: 'NotificationEdge' },
  ),
  unreadNotificationCount: t.int({
    description: 'Number of notifications that the viewer has not seen yet.',
    resolve: (_viewer, _args, context) => countUnreadNotifications(context.viewerScope),
  }),
  notificationFeedCursor: t.string({
    description:
      'Current cursor of notificationFeed. Query it before the lists, and subscribe after it to miss nothing.',
    resolve: async (_viewer, _args, context) => {
      const scope = context.viewerScope
      return encodeFeedCursor({ seq: await readFeedHead(scope, scope.viewer.id), at: scope.now })
    },
  }),
}))

interface ChangeResult {
  readonly notification: Row | null
  readonly deletedIds: readonly string[]
}

const NotificationChange = builder.objectRef<ChangeResult>('NotificationChange').implement({
  description: 'Result of a change of notifications.',
  fields: (t) => ({
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'The notification after the change; null if several were dismissed.',
      resolve: ({ notification }) => notification,
    }),
    deletedIds: t.exposeIDList('deletedIds', { description: 'Ids of the notifications that were dismissed.' }),
    viewer: t.field(viewerRef('The viewer after the change.')),
  }),
})

const notificationId = NotificationId.describe('Id of the notification.')
const NotificationInput = inputOf('NotificationInput', 'The notification to change.', z.object({ notificationId }))
const RespondNotificationInput = inputOf(
  'RespondNotificationInput',
  'A response that a notification offers.',
  RespondNotificationV2Request.extend({ notificationId }),
)
const ReplyNotificationInput = inputOf(
  'ReplyNotificationInput',
  'A message to the sender of a notification.',
  z.object({ notificationId, text: ReplyNotificationV2Request.shape.text.unwrap() }),
)

const changed = async (act: Promise<Row>): Promise<ChangeResult> => ({ notification: await act, deletedIds: [] })

builder.mutationFields((t) => ({
  markNotificationAsRead: t.field({
    type: NotificationChange,
    description: 'Marks a notification as seen.',
    ...act(NotificationInput, (scope, { notificationId: id }) => changed(markNotificationSeen(scope, id, 'both'))),
  }),
  deleteNotification: t.field({
    type: NotificationChange,
    description: 'Dismisses a notification; this declines a friend request.',
    ...act(NotificationInput, async (scope, { notificationId: id }) => ({
      notification: await dismissNotification(scope, id, 'both'),
      deletedIds: [id],
    })),
  }),
  respondNotification: t.field({
    type: NotificationChange,
    description: 'Responds to a notification by one of the responses that it offers, once.',
    ...act(RespondNotificationInput, (scope, { notificationId: id, responseType: type, responseData: data }) =>
      changed(respondNotification(scope, id, { type, data })),
    ),
  }),
  replyNotification: t.field({
    type: NotificationChange,
    description: 'Sends a reply to the sender of a notification that accepts replies.',
    ...act(ReplyNotificationInput, (scope, { notificationId: id, text }) =>
      changed(replyNotification(scope, id, text)),
    ),
  }),
  clearNotifications: t.field({
    type: NotificationChange,
    description: 'Dismisses all notifications that legacy clients show.',
    ...act(noInput, async (scope) => ({ notification: null, deletedIds: await clearNotifications(scope) })),
  }),
  deleteAllNotificationV2s: t.field({
    type: NotificationChange,
    description: 'Dismisses all notifications of version 2 that can be deleted.',
    ...act(noInput, async (scope) => ({ notification: null, deletedIds: await deleteAllNotificationV2s(scope) })),
  }),
}))
