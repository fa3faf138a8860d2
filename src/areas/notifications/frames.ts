import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import { PLATFORM_USER_ID } from '../../kernel/ids.ts'
import type { UrlOptions } from '../../kernel/ownUrls.ts'
import type { FeedEntryWithNotification } from './feed/feed.ts'
import type { FeedKind } from './feed/queries.ts'
import { isLegacyType, isV2Type } from './types.ts'
import { notificationV2Wire, websocketNotificationWire } from './wire.ts'

const createdFrames = (options: UrlOptions, { notification }: FeedEntryWithNotification): Frame[] => {
  if (!notification) return []
  const { type } = notification
  return [
    ...(isLegacyType(type)
      ? [{ type: 'notification', content: websocketNotificationWire(options, notification) } as const]
      : []),
    ...(isV2Type(type)
      ? [{ type: 'notification-v2', content: notificationV2Wire(options, notification) } as const]
      : []),
  ]
}

const seenFrames = (_options: UrlOptions, { type, notificationIds }: FeedEntryWithNotification): Frame[] =>
  notificationIds.flatMap((id) => [
    ...(isLegacyType(type) ? [{ type: 'see-notification', content: id } as const] : []),
    ...(isV2Type(type) ? [updateFrame(id, { seen: true })] : []),
  ])

/** An entry does not name the fields that changed, so all that can change are sent. */
const updatedFrames = (options: UrlOptions, { notification }: FeedEntryWithNotification): Frame[] => {
  if (!notification || !isV2Type(notification.type)) return []
  const { id, version: _, ...updates } = notificationV2Wire(options, notification)
  return [updateFrame(id, updates)]
}

const respondedFrames = (
  options: UrlOptions,
  { notification, notificationIds: [, responseId = ''] }: FeedEntryWithNotification,
): Frame[] => {
  if (!notification) return []
  const { id: notificationId, senderId, type } = notification
  const content = { notificationId, receiverId: senderId ?? PLATFORM_USER_ID, responseId }
  const frame: Frame = { type: 'response-notification', content }
  if (!isV2Type(type)) return [frame]
  const { seen, responses } = notificationV2Wire(options, notification)
  return [frame, updateFrame(notificationId, { seen, responses })]
}

/** Of several types at once, clients of both versions are told; they ignore ids that they do not know. */
const deletedFrames = (_options: UrlOptions, { type, notificationIds: ids }: FeedEntryWithNotification): Frame[] => {
  const isSeveral = type === ''
  return [
    ...(isSeveral || isLegacyType(type) ? ids.map((id): Frame => ({ type: 'hide-notification', content: id })) : []),
    ...(isSeveral || isV2Type(type) ? [deletionFrame(ids)] : []),
  ]
}

/** Boops are removed from the list of version 2, too. */
const clearedFrames = (_options: UrlOptions, { notificationIds: ids }: FeedEntryWithNotification): Frame[] => [
  { type: 'clear-notification' },
  deletionFrame(ids),
]

const updateFrame = (id: string, updates: object): Frame => ({
  type: 'notification-v2-update',
  content: { id, version: 2, updates },
})
const deletionFrame = (ids: readonly string[]): Frame => ({
  type: 'notification-v2-delete',
  content: { ids, version: 2 },
})

const FRAMES_BY_KIND: Readonly<Record<FeedKind, (options: UrlOptions, entry: FeedEntryWithNotification) => Frame[]>> = {
  created: createdFrames,
  seen: seenFrames,
  updated: updatedFrames,
  responded: respondedFrames,
  deleted: deletedFrames,
  cleared: clearedFrames,
}

/** The messages of the legacy websocket for a feed entry: for legacy clients, for clients of version 2, or for both. */
export const notificationFrames = (options: UrlOptions, entry: FeedEntryWithNotification): Frame[] =>
  FRAMES_BY_KIND[entry.kind](options, entry)
