import type { NotificationId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import { type FoundNotification, holdNotification, WITH_SENDER } from './notifications.ts'
import type { Generation } from './policy.ts'

/**
 * Marks an own notification as seen, and starts what is left of its time. A second time changes nothing. Throws
 * `missing` for one that the viewer can't see.
 */
export const markSeen = (scope: SignedScope, id: NotificationId, generation: Generation): Promise<FoundNotification> =>
  transact(scope, async (open) => {
    const { receiverId, type } = await holdNotification(open, id, generation)
    const first = await see(open, id)
    if (first) await appendToFeeds(open, [{ userId: receiverId, kind: 'seen', type, notificationIds: [id] }])
    return reread(open, id)
  })

/** Answers whether it was not seen before. */
export async function see({ db, now }: Open & SignedScope, id: NotificationId): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE "Notification" SET "seenAt" = ${now}, "updatedAt" = ${now},
      "expiresAt" = LEAST("expiresAt", ${now}::timestamptz + make_interval(secs => "expiryAfterSeen"))
    WHERE id = ${id} AND "seenAt" IS NULL`
  return changed > 0
}

/** The notification as it is now, though its time may be over. */
export const reread = ({ db }: Open, id: NotificationId): Promise<FoundNotification> =>
  db.notification.findUniqueOrThrow({ where: { id }, include: WITH_SENDER })
