import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'

/**
 * Takes a person's notifications away when the account is erased, with the feed; those that were sent to others too,
 * who hear of it.
 */
export async function eraseNotifications(open: Scope & Open, userId: UserId): Promise<void> {
  const { db } = open
  const sent = await db.notification.findMany({
    where: { senderId: userId, hiddenAt: null },
    select: { id: true, type: true, receiverId: true },
    orderBy: { id: 'asc' },
  })
  await db.$executeRaw`
    SELECT FROM "Notification" WHERE "receiverId" = ${userId} OR "senderId" = ${userId} ORDER BY id FOR UPDATE`
  await db.notification.deleteMany({ where: { OR: [{ receiverId: userId }, { senderId: userId }] } })
  const gone = sent.map(({ id, type, receiverId }) => ({
    userId: receiverId,
    kind: 'deleted' as const,
    type,
    notificationIds: [id],
  }))
  await appendToFeeds(open, gone)
  await db.feedEntry.deleteMany({ where: { userId } })
  await db.feedHead.deleteMany({ where: { userId } })
  await db.broadcast.deleteMany({ where: { senderId: userId } })
}
