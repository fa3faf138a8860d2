import { hash } from 'node:crypto'
import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import {
  dateOfMilliseconds,
  dateOfMillisecondsOrNull,
  epochMillisecondsColumn,
  type NamedQuery,
} from '../../kernel/database.ts'
import { type BindParameter, type KeysetPage, keysetConditions, type TimeKey } from '../../kernel/page.ts'
import type { Services } from '../../kernel/scope.ts'
import { type PublicUser, readPublicUsersByIds } from '../users/queries.ts'
import type { NotificationGeneration } from './policy.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

/** A notification with its sender; null for notifications of the platform. */
export interface NotificationWithSender extends Notification {
  readonly sender: PublicUser | null
}

const VISIBLE_NOTIFICATIONS_SQL = `
  SELECT * FROM "Notification"
  WHERE id = ANY($1) AND "hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > $2)`

/** Reads notifications of any receivers by id, except expired and dismissed ones. Two statements. */
export async function readVisibleNotificationsByIds(
  services: Services,
  ids: readonly string[],
): Promise<NotificationWithSender[]> {
  if (ids.length === 0) return []
  const rows = await services.read<Notification>(null, VISIBLE_NOTIFICATIONS_SQL, [ids, services.clock.now()])
  const senderIds = [...new Set(rows.flatMap(({ senderId }) => senderId ?? []))]
  const senders = senderIds.length > 0 ? await readPublicUsersByIds(services, senderIds) : []
  const byId = new Map(senders.map((sender) => [sender.id, sender]))
  return rows.map((row) => ({ ...row, sender: byId.get(row.senderId ?? '') ?? null }))
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
const ORDER_BY = {
  shown: { newest: '"hiddenAt", "createdAt" DESC, id DESC', oldest: '"hiddenAt" DESC, "createdAt", id' },
  hidden: { newest: '"createdAt" DESC, id DESC', oldest: '"createdAt", id' },
} as const

/** Runs the statement of a list, which is prepared once for each combination of columns, filters and order. */
async function readList<Row>(read: NamedQuery, columns: string, query: NotificationListQuery): Promise<Row[]> {
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const where = conditionsOf(query, bind).join(' AND ')
  const orderBy = ORDER_BY[query.visibility][query.descending ? 'newest' : 'oldest']
  const text = `SELECT ${columns} FROM "Notification" WHERE ${where}
    ORDER BY ${orderBy} LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset ?? 0)}`
  return read<Row>(statementName(text), text, values)
}

/** PostgreSQL tells names apart by their first 63 characters only. */
const statementName = (text: string) => `notifications-${hash('sha256', text).slice(0, 40)}`

type TimeColumn = 'createdAt' | 'updatedAt' | 'expiresAt' | 'seenAt' | 'hiddenAt' | 'respondedAt'
/** A row as it is read: times are in milliseconds since 1970. */
type RawRow<N> = { readonly [C in keyof N]: C extends TimeColumn ? (null extends N[C] ? number | null : number) : N[C] }

const columnSql = (name: string) => (name.endsWith('At') ? epochMillisecondsColumn(name) : `"${name}"`)
const ALL_COLUMNS = Object.values(Prisma.NotificationScalarFieldEnum).map(columnSql).join(', ')

const withDates = <R extends RawRow<Pick<Notification, TimeColumn>>>(row: R) => ({
  ...row,
  createdAt: dateOfMilliseconds(row.createdAt),
  updatedAt: dateOfMilliseconds(row.updatedAt),
  expiresAt: dateOfMillisecondsOrNull(row.expiresAt),
  seenAt: dateOfMillisecondsOrNull(row.seenAt),
  hiddenAt: dateOfMillisecondsOrNull(row.hiddenAt),
  respondedAt: dateOfMillisecondsOrNull(row.respondedAt),
})

/** Number of notifications in the whole list of a query. One statement. */
export async function countListedNotifications(
  { read }: Pick<Services, 'read'>,
  query: Omit<NotificationListQuery, keyof KeysetPage | 'offset'>,
): Promise<number> {
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const where = conditionsOf({ ...query, descending: true, limit: 0 }, bind).join(' AND ')
  const text = `SELECT count(*)::int AS count FROM "Notification" WHERE ${where}`
  const [row] = await read<{ readonly count: number }>(statementName(text), text, values)
  return row?.count ?? 0
}

/** A page of one person's notifications. One statement. */
export const listNotifications = async ({ read }: Services, query: NotificationListQuery): Promise<Notification[]> =>
  (await readList<RawRow<Notification>>(read, ALL_COLUMNS, query)).map(withDates)

const SENDER_NAME = `(SELECT "displayName" FROM "User" WHERE "User".id = "senderId") AS "senderName"`
interface SenderName {
  readonly senderName: string | null
}
const senderOf = ({ senderName }: SenderName) => (senderName === null ? null : { displayName: senderName })

/** A page of one person's notifications with the names of their senders. One statement. */
export async function listNotificationsWithSenderName(
  { read }: Services,
  query: NotificationListQuery,
): Promise<NotificationWithSenderName[]> {
  const rows = await readList<RawRow<Notification> & SenderName>(read, `${ALL_COLUMNS}, ${SENDER_NAME}`, query)
  return rows.map(({ senderName, ...row }) => ({ ...withDates(row), sender: senderOf({ senderName }) }))
}

const LEGACY_COLUMN_NAMES = ['id', 'type', 'senderId', 'message', 'details', 'createdAt', 'seenAt'] as const
const LEGACY_COLUMNS = [...LEGACY_COLUMN_NAMES.map(columnSql), SENDER_NAME].join(', ')
type LegacyFields = Pick<Notification, (typeof LEGACY_COLUMN_NAMES)[number]>

/** What legacy clients show of a notification. */
export type LegacyNotification = LegacyFields & Pick<NotificationWithSenderName, 'sender'>

/** A page of one person's notifications with only what legacy clients show. One statement. */
export async function listNotificationsForLegacy(
  { read }: Services,
  query: NotificationListQuery,
): Promise<LegacyNotification[]> {
  const rows = await readList<RawRow<LegacyFields> & SenderName>(read, LEGACY_COLUMNS, query)
  return rows.map(({ senderName, ...row }) => ({
    ...row,
    createdAt: dateOfMilliseconds(row.createdAt),
    seenAt: dateOfMillisecondsOrNull(row.seenAt),
    sender: senderOf({ senderName }),
  }))
}
