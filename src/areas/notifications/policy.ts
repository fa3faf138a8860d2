import type { Notification } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { RowCondition } from '../../kernel/rowCondition.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

/** Which notifications an operation covers: legacy ones, those of version 2, or `both`, as in GraphQL. */
export type NotificationGeneration = 'legacy' | 'v2' | 'both'

type NotificationCondition = RowCondition<Pick<Notification, 'receiverId' | 'type' | 'hiddenAt' | 'expiresAt'>>

const TYPE_CONDITIONS: Record<NotificationGeneration, NotificationCondition> = {
  legacy: { type: { in: [...LEGACY_TYPES] } },
  v2: { type: { in: [...V2_TYPES] } },
  both: {},
}

/** The notifications of a person that are neither expired nor dismissed. */
export const visibleNotifications = (
  receiverId: UserId,
  now: Date,
  generation: NotificationGeneration = 'both',
): NotificationCondition => ({
  receiverId,
  hiddenAt: null,
  ...TYPE_CONDITIONS[generation],
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
})

/** Friend requests that a person has declined; they can still be accepted. Notifications of version 2 have none. */
export const hiddenFriendRequests = (
  receiverId: UserId,
  generation: NotificationGeneration = 'both',
): NotificationCondition => ({
  receiverId,
  type: generation === 'v2' ? { in: [] } : 'friendRequest',
  hiddenAt: { not: null },
})

/** The notifications that a person can read by id: the visible ones and, but for version 2, declined friend requests. */
export const readableNotifications = (
  receiverId: UserId,
  now: Date,
  generation: NotificationGeneration = 'both',
): NotificationCondition => ({
  OR: [visibleNotifications(receiverId, now, generation), hiddenFriendRequests(receiverId, generation)],
})

export const notificationNotFound = () =>
  new Failure('missing', 'Notification not found', { reason: 'notification_not_found' })
