import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InAnyTransaction } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import type { NotificationType } from './types.ts'

interface Sent {
  readonly senderId: UserId
  readonly receiverId: UserId
  readonly type: NotificationType
}

interface NotificationKey {
  readonly id: string
}

/** The notifications of a type from one person to another but for the newest `most`. */
export const findOldNotifications = ({ sql }: InAnyTransaction, { senderId, receiverId, type }: Sent, most: number) =>
  sql<NotificationKey>`
    SELECT id FROM "Notification" WHERE "receiverId" = ${receiverId} AND "senderId" = ${senderId} AND type = ${type}
    ORDER BY "createdAt" DESC, id DESC OFFSET ${most}`

/**
 * Deletes what `findOldNotifications` has found, and appends that to the feed of the receiver. Concurrent calls may each
 * keep one more, until the next one.
 */
export async function deleteOldNotifications(
  tx: Pick<Scope, 'now'> & InAnyTransaction,
  { receiverId, type }: Sent,
  old: readonly NotificationKey[],
) {
  if (old.length === 0) return
  const keys = old.map(({ id }) => id)
  const deleted = await tx.sql<NotificationKey>`
    WITH locked AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE id = ANY(${keys}) ${rowLock(tx, 'notification', { keys })}
    )
    DELETE FROM "Notification" AS n USING locked WHERE n.id = locked.id RETURNING n.id`
  if (deleted.length === 0) return
  const notificationIds = deleted.map(({ id }) => id)
  await appendToFeeds(tx, [{ userId: receiverId, kind: 'deleted', type, notificationIds }])
}
