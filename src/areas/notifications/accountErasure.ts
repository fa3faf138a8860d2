import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'

/**
 * Deletes the notifications that a person has received or sent, the feed and the broadcasts; receivers of those that
 * were sent get feed entries.
 */
export async function eraseNotifications(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const { db, sql } = tx
  const sent = await db.notification.findMany({
    where: { senderId: userId, hiddenAt: null },
    select: { id: true, type: true, receiverId: true },
    orderBy: { id: 'asc' },
  })
  await sql`
    SELECT FROM "Notification" WHERE "receiverId" = ${userId} OR "senderId" = ${userId}
    ${rowLock(tx, 'notification', {})}`
  await db.notification.deleteMany({ where: { OR: [{ receiverId: userId }, { senderId: userId }] } })
  await appendToFeeds(
    tx,
    sent.map(({ id, type, receiverId }) => ({ userId: receiverId, kind: 'deleted', type, notificationIds: [id] })),
  )
  await db.feedEntry.deleteMany({ where: { userId } })
  await db.feedHead.deleteMany({ where: { userId } })
  await db.broadcast.deleteMany({ where: { senderId: userId } })
}
