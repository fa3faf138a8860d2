import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import type { NotificationId, UserId } from '../../kernel/ids.ts'
import type { PageColumns, SqlList } from '../../kernel/list/pageSql.ts'
import { countRows, readPage } from '../../kernel/list/readList.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { KeysetPage, TimeKey } from '../../kernel/page.ts'
import { defineRowKind, listRecords, type RecordSource, type RowVersion } from '../../kernel/records.ts'
import { conditionSql } from '../../kernel/rowCondition.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { VISIBLE_USERS } from '../users/policy.ts'
import { type PublicUser, readPublicUsersByIds, type SelectedUsers } from '../users/queries.ts'
import { hiddenFriendRequests, type NotificationGeneration, visibleNotifications } from './policy.ts'

/** A notification with its sender; null for notifications of the platform. */
export interface NotificationWithSender extends Notification {
  readonly sender: PublicUser | null
}

/** A notification with its sender's name; null for notifications of the platform. */
export interface NotificationWithSenderName extends Notification {
  readonly sender: { readonly displayName: string } | null
}

/** A page of one person's notifications, ordered by `createdAt` and `id`; an omitted filter matches all. */
export interface NotificationListQuery extends KeysetPage<TimeKey> {
  readonly receiverId: UserId
  readonly now: Date
  /** `shown`: neither expired nor dismissed; `hidden`: dismissed friend requests. */
  readonly visibility: 'shown' | 'hidden'
  readonly generation?: NotificationGeneration
  readonly types?: readonly string[] | undefined
  readonly unseen?: boolean | undefined
  /** Only notifications created later, or also all friend requests. */
  readonly since?: { readonly at: Date; readonly orFriendRequest: boolean } | undefined
  readonly offset?: number
}

/** Which notifications a list has, without the bounds of a page. */
type NotificationFilter = Omit<NotificationListQuery, keyof KeysetPage | 'offset'>

function conditionsOf(query: NotificationFilter): Prisma.Sql[] {
  const { receiverId, now, visibility, generation, types, unseen, since } = query
  const condition =
    visibility === 'shown'
      ? visibleNotifications(receiverId, now, generation)
      : hiddenFriendRequests(receiverId, generation)
  return [
    conditionSql('n', condition),
    ...(types ? [Prisma.sql`n.type = ANY(${types})`] : []),
    ...(unseen ? [Prisma.sql`n."seenAt" IS NULL`] : []),
    ...(since?.orFriendRequest ? [Prisma.sql`(n."createdAt" > ${since.at} OR n.type = 'friendRequest')`] : []),
    ...(since && !since.orFriendRequest ? [Prisma.sql`n."createdAt" > ${since.at}`] : []),
  ]
}

const BY_TIME: SqlList['order'] = [
  { by: Prisma.raw('n."createdAt"'), type: 'timestamptz' },
  { by: Prisma.raw('n.id'), type: 'text' },
]

/**
 * `hiddenAt` is null in each row that is shown, but only with it in ORDER BY does PostgreSQL read the rows in the order of
 * the index, which sorts it against the other two columns, and no more of them than the page has.
 */
const SHOWN_BY_TIME: SqlList['order'] = [
  { by: Prisma.raw('n."hiddenAt"'), type: 'timestamptz', descending: true },
  ...BY_TIME,
]

/** One person's notifications. Filters can be combined to very many statements. */
function listOf(query: NotificationFilter): SqlList {
  const { visibility, types, unseen, since } = query
  const list = {
    alias: 'n',
    from: Prisma.raw('"Notification" AS n'),
    where: conditionsOf(query),
    order: visibility === 'shown' ? SHOWN_BY_TIME : BY_TIME,
  }
  return types || unseen || since ? { ...list, plan: 'custom' } : list
}

function readNotifications<Row>(source: Pick<Services, 'sql'>, query: NotificationListQuery, columns: PageColumns) {
  const { above, below, descending, limit, offset = 0 } = query
  const keyOf = (key: TimeKey) => (query.visibility === 'shown' ? [null, ...key] : key)
  const page = { above: above && keyOf(above), below: below && keyOf(below), descending, limit, offset }
  return readPage<Row>(source, listOf(query), page, columns)
}

const COLUMNS = Prisma.raw(
  Object.values(Prisma.NotificationScalarFieldEnum)
    .map((name) => `"${name}"`)
    .join(', '),
)

/** Reads notifications of any receivers by id, except expired and dismissed ones. Two statements. */
export async function readVisibleNotificationsByIds(
  services: Services,
  ids: readonly string[],
): Promise<NotificationWithSender[]> {
  if (ids.length === 0) return []
  const rows = await services.sql<Notification>`
    SELECT ${COLUMNS} FROM "Notification"
    WHERE id = ANY(${ids}) AND "hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${services.clock.now()})`
  const senderIds = [...new Set(rows.flatMap(({ senderId }) => senderId ?? []))]
  const senders =
    senderIds.length > 0 ? await readPublicUsersByIds({ ...services, db: services.client }, senderIds) : []
  const byId = new Map(senders.map((sender) => [sender.id, sender]))
  return rows.map((row) => ({ ...row, sender: byId.get(row.senderId ?? '') ?? null }))
}

/** Number of notifications in the whole list of a query. One statement. */
export const countListedNotifications = (source: Pick<Services, 'sql'>, query: NotificationFilter): Promise<number> =>
  countRows(source, listOf(query))

/** A notification as a row of the table. */
export interface NotificationRow extends Notification {
  readonly revision: number
}

const readNotificationRows = ({ sql }: Pick<Services, 'sql'>, ids: readonly string[]) =>
  sql<NotificationRow>`SELECT ${COLUMNS}, revision FROM "Notification" WHERE id = ANY(${ids})`

