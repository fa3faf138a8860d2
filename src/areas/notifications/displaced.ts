import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import type { NotificationType } from './types.ts'

interface Sent {
  readonly senderId: UserId
  readonly receiverId: UserId
  readonly type: NotificationType
}

/**
 * Deletes the oldest notifications of a type from one person to another, so that at most `most` remain, and appends that
 * to the feed of the receiver. Concurrent calls may each keep one more, until the next one.
 */
export async function keepNewest(tx: Scope & InTransaction, { senderId, receiverId, type }: Sent, most: number) {
  const oldest = await tx.db.notification.findMany({
    where: { receiverId, senderId, type },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: most,
    select: { id: true },
  })
  if (oldest.length === 0) return
  const keys = oldest.map(({ id }) => id)
  const locked = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Notification" WHERE id = ANY(${keys}) ${rowLock(tx, 'notification', { keys })}`
  const ids = locked.map(({ id }) => id)
  await tx.db.notification.deleteMany({ where: { id: { in: ids } } })
  await appendToFeeds(tx, [{ userId: receiverId, kind: 'deleted', type, notificationIds: ids }])
}
