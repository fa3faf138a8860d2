import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns, fromColumn, optionalText } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Notification as Row } from '../../../generated/prisma/client.ts'
import { shownUrlsIn } from '../../../kernel/ownUrls.ts'
import { relationToViewer, userRef } from '../../users/graph/user.ts'
import { readableNotifications } from '../policy.ts'
import type { OfferedResponse } from '../send.ts'
import { graphNotificationId, storedNotificationIds } from '../types.ts'
import {
  NotificationCategory,
  NotificationResponseIcon,
  NotificationResponseType,
  NotificationType,
  notificationCategoryOf,
  notificationTypeOf,
  RESPONSE_ICONS,
  RESPONSE_TYPES,
} from './enums.ts'

const notificationsByGraphId = createLoader<Row>(
  forViewer(({ db, viewer, now }, ids) => {
    const id = { in: ids.flatMap(storedNotificationIds) }
    return db.notification.findMany({ where: { id, AND: readableNotifications(viewer.id, now) } })
  }),
  ({ id }) => graphNotificationId(id),
)

/** Notifications of the viewer by id, with the prefix of notifications or of friend requests. */
export const notificationsById = (context: GraphContext) => ({
  load: (id: string) => notificationsByGraphId(context).load(graphNotificationId(id)),
})

type ResponseType = (typeof RESPONSE_TYPES)[number]

interface ResponseData extends Pick<OfferedResponse, 'data' | 'text' | 'textKey'> {
  readonly type: ResponseType
  readonly icon: string
}

const NotificationResponse = builder.objectRef<ResponseData>('NotificationResponse').implement({
  description: 'A response that the receiver of a notification can choose.',
  fields: (t) => ({
    type: t.expose('type', { type: NotificationResponseType, description: 'Type to respond with.' }),
    data: t.exposeString('data', { description: 'Data to respond with; may be empty.' }),
    icon: t.field({
      type: NotificationResponseIcon,
      nullable: true,
      description: 'Icon of the button; null for none.',
      resolve: ({ icon }) => RESPONSE_ICONS.find((known) => known === icon) ?? null,
    }),
    text: t.exposeString('text', { description: 'Text of the button.' }),
    textKey: t.exposeString('textKey', { nullable: true, description: 'Translation key of the text; null for none.' }),
  }),
})

/** Reads the column that sendNotifications has written. */
function offeredResponses({ responses, respondedAt }: Row): ResponseData[] {
  if (respondedAt !== null || !Array.isArray(responses)) return []
  return responses.flatMap((response) => {
    const { type, data, icon, text, textKey } = Object(response)
    const known = RESPONSE_TYPES.find((one) => one === type)
    const key = typeof textKey === 'string' ? textKey : null
    return known ? [{ type: known, data: String(data), icon: String(icon), text: String(text), textKey: key }] : []
  })
}

export const Notification = builder.objectRef<Row>('Notification')
export const notificationRef = referenceTo(Notification, notificationsById)

builder.node(Notification, {
  description: 'A message of the platform or of a person to the viewer.',
  id: derivedId(({ id }) => graphNotificationId(id)),
  loadMany: (ids, context) => ids.map((id) => notificationsById(context).load(id)),
  fields: (t) => ({
    type: t.field({
      type: NotificationType,
      description: 'Type.',
      ...fromColumn('type', notificationTypeOf),
    }),
    category: t.field({
      type: NotificationCategory,
      nullable: true,
      description: 'Subject by which clients group it; null for none.',
      ...fromColumn('category', notificationCategoryOf),
    }),
    sender: t.field(userRef('senderId', 'Sender; null for notifications of the platform.')),
    isSystem: t.boolean({
      description: 'Whether the platform has sent it.',
      ...fromColumn('senderId', (senderId: string | null) => senderId === null),
    }),
    title: t.string(optionalText('title', 'Title; null for none.')),
    ...columns(t, 'Notification', {
      titleKey: 'Translation key of the title; null for none.',
      messageKey: 'Translation key of the text; null for none.',
      linkTextKey: 'Translation key of the text of the link; null for none.',
      requireSeen: 'Whether clients ask the viewer to mark it as seen.',
      ignoreDND: 'Whether it is shown to people who do not want to be disturbed.',
      createdAt: 'Time when it was sent.',
      updatedAt: 'Time of the last change.',
      seenAt: 'Time when the viewer first saw it; null for not yet.',
      respondedAt: 'Time when the viewer responded; null for not yet.',
      expiresAt: 'Time of expiry; null for never.',
      expiryAfterSeen: 'Lifetime in seconds once it was seen; null if that does not change its expiry.',
    }),
    message: t.string(optionalText('message', 'Text; null for none.')),
    details: t.field({
      type: 'JSON',
      description: 'Details; their form depends on the type.',
      ...fromColumn('details', (details: unknown, rules) => shownUrlsIn({ rules }, details)),
    }),
    data: t.expose('data', { type: 'JSON', description: 'Further data; their form depends on the type.' }),
    imageUrl: t.field({ type: 'URL', ...optionalText('imageUrl', 'Image; null for none.') }),
    link: t.string(
      optionalText(
        'link',
        'Target of a link, a URL or a reference of the platform such as `group:` with an id; null for none.',
      ),
    ),
    linkText: t.string(optionalText('linkText', 'Text of the link; null for none.')),
    responses: t.field({
      type: [NotificationResponse],
      description: 'Responses to choose from; empty once the viewer has responded.',
      resolve: offeredResponses,
    }),
    viewerCanReply: t.boolean({
      description: 'Whether the viewer can reply to the sender.',
      resolve: async ({ canReply, senderId }, _args, context) =>
        canReply && senderId !== null && !(await relationToViewer(context, senderId))?.isBlocked,
    }),
    viewerCanDelete: t.exposeBoolean('canDelete', { description: 'Whether the viewer can delete it.' }),
    relatedNotificationId: t.id({
      nullable: true,
      description: 'Id of a related notification, such as the one that this is a reply to; null for none.',
      ...fromColumn('relatedNotificationsId', (id: string | null) => id && graphNotificationId(id)),
    }),
    relatedNotification: t.field(
      notificationRef('relatedNotificationsId', 'Related notification; null for one that the viewer cannot see.'),
    ),
    isHidden: t.boolean({
      description: 'Whether the viewer has dismissed it; such a friend request was declined.',
      ...fromColumn('hiddenAt', (at: Date | null) => at !== null),
    }),
  }),
})

export const NotificationEdge = builder.edgeObject({ type: Notification, name: 'NotificationEdge' })
export const NotificationConnection = builder.connectionObject(
  { type: Notification, name: 'NotificationConnection' },
  NotificationEdge,
)

export const BY_LATEST_NOTIFICATION = latestFirst(['createdAt', 'id'], /^(?:not|frq)_[\w-]+$/)
