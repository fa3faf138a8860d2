import { Prisma } from '../../generated/prisma/client.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { appendToFeeds, lockFeeds } from './feed.ts'
import type { NotificationType } from './types.ts'

/** Notifications about one matter; either the receivers or the sender must be named. */
interface NotifiedMatter {
  readonly type: NotificationType
  readonly link: string
  readonly receiverIds?: readonly string[]
  readonly senderId?: string
}

interface Withdrawn {
  readonly receiverId: string
  readonly id: string
}

/**
 * Dismisses the notifications about a matter that is over, and appends that to the feeds of their receivers. Feeds are
 * locked together: `alsoLocked` are people to whom the same transaction sends notifications afterwards.
 */
export async function withdrawNotifications(
  tx: Scope & InTransaction,
  { type, link, receiverIds, senderId }: NotifiedMatter,
  alsoLocked: readonly string[] = [],
): Promise<void> {
  const side = receiverIds
    ? Prisma.sql`"receiverId" = ANY(${[...receiverIds]})`
    : Prisma.sql`"senderId" = ${senderId ?? null}`
  const withdrawn = await tx.sql<Withdrawn>`
    WITH found AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE ${side} AND "hiddenAt" IS NULL AND type = ${type} AND link = ${link}
      ${rowLock(tx, 'notification', {})}
    )
    UPDATE "Notification" AS n SET "hiddenAt" = ${tx.now}, "updatedAt" = ${tx.now}, "expiresAt" = ${tx.now}
    FROM found WHERE n.id = found.id RETURNING n."receiverId", n.id`
  if (withdrawn.length === 0) return
  const receivers = withdrawn.map(({ receiverId }) => receiverId)
  await lockFeeds(tx, [...new Set([...receivers, ...alsoLocked])].map(trusted<'user'>))
  await appendToFeeds(
    tx,
    withdrawn.map(({ receiverId, id }) => ({ userId: receiverId, kind: 'deleted', type, notificationIds: [id] })),
  )
}

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
