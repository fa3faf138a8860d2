import {
  type Notification,
  NotificationType,
  type NotificationV2,
  NotificationV2Data,
  NotificationV2DetailsBoop,
  NotificationV2Response,
  NotificationV2Type,
} from '../../contract/shapes/notification.ts'
import type { Notification as Row } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { bytesOfTexts, JsonText, jsonAroundMember, jsonArray } from '../../kernel/jsonText.ts'
import { PLATFORM_USER_ID } from '../users/systemUsers.ts'
import { cachedOfNotifications, type NotificationRecord, type NotificationWithSenderName } from './queries.ts'

/** The name of the sender of legacy notifications of the platform. */
const PLATFORM_NAME = 'Plaza'

const legacyFieldsWire = (row: NotificationWithSenderName) => ({
  id: row.id,
  type: NotificationType.parse(row.type),
  senderUserId: row.senderId ?? PLATFORM_USER_ID,
  senderUsername: row.sender?.displayName ?? PLATFORM_NAME,
  message: row.message,
  created_at: row.createdAt.toISOString(),
})

/** A legacy notification in REST responses: its details are JSON in a string. */
export const notificationWire = (row: NotificationWithSenderName): Notification => ({
  ...legacyFieldsWire(row),
  details: JSON.stringify(row.details),
  seen: row.seenAt !== null,
})

/** A legacy notification in messages of the websocket: its details are an object, and it is unseen. */
export const websocketNotificationWire = (row: NotificationWithSenderName) => ({
  ...legacyFieldsWire(row),
  details: row.details,
  receiverUserId: row.receiverId,
})

/** Clients of version 2 need all members; a boop without emoji has empty ones. */
const boopDetailsWire = (details: Row['details']) =>
  NotificationV2DetailsBoop.parse({ emojiId: '', emojiVersion: null, inventoryItemId: '', ...Object(details) })

/** Clients expect an expiry of every notification: this one from its creation if there is none. */
const LIFETIME_WITHOUT_EXPIRY = 3_650 * DAY

/** A notification of version 2. Those of the platform have its account as sender, because clients expect one. */
export const notificationV2Wire = (row: NotificationWithSenderName): NotificationV2 => ({
  id: row.id,
  version: 2,
  type: NotificationV2Type.parse(row.type),
  category: row.category,
  isSystem: row.senderId === null,
  ignoreDND: row.ignoreDND,
  senderUserId: row.senderId ?? PLATFORM_USER_ID,
  senderUsername: row.sender?.displayName ?? null,
  receiverUserId: row.receiverId,
  relatedNotificationsId: row.relatedNotificationsId,
  title: row.title,
  titleKey: row.titleKey,
  message: row.message,
  messageKey: row.messageKey,
  imageUrl: row.imageUrl,
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

/** The JSON of a notification before and after the name of its sender. */
type TextsAroundName = readonly [string, string]

export const NOTIFICATION_TEXTS = cachedOfNotifications<TextsAroundName>({
  name: 'text of a notification',
  make: (_options, row) => jsonAroundMember(notificationWire({ ...row, sender: null }), 'senderUsername'),
  sizeOf: bytesOfTexts,
})

export const NOTIFICATION_V2_TEXTS = cachedOfNotifications<TextsAroundName>({
  name: 'text of a notification of version 2',
  make: (_options, row) => jsonAroundMember(notificationV2Wire({ ...row, sender: null }), 'senderUsername'),
  sizeOf: bytesOfTexts,
})

type NotificationTexts = readonly NotificationRecord<TextsAroundName>[]

export const notificationsText = (notifications: NotificationTexts): JsonText<Notification[]> =>
  new JsonText(namedTexts(notifications, PLATFORM_NAME))

export const notificationV2sText = (notifications: NotificationTexts): JsonText<NotificationV2[]> =>
  new JsonText(namedTexts(notifications, null))

/** `platformName` stands for the sender of notifications of the platform. */
const namedTexts = (notifications: NotificationTexts, platformName: string | null) =>
  jsonArray(
    notifications.map(
      ({ row, record: [head, tail] }) => `${head}${JSON.stringify(row.senderName ?? platformName)}${tail}`,
    ),
  )
