import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import { type NamedQuery, statementName } from '../../kernel/database.ts'
import {
  type BindParameter,
  createBindings,
  type KeysetPage,
  keysetConditions,
  type TimeKey,
} from '../../kernel/page.ts'
import { defineRowKind, listRecords, type RecordSource, type RowVersion } from '../../kernel/recordCache.ts'
import type { Services } from '../../kernel/scope.ts'
import { VISIBLE_USERS_SQL } from '../users/policy.ts'
import { type PublicUser, readPublicUsersByIds, type UserColumns } from '../users/queries.ts'
import type { NotificationGeneration } from './policy.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

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
  readonly receiverId: string
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

const typeIn = (types: readonly string[]) => `type IN (${types.map((type) => `'${type}'`).join(', ')})`

const GENERATION_CONDITIONS: Record<NotificationGeneration, readonly string[]> = {
  legacy: [typeIn(LEGACY_TYPES)],
  v2: [typeIn(V2_TYPES)],
  both: [],
}

function conditionsOf(query: NotificationListQuery, bind: BindParameter): string[] {
  const { receiverId, now, visibility, generation = 'both', types, unseen, since } = query
  return [
    `"receiverId" = ${bind(receiverId)}`,
    visibility === 'shown'
      ? `"hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${bind(now)})`
      : `type = 'friendRequest' AND "hiddenAt" IS NOT NULL`,
    ...GENERATION_CONDITIONS[generation],
    ...(types ? [`type = ANY(${bind(types)})`] : []),
    ...(unseen ? ['"seenAt" IS NULL'] : []),
    ...(since ? [`("createdAt" > ${bind(since.at)}${since.orFriendRequest ? ` OR type = 'friendRequest'` : ''})`] : []),
    ...keysetConditions(query, ['createdAt', 'id'], bind),
  ]
}

/**
 * `hiddenAt` is null in each row that is shown, but only with it in ORDER BY does PostgreSQL read the rows in the order
 * of the index, and no more of them than the page has.
 */
const ORDER_COLUMNS = { shown: ['hiddenAt', 'createdAt', 'id'], hidden: ['createdAt', 'id'] } as const

/** The order of the index, which sorts `hiddenAt` against the other two columns, or the whole of it backwards. */
function orderBy({ visibility, descending }: NotificationListQuery, prefix = ''): string {
  const isDescending = (column: string) => (column === 'hiddenAt') !== descending
  return ORDER_COLUMNS[visibility]
    .map((column) => `${prefix}"${column}" ${isDescending(column) ? 'DESC' : 'ASC'}`)
    .join(', ')
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

function listStatement(columns: string, query: NotificationListQuery): Statement {
  const { values, bind } = createBindings()
  const where = conditionsOf(query, bind).join(' AND ')
  const text = `SELECT ${columns} FROM "Notification" WHERE ${where}
    ORDER BY ${orderBy(query)} LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset ?? 0)}`
  return { text, values }
}

/** Runs the statement of a list, which is prepared once for each combination of columns, filters and order. */
async function readList<Row>(read: NamedQuery, columns: string, query: NotificationListQuery): Promise<Row[]> {
  const { text, values } = listStatement(columns, query)
  return read<Row>(statementName('notifications', text), text, values)
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
export async function countListedNotifications(
  { read }: Pick<Services, 'read'>,
  query: Omit<NotificationListQuery, keyof KeysetPage | 'offset'>,
): Promise<number> {
  const { values, bind } = createBindings()
  const where = conditionsOf({ ...query, descending: true, limit: 0 }, bind).join(' AND ')
  const text = `SELECT count(*)::int AS count FROM "Notification" WHERE ${where}`
  const [row] = await read<{ readonly count: number }>(statementName('notifications', text), text, values)
  return row?.count ?? 0
}

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
  const list = () => readList<RowVersion>(source.read, 'id, revision', query)
  return (await listRecords(source, NOTIFICATION_ROWS, list)).map(({ record }) => record)
}

const VERSION_WITH_SENDER_NAME = `id, revision, (SELECT "displayName" FROM "User" WHERE "User".id = "senderId") AS "senderName"`
export interface VersionWithSenderName extends RowVersion {
  /** Null for notifications of the platform. */
  readonly senderName: string | null
}

/** The versions of a page of one person's notifications, with the names of the senders. One statement. */
export const listNotificationVersions = (
  { read }: Pick<Services, 'read'>,
  query: NotificationListQuery,
): Promise<VersionWithSenderName[]> => readList<VersionWithSenderName>(read, VERSION_WITH_SENDER_NAME, query)

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
 * Like `listNotifications`, with columns of the senders, which include the id. SQL promises no
 * order of joined rows, so ORDER BY stands twice. LATERAL and LIMIT make PostgreSQL look up each sender by id, even by a plan
 * that it made while the table of people was small.
 */
export async function listNotificationsWithSenders(
  source: RecordSource,
  query: NotificationListQuery,
  senderColumns: UserColumns,
): Promise<ListedNotification[]> {
  const page = listStatement('id, revision, "senderId", "hiddenAt", "createdAt"', query)
  const text = `SELECT page.id AS "notificationId", page.revision AS "notificationRevision", sender.*
    FROM (${page.text}) AS page
    LEFT JOIN LATERAL (
      SELECT ${senderColumns.select} FROM "User" WHERE id = page."senderId" AND ${VISIBLE_USERS_SQL} LIMIT 1
    ) AS sender ON true
    ORDER BY ${orderBy(query, 'page.')}`
  const name = isUsual(query) ? statementName('notifications', text) : null
  const list = async () => (await source.read<VersionWithSender>(name, text, page.values)).map(versionOf)
  const found = await listRecords(source, NOTIFICATION_ROWS, list)
  return found.map(({ row, record }) => ({ notification: record, sender: row.sender }))
}

/**
 * Whether a page is one of the most frequent ones, whose statements are prepared. For all combinations of filters and columns
 * each connection would keep hundreds.
 */
const isUsual = ({ visibility, types, unseen, since, descending, above }: NotificationListQuery) =>
  visibility === 'shown' && descending && !(types || unseen || since || above)

const versionOf = (row: VersionWithSender) => ({
  id: row.notificationId,
  revision: row.notificationRevision,
  sender: row.id === null ? null : row,
})