/** Notifications as rows. All requests share a row, so nobody may change it. */
export const NOTIFICATION_ROWS = defineRowKind<NotificationRow>({
  name: 'notification',
  readRows: readNotificationRows,
})

/** A page of one person's notifications. One statement for those that are cached, else two. */
export async function listNotifications(
  source: RecordSource,
  query: NotificationListQuery,
): Promise<NotificationRow[]> {
  const list = () => readNotifications<RowVersion>(source, query, { select: Prisma.raw('n.id, n.revision') })
  return (await listRecords(source, NOTIFICATION_ROWS, list)).map(({ record }) => record)
}

export interface VersionWithSenderName extends RowVersion {
  /** Null for notifications of the platform. */
  readonly senderName: string | null
}

/** The versions of a page of one person's notifications, with the names of the senders. One statement. */
export const listNotificationVersions = (source: Pick<Services, 'sql'>, query: NotificationListQuery) =>
  readNotifications<VersionWithSenderName>(source, query, {
    select: Prisma.raw(
      `n.id, n.revision, (SELECT "displayName" FROM "User" WHERE "User".id = n."senderId") AS "senderName"`,
    ),
  })

/** A notification of a list, with the selected columns of its sender; null for the platform and erased people. */
interface ListedNotification {
  readonly notification: NotificationRow
  readonly sender: PublicUser | null
}

/** A listed row of a notification. Of the columns of its sender, it has only the selected ones. */
type VersionWithSender = (PublicUser | NoSender) & {
  readonly notificationId: string
  readonly notificationRevision: number
}

/** The sender was the platform, or an erased person. */
interface NoSender {
  readonly id: null
}

/**
 * Like `listNotifications`, with the selected columns of the senders. LATERAL and LIMIT make PostgreSQL look up each
 * sender by id, even by a plan that it made while the table of people was small.
 */
export async function listNotificationsWithSenders(
  source: RecordSource,
  query: NotificationListQuery,
  senders: SelectedUsers,
): Promise<ListedNotification[]> {
  const columns = {
    select: Prisma.raw('n.id AS "notificationId", n.revision AS "notificationRevision", sender.*'),
    joins: Prisma.sql`LEFT JOIN LATERAL (
      SELECT ${senders.columns} FROM "User" AS u WHERE id = n."senderId" AND ${VISIBLE_USERS} LIMIT 1
    ) AS sender ON true`,
  }
  const list = async () => (await readNotifications<VersionWithSender>(source, query, columns)).map(versionOf)
  const found = await listRecords(source, NOTIFICATION_ROWS, list)
  return found.map(({ row, record }) => ({ notification: record, sender: row.sender }))
}

const versionOf = (row: VersionWithSender) => ({
  id: row.notificationId,
  revision: row.notificationRevision,
  sender: row.id === null ? null : row,
})

export type Transaction = Pick<Scope, 'now'> & InTransaction

const NOTIFICATION_COLUMNS = columnList(Prisma.NotificationScalarFieldEnum)

/** Marks a notification as seen. Returns its row, none for one that was seen before. */
export const recordSeen = ({ sql, now }: Transaction, id: NotificationId): Promise<Notification[]> => sql<Notification>`
  UPDATE "Notification" SET "seenAt" = ${now}, "updatedAt" = ${now},
    "expiresAt" = LEAST("expiresAt", ${now}::timestamptz + make_interval(secs => "expiryAfterSeen"))
  WHERE id = ${id} AND "seenAt" IS NULL RETURNING ${NOTIFICATION_COLUMNS}`

/** Dismisses a notification, which may expire by that. Returns its id, none for one that was dismissed before. */
export const dismissOne = ({ sql, now }: Transaction, id: string, expires: boolean) => sql`
  UPDATE "Notification" SET "hiddenAt" = ${now}, "updatedAt" = ${now},
    "expiresAt" = ${expires ? Prisma.sql`${now}` : Prisma.sql`"expiresAt"`}
  WHERE id = ${id} AND "hiddenAt" IS NULL RETURNING id`

/** Retracted notifications of one type and one receiver. */
export interface RetractedNotifications {
  readonly userId: string
  readonly type: string
  readonly ids: readonly string[]
}

/** Deletes the friend request between two users, and dismisses the other notifications between them but for broadcasts. */
export const retractBetween = (tx: Transaction, one: UserId, other: UserId) => tx.sql<RetractedNotifications>`
  WITH active AS MATERIALIZED (
    SELECT id, "friendPair" IS NOT NULL AS "isRequest", "hiddenAt" IS NULL AS shown FROM "Notification"
    WHERE (("senderId" = ${one} AND "receiverId" = ${other}) OR ("senderId" = ${other} AND "receiverId" = ${one}))
      AND ("expiresAt" IS NULL OR "expiresAt" > ${tx.now}) AND data->>'broadcastId' IS NULL
    ${rowLock(tx, 'notification', {})}
  ), request AS (
    DELETE FROM "Notification" AS n USING active WHERE n.id = active.id AND "isRequest" RETURNING "receiverId", type, n.id
  ), message AS (
    UPDATE "Notification" AS n SET "hiddenAt" = coalesce("hiddenAt", ${tx.now}), "updatedAt" = ${tx.now}, "expiresAt" = ${tx.now}
    FROM active WHERE n.id = active.id AND NOT "isRequest" RETURNING "receiverId", type, n.id, shown
  )
  SELECT "receiverId" AS "userId", type, array_agg(id ORDER BY id) AS ids
  FROM (SELECT "receiverId", type, id FROM request UNION ALL SELECT "receiverId", type, id FROM message WHERE shown) AS retracted
  GROUP BY "receiverId", type`
