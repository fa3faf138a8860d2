import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { addMilliseconds, MINUTE } from '../../kernel/clock.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { NotificationId, UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import { conditionSql } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { appendToFeeds, type NewFeedEntry } from './feed.ts'
import { type NotificationGeneration, readableNotifications, visibleNotifications } from './policy.ts'
import { listNotificationVersions, type NotificationListQuery, type NotificationWithSenderName } from './queries.ts'

const WITH_SENDER_NAME = { sender: { select: { displayName: true } } } satisfies Prisma.NotificationInclude

/** Filter of the legacy list; `type` only matters for hidden notifications, where it must be `friendRequest`. */
interface LegacyNotificationFilter {
  readonly type?: string | undefined
  readonly sent?: boolean | undefined
  readonly hidden?: boolean | undefined
  /** A date, or `five_minutes_ago`. */
  readonly after?: string | undefined
}

/** The versions of the viewer's legacy notifications, newest first. Throws `invalid` for filters that are not supported. */
export const readNotifications = async (scope: ViewerScope, filter: LegacyNotificationFilter, page: OffsetPage) =>
  listNotificationVersions(scope, { ...mineNewestFirst(scope, page), ...legacyConditions(scope, filter) })

const mineNewestFirst = ({ viewer, now }: ViewerScope, page: OffsetPage) => ({
  receiverId: viewer.id,
  now,
  descending: true,
  ...page,
})

function legacyConditions(
  { now }: ViewerScope,
  { type, sent, hidden, after }: LegacyNotificationFilter,
): Pick<NotificationListQuery, 'visibility' | 'generation' | 'since'> {
  if (sent) throw invalid('sent', 'sent must be false: notifications that were sent are not listed', 'unknown_value')
  if (hidden && type !== 'friendRequest')
    throw invalid('hidden', 'hidden notifications are listed for type=friendRequest only', 'wrong_combination')
  const since = after === undefined ? undefined : parseAfter(after, now)
  if (hidden) return { visibility: 'hidden' }
  return { visibility: 'shown', generation: 'legacy', since: since && { at: since, orFriendRequest: true } }
}

/** ISO 8601: a date, or a date with a time, in UTC by default. The parser of Date accepts many other formats. */
const ISO_DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/

function parseAfter(text: string, now: Date): Date {
  if (text === 'five_minutes_ago') return addMilliseconds(now, -5 * MINUTE)
  const [, day = '', time = '00:00', zone = 'Z'] = ISO_DATE_TIME.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  // PostgreSQL cannot read other years in the format of the driver.
  const year = moment.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999))
    throw invalid('after', `after must be a date or five_minutes_ago: '${text}'`, 'malformed')
  return moment
}

/** The versions of the viewer's notifications of version 2, newest first. */
export const readNotificationV2s = (scope: ViewerScope, page: OffsetPage) =>
  listNotificationVersions(scope, { ...mineNewestFirst(scope, page), visibility: 'shown', generation: 'v2' })

export const notificationNotFound = () =>
  new Failure('missing', 'Notification not found', { reason: 'notification_not_found' })

/** Reads a notification of the viewer. Throws `missing` for others, and for notifications of other generations. */
export async function readNotification(scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) {
  const where = { id, AND: readableNotifications(scope.viewer.id, scope.now, generation) }
  const found = await scope.db.notification.findFirst({ where, include: WITH_SENDER_NAME })
  if (!found) throw notificationNotFound()
  return found
}

type ViewerTx = Pick<ViewerScope, 'viewer' | 'now'> & InTransaction

interface RowWithSenderName extends Notification {
  readonly senderName: string | null
}

const withSender = ({ senderName, ...row }: RowWithSenderName): NotificationWithSenderName => ({
  ...row,
  sender: senderName === null ? null : { displayName: senderName },
})

const SENDER_NAME = Prisma.sql`(SELECT "displayName" FROM "User" WHERE "User".id = "senderId") AS "senderName"`

/** Locks and reads a notification of the viewer. Throws `missing` for others, and for those of other generations. */
export async function lockNotification(
  tx: ViewerTx,
  id: NotificationId,
  generation: NotificationGeneration,
): Promise<NotificationWithSenderName> {
  const [row] = await tx.sql<RowWithSenderName>`
    SELECT n.*, ${SENDER_NAME} FROM "Notification" AS n
    WHERE n.id = ${id} AND ${conditionSql('n', readableNotifications(tx.viewer.id, tx.now, generation))}
    ${rowLock(tx, 'notification', { keys: [id] })}`
  if (!row) throw notificationNotFound()
  return withSender(row)
}

