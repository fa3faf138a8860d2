import type { Frame } from '../../contract/shapes/frame.ts'
import { PLATFORM_USER_ID } from '../users/platformUser.ts'
import type { FeedKind } from './feed.ts'
import type { FeedChange } from './feedReads.ts'
import { isLegacyType, isV2Type } from './types.ts'
import { liveNotificationWire, notificationV2Wire } from './wire.ts'

const created = ({ notification }: FeedChange): Frame[] => {
  if (!notification) return []
  return [
    ...ifLegacy(notification.type, () => ({ type: 'notification', content: liveNotificationWire(notification) })),
    ...ifV2(notification.type, () => ({ type: 'notification-v2', content: notificationV2Wire(notification) })),
  ]
}

const seen = ({ type, notificationIds }: FeedChange): Frame[] =>
  notificationIds.flatMap((id) => [
    ...ifLegacy(type, () => ({ type: 'see-notification', content: id })),
    ...ifV2(type, () => updateOf(id, { seen: true })),
  ])

/** What has changed is not known, so all that can change is told. */
const updated = ({ notification }: FeedChange): Frame[] => {
  if (!notification) return []
  return ifV2(notification.type, () => {
    const { id, version: _, ...updates } = notificationV2Wire(notification)
    return updateOf(id, updates)
  })
}

/** One that its answer has put away is told of as deleted, next. An answer that sent nothing has no id. */
const responded = ({ notification, notificationIds: [, responseId = ''] }: FeedChange): Frame[] => {
  if (!notification) return []
  const content = { notificationId: notification.id, receiverId: notification.senderId ?? PLATFORM_USER_ID, responseId }
  return [
    { type: 'response-notification', content },
    ...ifV2(notification.type, () => {
      const { id, seen: isSeen, responses } = notificationV2Wire(notification)
      return updateOf(id, { seen: isSeen, responses })
    }),
  ]
}

/** Where several types are told of at once, both generations hear of it: clients pass over what they do not know. */
const deleted = ({ type, notificationIds: ids }: FeedChange): Frame[] => {
  const several = type === ''
  return [
    ...(several || isLegacyType(type) ? ids.map((id): Frame => ({ type: 'hide-notification', content: id })) : []),
    ...(several || isV2Type(type) ? [removalOf(ids)] : []),
  ]
}

/** Boops go from the second generation too. */
const cleared = ({ notificationIds: ids }: FeedChange): Frame[] => [{ type: 'clear-notification' }, removalOf(ids)]

const ifLegacy = (type: string, make: () => Frame) => (isLegacyType(type) ? [make()] : [])
const ifV2 = (type: string, make: () => Frame) => (isV2Type(type) ? [make()] : [])

const updateOf = (id: string, updates: object): Frame => ({
  type: 'notification-v2-update',
  content: { id, version: 2, updates },
})
const removalOf = (ids: readonly string[]): Frame => ({ type: 'notification-v2-delete', content: { ids, version: 2 } })

const FRAMES: Readonly<Record<FeedKind, (change: FeedChange) => Frame[]>> = {
  created,
  seen,
  updated,
  responded,
  deleted,
  cleared,
}

/**
 * What the legacy websocket tells of a change of somebody's notifications: each generation that shows the notification
 * hears of it in its own words.
 */
export const notificationFrames = (change: FeedChange): Frame[] => FRAMES[change.kind](change)
