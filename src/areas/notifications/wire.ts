import {
  type Notification,
  NotificationType,
  type NotificationV2,
  NotificationV2Data,
  NotificationV2DetailsBoop,
  NotificationV2Response,
  NotificationV2Type,
} from '../../contract/shapes/notification.ts'
import type { Notification as NotificationFields } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { PLATFORM_USER_ID } from '../../kernel/ids.ts'
import { shownUrl, shownUrlsIn, type UrlOptions } from '../../kernel/ownUrls.ts'
import { defineListPresenter, nothingKept } from '../../kernel/presenter.ts'
import { NOTIFICATION_ROWS, type NotificationWithSenderName, type VersionWithSenderName } from './queries.ts'

/** The name of the sender of legacy notifications of the platform. */
const PLATFORM_NAME = 'Plaza'

const legacyFieldsWire = (row: NotificationFields) => ({
  id: row.id,
  type: NotificationType.parse(row.type),
  senderUserId: row.senderId ?? PLATFORM_USER_ID,
  message: row.message,
  created_at: row.createdAt.toISOString(),
})

const legacySenderWire = (senderName: string | null | undefined) => ({ senderUsername: senderName ?? PLATFORM_NAME })

const withoutSenderWire = (options: UrlOptions, row: NotificationFields) => ({
  ...legacyFieldsWire(row),
  details: JSON.stringify(shownUrlsIn(options, row.details)),
  seen: row.seenAt !== null,
})

/** A legacy notification in REST responses: its details are JSON in a string. */
export const notificationWire = (options: UrlOptions, row: NotificationWithSenderName): Notification => ({
  ...withoutSenderWire(options, row),
  ...legacySenderWire(row.sender?.displayName),
})

/** A legacy notification in lists. */
export const listedNotificationWire = defineListPresenter({
  name: 'notification',
  rows: NOTIFICATION_ROWS,
  shared: withoutSenderWire,
  kept: nothingKept,
  own: ({ senderName }: VersionWithSenderName) => legacySenderWire(senderName),
})

/** A legacy notification in messages of the websocket: its details are an object, and it is unseen. */
export const websocketNotificationWire = (options: UrlOptions, row: NotificationWithSenderName) => ({
  ...legacyFieldsWire(row),
  ...legacySenderWire(row.sender?.displayName),
  details: shownUrlsIn(options, row.details),
  receiverUserId: row.receiverId,
})

/** Clients of version 2 need all members; a boop without emoji has empty ones. */
const boopDetailsWire = (details: NotificationFields['details']) =>
  NotificationV2DetailsBoop.parse({ emojiId: '', emojiVersion: null, inventoryItemId: '', ...Object(details) })

/** Clients expect an expiry of every notification: this one from its creation if there is none. */
const LIFETIME_WITHOUT_EXPIRY = 3_650 * DAY

const v2WithoutSenderWire = (options: UrlOptions, row: NotificationFields) => ({
  id: row.id,
  version: 2,
  type: NotificationV2Type.parse(row.type),
  category: row.category,
  isSystem: row.senderId === null,
  ignoreDND: row.ignoreDND,
  senderUserId: row.senderId ?? PLATFORM_USER_ID,
  receiverUserId: row.receiverId,
  relatedNotificationsId: row.relatedNotificationsId,
  title: row.title,
  titleKey: row.titleKey,
  message: row.message,
  messageKey: row.messageKey,
  imageUrl: shownUrl(options, row.imageUrl),
  link: row.link,
  linkText: row.linkText,
  linkTextKey: row.linkTextKey,
  responses: row.respondedAt ? [] : NotificationV2Response.array().parse(row.responses),
  data: NotificationV2Data.parse(row.data),
  ...(row.type === 'boop' && { details: boopDetailsWire(row.details) }),
  expiresAt: (row.expiresAt ?? addMilliseconds(row.createdAt, LIFETIME_WITHOUT_EXPIRY)).toISOString(),
  expiryAfterSeen: row.expiryAfterSeen,
  requireSeen: row.requireSeen,
  seen: row.seenAt !== null,
  canDelete: row.canDelete,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A notification of version 2. Those of the platform have its account as sender, because clients expect one. */
export const notificationV2Wire = (options: UrlOptions, row: NotificationWithSenderName): NotificationV2 => ({
  ...v2WithoutSenderWire(options, row),
  senderUsername: row.sender?.displayName ?? null,
})

/** A notification of version 2 in lists. */
export const listedNotificationV2Wire = defineListPresenter({
  name: 'notification of version 2',
  rows: NOTIFICATION_ROWS,
  shared: v2WithoutSenderWire,
  kept: nothingKept,
  own: ({ senderName }: VersionWithSenderName) => ({ senderUsername: senderName }),
})
