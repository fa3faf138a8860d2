import { type Notification, Prisma } from '../../../generated/prisma/client.ts'
import { columnList } from '../../../kernel/columns.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { noteLock, rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { feedAppended } from '../events.ts'
import type { Transaction } from '../queries.ts'
import type { NotificationType } from '../types.ts'

/** Kinds of changes of notifications. `cleared`: all of legacy clients, or of all clients, were dismissed. */
const FEED_KINDS = ['created', 'seen', 'updated', 'responded', 'deleted', 'cleared'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** A change of a person's notifications. */
export interface NewFeedEntry {
  readonly userId: string
  readonly kind: FeedKind
  /** Type of the notification; empty for several. */
  readonly type: string
  /** The notifications that changed; the second of `responded` is the reply that was sent, if any. */
  readonly notificationIds: readonly string[]
}

interface FeedHeadRow {
  readonly userId: string
  readonly seq: string
}

/**
 * Appends changes to the feeds of their users, in order, and emits events. Each feed's head stays locked until the
 * commit, so sequence numbers grow without gaps in commit order. One statement; `alsoRun` are further parts of its WITH
 * clause, each followed by a comma.
 */
export async function appendToFeeds(
  tx: Pick<Scope, 'now'> & InTransaction,
  changes: readonly NewFeedEntry[],
  alsoRun = Prisma.empty,
): Promise<void> {
  if (changes.length === 0) return
  noteLock(tx, 'feed', { keys: changes.map(({ userId }) => userId) })
  const heads = await tx.sql<FeedHeadRow>`
    WITH ${alsoRun} added AS (
      SELECT "userId", kind, type, ids, later FROM unnest(
        ${changes.map(({ userId }) => userId)}::text[],
        ${changes.map(({ kind }) => kind)}::text[],
        ${changes.map(({ type }) => type)}::text[],
        ${changes.map(({ notificationIds }) => notificationIds.join(','))}::text[],
        ${countLaterEntries(changes)}::int[]
      ) AS change ("userId", kind, type, ids, later)
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq)
      SELECT "userId", count(*) FROM added GROUP BY "userId" ORDER BY "userId"
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + EXCLUDED.seq
      RETURNING "userId", seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT added."userId", head.seq - added.later, added.kind, added.type, string_to_array(added.ids, ','), ${tx.now}
      FROM added JOIN head USING ("userId")
    )
    SELECT "userId", seq::text FROM head`
  for (const { userId, seq } of heads) tx.emit(feedAppended(userId, { seq }))
}

/** For each change, how many later changes belong to its user. */
function countLaterEntries(changes: readonly NewFeedEntry[]): number[] {
  const seen = new Map<string, number>()
  return changes
    .toReversed()
    .map(({ userId }) => {
      const later = seen.get(userId) ?? 0
      seen.set(userId, later + 1)
      return later
    })
    .reverse()
}

/** An entry of a feed. */
export interface FeedEntry extends NewFeedEntry {
  readonly seq: bigint
  readonly at: Date
}

/** A position in a feed: after the entry of this number. */
export interface FeedPosition {
  readonly userId: string
  readonly after: bigint
}

export interface FeedEntryRow extends FeedEntry {
  readonly position: number
}

/** Reads up to `limit` entries after each position, in order. One statement. */
export function readEntryRows({ sql }: Pick<Scope, 'sql'>, positions: readonly FeedPosition[], limit: number) {
  const users = positions.map(({ userId }) => userId)
  const numbers = positions.map(({ after }) => String(after))
  return sql<FeedEntryRow>`
    SELECT (position.number - 1)::int AS position,
      entry."userId", entry.seq, entry.kind, entry.type, entry."notificationIds", entry.at
    FROM unnest(${users}::text[], ${numbers}::bigint[]) WITH ORDINALITY AS position ("userId", after, number)
    CROSS JOIN LATERAL (
      SELECT "userId", seq, kind, type, "notificationIds", at FROM "FeedEntry"
      WHERE "FeedEntry"."userId" = position."userId" AND seq > position.after
      ORDER BY seq LIMIT ${limit}
    ) AS entry
    ORDER BY position.number, entry.seq`
}

/** Other columns are filled by the database. */
const NOTIFICATION_COLUMNS = Object.values(Prisma.NotificationScalarFieldEnum)
const COLUMNS = columnList(NOTIFICATION_COLUMNS)

/** A part of a WITH clause that writes notifications. */
export const insertNotifications = (rows: readonly Notification[]) => Prisma.sql`
  written AS (
    INSERT INTO "Notification" (${COLUMNS})
    SELECT ${COLUMNS} FROM json_populate_recordset(NULL::"Notification", ${JSON.stringify(rows)}::text::json)
  ),`

/** Stands for the id of the receiver in the data of the responses of copies. */
export const RECEIVER = '{receiver}'

const OWN_COLUMNS: readonly string[] = ['id', 'receiverId', 'responses']
/** Columns that are the same in all copies. */
const COMMON_COLUMNS = columnList(NOTIFICATION_COLUMNS.filter((column) => !OWN_COLUMNS.includes(column)))

/** A notification of which many people get a copy, whose ids derive from `key` and from the receiver. */
interface NotificationCopies {
  readonly key: string
  readonly row: Notification
  readonly receiverIds: readonly string[]
}

/**
 * Writes copies of a notification and the feed entries of the receivers who have no copy of this key yet, and emits events.
 * One statement.
 */
export async function insertCopies(
  tx: Pick<Scope, 'now'> & InTransaction,
  { key, row, receiverIds }: NotificationCopies,
): Promise<void> {
  noteLock(tx, 'feed', { keys: receiverIds })
  const heads = await tx.sql<FeedHeadRow>`
    WITH written AS (
      INSERT INTO "Notification" (id, "receiverId", responses, ${COMMON_COLUMNS})
      SELECT 'not_' || md5(${`${key}:`} || receiver)::uuid, receiver,
        replace(draft.responses::text, ${RECEIVER}, receiver)::jsonb, ${COMMON_COLUMNS}
      FROM unnest(${[...receiverIds]}::text[]) AS receiver,
        json_populate_record(NULL::"Notification", ${JSON.stringify(row)}::text::json) AS draft
      ON CONFLICT (id) DO NOTHING
      RETURNING id, "receiverId"
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq) SELECT "receiverId", 1 FROM written ORDER BY "receiverId"
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + 1
      RETURNING "userId", seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT head."userId", head.seq, 'created', ${row.type}, ARRAY[written.id], ${tx.now}
      FROM head JOIN written ON written."receiverId" = head."userId"
    )
    SELECT "userId", seq::text FROM head`
  for (const { userId, seq } of heads) tx.emit(feedAppended(userId, { seq }))
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

/** A notification that was deleted. */
interface DeletedNotification {
  readonly id: string
  readonly type: string
  readonly receiverId: string
  readonly senderId: string | null
  /** Whether the receiver had not dismissed it. */
  readonly shown: boolean
}

/** Deletes so many of the notifications that never expire and were created before a time; none that was answered meanwhile. */
export const deleteUnexpiring = (tx: Transaction, before: Date, limit: number) => tx.sql<DeletedNotification>`
  WITH old AS MATERIALIZED (
    SELECT id FROM "Notification" WHERE "expiresAt" IS NULL AND "createdAt" < ${before} LIMIT ${limit}::int
  ), locked AS MATERIALIZED (
    SELECT id FROM "Notification" WHERE id = ANY(ARRAY(SELECT id FROM old)) AND "expiresAt" IS NULL
    ${rowLock(tx, 'notification', {})}
  )
  DELETE FROM "Notification" AS n USING locked WHERE n.id = locked.id
  RETURNING n.id, n.type, n."receiverId", n."senderId", n."hiddenAt" IS NULL AS shown`

/** Limit of ids in one feed entry, which must fit into one message of a socket. */
const MAX_IDS_PER_ENTRY = 1_000

/** Splits ids into lists for one feed entry each. */
export const chunkIds = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS_PER_ENTRY) }, (_, at) =>
    ids.slice(at * MAX_IDS_PER_ENTRY, (at + 1) * MAX_IDS_PER_ENTRY),
  )

/** Notifications about one matter; either the receivers or the sender must be named. */
export interface NotifiedMatter {
  readonly type: NotificationType
  readonly link: string
  readonly receiverIds?: readonly string[]
  readonly senderId?: string
}

interface Withdrawn {
  readonly receiverId: string
  readonly id: string
}

/** Dismisses the notifications about a matter. */
export function dismissMatter(tx: Transaction, { type, link, receiverIds, senderId }: NotifiedMatter) {
  const side = receiverIds
    ? Prisma.sql`"receiverId" = ANY(${[...receiverIds]})`
    : Prisma.sql`"senderId" = ${senderId ?? null}`
  return tx.sql<Withdrawn>`
    WITH found AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE ${side} AND "hiddenAt" IS NULL AND type = ${type} AND link = ${link}
      ${rowLock(tx, 'notification', {})}
    )
    UPDATE "Notification" AS n SET "hiddenAt" = ${tx.now}, "updatedAt" = ${tx.now}, "expiresAt" = ${tx.now}
    FROM found WHERE n.id = found.id RETURNING n."receiverId", n.id`
}
