import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import type { NotificationType } from './types.ts'

/** What tells whose notifications of which type are counted. */
interface SentByPerson {
  readonly senderId: UserId
  readonly receiverId: UserId
  readonly type: NotificationType
}

/**
 * Deletes the notifications of a type from one person to another but for the newest `kept`, and appends that to the feed of
 * the receiver. Concurrent calls may each keep one more, until the next one.
 */
export async function deleteOldNotifications(
  tx: Pick<Scope, 'now'> & InTransaction,
  { senderId, receiverId, type }: SentByPerson,
  kept: number,
) {
  const deleted = await tx.sql<{ readonly id: string }>`
    WITH old AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE "receiverId" = ${receiverId} AND "senderId" = ${senderId} AND type = ${type}
      ORDER BY "createdAt" DESC, id DESC OFFSET ${kept}
    ), locked AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE id = ANY(ARRAY(SELECT id FROM old)) ${rowLock(tx, 'notification', {})}
    )
    DELETE FROM "Notification" AS n USING locked WHERE n.id = locked.id RETURNING n.id`
  if (deleted.length === 0) return
  const notificationIds = deleted.map(({ id }) => id)
  await appendToFeeds(tx, [{ userId: receiverId, kind: 'deleted', type, notificationIds }])
}
