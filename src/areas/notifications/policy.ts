import { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

/** Which notifications an operation covers: legacy ones, those of version 2, or `both`, as in GraphQL. */
export type NotificationGeneration = 'legacy' | 'v2' | 'both'

const TYPE_CONDITIONS: Record<NotificationGeneration, Prisma.NotificationWhereInput> = {
  legacy: { type: { in: [...LEGACY_TYPES] } },
  v2: { type: { in: [...V2_TYPES] } },
  both: {},
}

const unexpiredNotifications = (now: Date) =>
  ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.NotificationWhereInput

/** The notifications of a person that are neither expired nor dismissed. */
export const visibleNotifications = (receiverId: UserId, now: Date, generation: NotificationGeneration = 'both') =>
  ({
    receiverId,
    hiddenAt: null,
    ...TYPE_CONDITIONS[generation],
    ...unexpiredNotifications(now),
  }) satisfies Prisma.NotificationWhereInput

/** Friend requests that a person has declined; they can still be accepted. */
export const hiddenFriendRequests = (receiverId: UserId) =>
  ({ receiverId, type: 'friendRequest', hiddenAt: { not: null } }) satisfies Prisma.NotificationWhereInput

/** The notifications that a person can read by id: the visible ones and, but for version 2, declined friend requests. */
export const readableNotifications = (receiverId: UserId, now: Date, generation: NotificationGeneration = 'both') =>
  ({
    OR: [
      visibleNotifications(receiverId, now, generation),
      ...(generation === 'v2' ? [] : [hiddenFriendRequests(receiverId)]),
    ],
  }) satisfies Prisma.NotificationWhereInput

const TYPE_SQL: Record<NotificationGeneration, Prisma.Sql> = {
  legacy: Prisma.sql`AND type = ANY(${[...LEGACY_TYPES]})`,
  v2: Prisma.sql`AND type = ANY(${[...V2_TYPES]})`,
  both: Prisma.empty,
}
const HIDDEN_REQUEST_SQL = Prisma.sql`OR type = 'friendRequest' AND "hiddenAt" IS NOT NULL`

/** The condition of `readableNotifications` in SQL. */
export const readableNotificationsSql = (
  receiverId: UserId,
  now: Date,
  generation: NotificationGeneration,
) => Prisma.sql`
  "receiverId" = ${receiverId} AND (
    "hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) ${TYPE_SQL[generation]}
    ${generation === 'v2' ? Prisma.empty : HIDDEN_REQUEST_SQL}
  )`