/** Reads anybody's notification of version 2. Throws `forbidden` unless an admin asks, `missing`. */
export async function readAnyNotificationV2(scope: ViewerScope, id: NotificationId) {
  assertAdmin(scope)
  const { receiverId: _, ...where } = visibleNotifications(scope.viewer.id, scope.now, 'v2')
  const found = await scope.db.notification.findFirst({ where: { id, ...where }, include: WITH_SENDER_NAME })
  if (!found) throw notificationNotFound()
  return found
}

/** Number of visible notifications that the viewer has not seen. */
export const countUnreadNotifications = (scope: ViewerScope): Promise<number> =>
  scope.db.notification.count({ where: { ...visibleNotifications(scope.viewer.id, scope.now), seenAt: null } })

/** Marks a notification of the viewer as seen, which can shorten its lifetime. Idempotent. Throws `missing`. */
export const markNotificationSeen = (scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) =>
  transact(scope, async (tx) => {
    const found = await lockNotification(tx, id, generation)
    if (found.seenAt) return found
    const { receiverId, type } = found
    const entry = { userId: receiverId, kind: 'seen', type, notificationIds: [id] } as const
    const [[seen]] = await Promise.all([recordSeen(tx, id), appendToFeeds(tx, [entry])])
    return { ...found, ...seen }
  })

/** The row of a notification that was not seen before. */
export const recordSeen = ({ sql, now }: ViewerTx, id: NotificationId): Promise<Notification[]> => sql<Notification>`
  UPDATE "Notification" SET "seenAt" = ${now}, "updatedAt" = ${now},
    "expiresAt" = LEAST("expiresAt", ${now}::timestamptz + make_interval(secs => "expiryAfterSeen"))
  WHERE id = ${id} AND "seenAt" IS NULL RETURNING *`

/** Reads a notification after a change, even if it has expired. */
export async function reloadNotification({ sql }: InTransaction, id: string): Promise<NotificationWithSenderName> {
  const [row] = await sql<RowWithSenderName>`SELECT *, ${SENDER_NAME} FROM "Notification" WHERE id = ${id}`
  if (!row) throw new Error(`the locked notification ${id} was deleted`)
  return withSender(row)
}

/**
 * Dismisses a notification of the viewer; a friend request is declined, and moves to the list of hidden ones. Throws
 * `missing`, and `invalid` if it cannot be deleted.
 */
export const dismissNotification = (scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) =>
  transact(scope, async (tx) => {
    const found = await lockNotification(tx, id, generation)
    if (!found.canDelete)
      throw new Failure('invalid', 'This notification cannot be deleted!', { reason: 'not_deletable' })
    await dismissInTransaction(tx, found)
    return reloadNotification(tx, id)
  })

/** Does nothing if the notification is dismissed already. */
export async function dismissInTransaction(
  tx: ViewerTx,
  { id, type }: Pick<NotificationWithSenderName, 'id' | 'type'>,
) {
  const expiresAt = TYPES_IN_FORCE_WHEN_HIDDEN.includes(type) ? Prisma.sql`"expiresAt"` : Prisma.sql`${tx.now}`
  const dismissed = await tx.sql`
    UPDATE "Notification" SET "hiddenAt" = ${tx.now}, "updatedAt" = ${tx.now}, "expiresAt" = ${expiresAt}
    WHERE id = ${id} AND "hiddenAt" IS NULL RETURNING id`
  if (dismissed.length > 0) await appendDismissals(tx, 'deleted', type, [id])
}

/** Types that stay in force when dismissed: requests can still be accepted, and invites still admit their receivers. */
const TYPES_IN_FORCE_WHEN_HIDDEN: readonly string[] = ['friendRequest', 'invite']

const hiddenFields = ({ now }: Scope) => ({ hiddenAt: now, updatedAt: now })
const hiddenAndExpiredFields = ({ now }: Scope) => ({ hiddenAt: now, updatedAt: now, expiresAt: now })

/** Dismisses all legacy notifications of the viewer. Returns their ids. */
export const clearNotifications = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'legacy', 'cleared')

