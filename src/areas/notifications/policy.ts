import type { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

/** Which generation's operations ask; the graph shows both. */
export type Generation = 'legacy' | 'v2' | 'both'

const TYPES: Record<Generation, Prisma.NotificationWhereInput> = {
  legacy: { type: { in: [...LEGACY_TYPES] } },
  v2: { type: { in: [...V2_TYPES] } },
  both: {},
}

/** What has not expired. */
export const unexpired = (now: Date) =>
  ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.NotificationWhereInput

/** The notifications of one person that have neither expired nor been put away. Nobody sees another's. */
export const visibleNotifications = (receiverId: UserId, now: Date, generation: Generation = 'both') =>
  ({ receiverId, hiddenAt: null, ...TYPES[generation], ...unexpired(now) }) satisfies Prisma.NotificationWhereInput

/** Friend requests that a person has declined: they stand until they are accepted, cleared or taken back. */
export const hiddenFriendRequests = (receiverId: UserId) =>
  ({ receiverId, type: 'friendRequest', hiddenAt: { not: null } }) satisfies Prisma.NotificationWhereInput

/** What a person can read by its id: all that is listed somewhere. */
export const readableNotifications = (receiverId: UserId, now: Date, generation: Generation = 'both') =>
  ({
    OR: [
      visibleNotifications(receiverId, now, generation),
      ...(generation === 'v2' ? [] : [hiddenFriendRequests(receiverId)]),
    ],
  }) satisfies Prisma.NotificationWhereInput
