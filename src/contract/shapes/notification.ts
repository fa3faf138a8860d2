import { z } from 'zod'
import { textUpTo } from './requestFields.ts'
import { DateTime, EmojiID, InventoryItemID, UserID } from './scalars.ts'

/** Types of notifications that legacy clients show. */
export const NotificationType = z
  .enum([
    'boop',
    'friendRequest',
    'invite',
    'inviteResponse',
    'message',
    'requestInvite',
    'requestInviteResponse',
    'votetokick',
  ])
  .meta({ id: 'NotificationType' })

/** A notification for legacy clients. `details` is JSON in a string. */
export const Notification = z
  .object({
    created_at: DateTime,
    details: z.string(),
    id: z.string().min(1),
    message: z.string(),
    /** Not sent by REST. */
    receiverUserId: UserID.optional(),
    seen: z.boolean(),
    senderUserId: UserID,
    senderUsername: z.string().min(1).meta({ deprecated: true }),
    type: NotificationType,
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

/** A notification that the viewer has sent, for legacy clients. `details` is an object. */
export const SentNotification = z
  .object({
    created_at: DateTime,
    details: z.record(z.string(), z.unknown()),
    id: z.string().min(1),
    message: z.string(),
    receiverUserId: UserID,
    senderUserId: UserID,
    senderUsername: z.string().min(1).optional().meta({ deprecated: true }),
    type: NotificationType,
  })
  .meta({ id: 'SentNotification' })
export type SentNotification = z.output<typeof SentNotification>

/** Types of notifications that clients of version 2 show. */
export const NotificationV2Type = z
  .enum([
    'avatarreview.failure',
    'avatarreview.success',
    'badge.earned',
    'boop',
    'economy.alert',
    'economy.received.gift',
    'event.announcement',
    'group.announcement',
    'group.event.created',
    'group.event.starting',
    'group.informative',
    'group.invite',
    'group.joinRequest',
    'group.post',
    'group.transfer',
    'invite.instance.contentGated',
    'moderation.contentrestriction',
    'moderation.notice',
    'moderation.report.closed',
    'moderation.warning.group',
    'promo.redeem',
    'text.adventure',
    'vrcplus.gift',
  ])
  .meta({ id: 'NotificationV2Type' })

const NotificationV2Category = z.string().meta({ id: 'NotificationV2Category' })
const NotificationV2ResponseIcon = z.string().meta({ id: 'NotificationV2ResponseIcon' })
const NotificationV2ResponseType = z.string().meta({ id: 'NotificationV2ResponseType' })

/** A response that the receiver can choose. */
export const NotificationV2Response = z
  .object({
    data: z.string(),
    icon: NotificationV2ResponseIcon,
    text: z.string(),
    textKey: z.string().nullable(),
    type: NotificationV2ResponseType,
  })
  .meta({ id: 'NotificationV2Response' })
export type NotificationV2Response = z.output<typeof NotificationV2Response>

export const NotificationV2DetailsBoop = z
  .object({
    emojiId: EmojiID,
    emojiVersion: z.int().nullable(),
    inventoryItemId: InventoryItemID,
  })
  .meta({ id: 'NotificationV2DetailsBoop' })

export const NotificationV2Data = z.record(z.string(), z.unknown()).meta({ id: 'NotificationV2Data' })

/** A notification for clients of version 2. */
export const NotificationV2 = z
  .object({
    canDelete: z.boolean(),
    category: NotificationV2Category,
    createdAt: DateTime,
    /** Its members depend on the type. */
    data: NotificationV2Data,
    details: NotificationV2DetailsBoop.optional(),
    expiresAt: DateTime,
    /** Lifetime in seconds once it was seen. */
    expiryAfterSeen: z.int().nullable(),
    id: z.string(),
    ignoreDND: z.boolean(),
    imageUrl: z.string().nullable(),
    isSystem: z.boolean(),
    link: z.string(),
    linkText: z.string(),
    linkTextKey: z.string().nullable(),
    message: z.string(),
    messageKey: z.string().nullable(),
    receiverUserId: UserID,
    relatedNotificationsId: z.string().nullable(),
    requireSeen: z.boolean(),
    responses: z.array(NotificationV2Response),
    seen: z.boolean(),
    /** The platform's account if isSystem. */
    senderUserId: UserID,
    senderUsername: z.string().nullable(),
    title: z.string(),
    titleKey: z.string().nullable(),
    type: NotificationV2Type,
    updatedAt: DateTime,
    version: z.int(),
  })
  .meta({ id: 'NotificationV2' })
export type NotificationV2 = z.output<typeof NotificationV2>

const MAX_RESPONSE_LENGTH = 1_000

export const RespondNotificationV2Request = z
  .object({
    notificationId: z
      .string()
      .max(64)
      .optional()
      .describe('Id of the notification. A client that sends it shows the answer to people, so that it is then `OK`.'),
    responseData: textUpTo('responseData', MAX_RESPONSE_LENGTH).default('').describe('Data of the response.'),
    responseType: z
      .string()
      .min(1, 'responseType must not be empty')
      .max(64)
      .describe('Type of a response that the notification offers.'),
  })
  .meta({ id: 'RespondNotificationV2Request' })

/** Clients may send further members, which are ignored. */
export const ReplyNotificationV2Request = z
  .looseObject({ text: textUpTo('text', MAX_RESPONSE_LENGTH).describe('Message to the sender.').optional() })
  .meta({ id: 'ReplyNotificationV2Request' })