/** Dismisses all notifications of version 2 of the viewer that can be deleted. Returns their ids. */
export const deleteAllNotificationV2s = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'v2', 'deleted')

/** Dismisses all notifications of the viewer that can be deleted. Returns their ids. */
export const deleteAllNotifications = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'both', 'cleared')

const dismissAll = (scope: ViewerScope, generation: NotificationGeneration, kind: 'cleared' | 'deleted') =>
  transact(scope, async (tx) => {
    const all = { ...visibleNotifications(tx.viewer.id, tx.now, generation), canDelete: true }
    await lockShownNotifications(tx)
    const inForce = { type: { in: [...TYPES_IN_FORCE_WHEN_HIDDEN] } }
    const ids = [
      ...(await dismissWhere(tx, { AND: [all, inForce] }, hiddenFields(tx))),
      ...(await dismissWhere(tx, { AND: [all, { NOT: inForce }] }, hiddenAndExpiredFields(tx))),
    ].sort()
    await appendDismissals(tx, kind, '', ids)
    return ids
  })

/** One statement locks all rows in lock order, because a block locks the notifications between two users. */
const lockShownNotifications = (tx: ViewerScope & InTransaction) => tx.sql`
  SELECT FROM "Notification" WHERE "receiverId" = ${tx.viewer.id} AND "hiddenAt" IS NULL ${rowLock(tx, 'notification', {})}`

/** Returns the ids of the rows that this statement has changed, not those that a concurrent act has dismissed. */
async function dismissWhere(
  { db }: InTransaction,
  where: Prisma.NotificationWhereInput,
  data: Prisma.NotificationUpdateManyMutationInput,
): Promise<string[]> {
  const rows = await db.notification.updateManyAndReturn({ where, data, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Limit of ids in one feed entry, which must fit into one message of a socket. */
const MAX_IDS_PER_ENTRY = 1_000

/** Splits ids into lists for one feed entry each. */
const chunkIds = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS_PER_ENTRY) }, (_, at) =>
    ids.slice(at * MAX_IDS_PER_ENTRY, (at + 1) * MAX_IDS_PER_ENTRY),
  )

function appendDismissals(tx: ViewerTx, kind: 'deleted' | 'cleared', type: string, ids: readonly string[]) {
  const entries = chunkIds(ids).map((notificationIds) => ({ userId: tx.viewer.id, kind, type, notificationIds }))
  return appendToFeeds(tx, entries)
}

/** Retracted notifications of one type and one receiver. */
interface RetractedNotifications {
  readonly userId: string
  readonly type: string
  readonly ids: readonly string[]
}

/**
 * Dismisses the notifications between two users but for broadcasts, deletes the friend request between them, and appends
 * both to the feeds of the receivers. The caller has locked the pair.
 */
export async function retractNotificationsBetween(tx: Scope & InTransaction, one: UserId, other: UserId) {
  const { sql, now } = tx
  const retracted = await sql<RetractedNotifications>`
    WITH active AS MATERIALIZED (
      SELECT id, "friendPair" IS NOT NULL AS "isRequest", "hiddenAt" IS NULL AS shown FROM "Notification"
      WHERE (("senderId" = ${one} AND "receiverId" = ${other}) OR ("senderId" = ${other} AND "receiverId" = ${one}))
        AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) AND data->>'broadcastId' IS NULL
      ${rowLock(tx, 'notification', {})}
    ), request AS (
      DELETE FROM "Notification" AS n USING active WHERE n.id = active.id AND "isRequest" RETURNING "receiverId", type, n.id
    ), message AS (
      UPDATE "Notification" AS n SET "hiddenAt" = coalesce("hiddenAt", ${now}), "updatedAt" = ${now}, "expiresAt" = ${now}
      FROM active WHERE n.id = active.id AND NOT "isRequest" RETURNING "receiverId", type, n.id, shown
    )
    SELECT "receiverId" AS "userId", type, array_agg(id ORDER BY id) AS ids
    FROM (SELECT * FROM request UNION ALL SELECT "receiverId", type, id FROM message WHERE shown) AS retracted
    GROUP BY "receiverId", type`
  await appendToFeeds(tx, retracted.flatMap(deletedEntries))
}

const deletedEntries = ({ userId, type, ids }: RetractedNotifications): NewFeedEntry[] =>
  chunkIds(ids).map((notificationIds) => ({ userId, kind: 'deleted', type, notificationIds }))
