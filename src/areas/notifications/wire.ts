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
import { DAY, later } from '../../kernel/clock.ts'
import { PLATFORM_USER_ID } from '../users/platformUser.ts'
import type { BriefNotification, SignedNotification } from './hot.ts'

const legacyWire = (row: BriefNotification) => ({
  id: row.id,
  type: NotificationType.parse(row.type),
  senderUserId: row.senderId ?? PLATFORM_USER_ID,
  senderUsername: row.sender?.displayName ?? 'Plaza',
  message: row.message,
  created_at: row.createdAt.toISOString(),
})

/** A notification of the legacy generation as REST tells it: its details are JSON in a string. */
export const notificationWire = (row: BriefNotification): Notification => ({
  ...legacyWire(row),
  details: JSON.stringify(row.details),
  seen: row.seenAt !== null,
})

/** The same as the websocket tells it: its details are an object, and nobody has seen it yet. */
export const liveNotificationWire = (row: SignedNotification) => ({
  ...legacyWire(row),
  details: row.details,
  receiverUserId: row.receiverId,
})

/** What the boop does not say, clients show as they like. */
const boopDetailsWire = (details: Row['details']) =>
  NotificationV2DetailsBoop.parse({ emojiId: '', emojiVersion: null, inventoryItemId: '', ...Object(details) })

/** Clients expect an end of everything; what has none lasts this long from its creation on, for them. */
const ENDLESS = 3_650 * DAY

/** A notification of the second generation. The platform's own carry its account, for clients expect a sender. */
export const notificationV2Wire = (row: SignedNotification): NotificationV2 => ({
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
  // What was answered offers no second answer.
  responses: row.respondedAt ? [] : NotificationV2Response.array().parse(row.responses),
  data: NotificationV2Data.parse(row.data),
  ...(row.type === 'boop' && { details: boopDetailsWire(row.details) }),
  expiresAt: (row.expiresAt ?? later(row.createdAt, ENDLESS)).toISOString(),
  expiryAfterSeen: row.expiryAfterSeen,
  requireSeen: row.requireSeen,
  seen: row.seenAt !== null,
  canDelete: row.canDelete,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
