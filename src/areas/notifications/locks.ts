import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import type { NotificationId, UserId } from '../../kernel/ids.ts'
import { noteLock, rowLock } from '../../kernel/locks.ts'
import { conditionSql } from '../../kernel/rowCondition.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { type NotificationGeneration, notificationNotFound, readableNotifications } from './policy.ts'
import type { NotificationWithSenderName } from './queries.ts'

/** Locks the feeds of several users in id order, for acts that append to them by several statements. */
export function lockFeeds(tx: InTransaction, userIds: readonly UserId[]) {
  noteLock(tx, 'feed', { keys: userIds })
  return tx.sql`
    INSERT INTO "FeedHead" ("userId", seq)
    SELECT DISTINCT person, 0 FROM unnest(${[...userIds]}::text[]) AS person ORDER BY person
    ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq`
}

export type ViewerTx = Pick<ViewerScope, 'viewer' | 'now'> & InTransaction

interface RowWithSenderName extends Notification {
  readonly senderName: string | null
}

const withSender = ({ senderName, ...row }: RowWithSenderName): NotificationWithSenderName => ({
  ...row,
  sender: senderName === null ? null : { displayName: senderName },
})

const NOTIFICATION_COLUMNS = columnList(Prisma.NotificationScalarFieldEnum, 'n')
const SENDER_NAME = Prisma.sql`(SELECT "displayName" FROM "User" WHERE "User".id = "senderId") AS "senderName"`

/** Locks and reads a notification of the viewer. Throws `missing` for others, and for those of other generations. */
export async function lockNotification(
  tx: ViewerTx,
  id: NotificationId,
  generation: NotificationGeneration,
): Promise<NotificationWithSenderName> {
  const [row] = await tx.sql<RowWithSenderName>`
    SELECT ${NOTIFICATION_COLUMNS}, ${SENDER_NAME} FROM "Notification" AS n
    WHERE n.id = ${id} AND ${conditionSql('n', readableNotifications(tx.viewer.id, tx.now, generation))}
    ${rowLock(tx, 'notification', { keys: [id] })}`
  if (!row) throw notificationNotFound()
  return withSender(row)
}

/** Reads a notification after a change, even if it has expired. */
export async function reloadNotification({ sql }: InTransaction, id: string): Promise<NotificationWithSenderName> {
  const [row] = await sql<RowWithSenderName>`
    SELECT ${NOTIFICATION_COLUMNS}, ${SENDER_NAME} FROM "Notification" AS n WHERE n.id = ${id}`
  if (!row) throw new Error(`the locked notification ${id} was deleted`)
  return withSender(row)
}

/** One statement locks all rows in lock order, because a block locks the notifications between two users. */
export const lockShownNotifications = (tx: ViewerScope & InTransaction) => tx.sql`
  SELECT FROM "Notification" WHERE "receiverId" = ${tx.viewer.id} AND "hiddenAt" IS NULL ${rowLock(tx, 'notification', {})}`

/** Locks the notifications that a person has received or sent. */
export const lockNotificationsOf = (tx: InTransaction, userId: UserId) => tx.sql`
  SELECT FROM "Notification" WHERE "receiverId" = ${userId} OR "senderId" = ${userId}
  ${rowLock(tx, 'notification', {})}`
