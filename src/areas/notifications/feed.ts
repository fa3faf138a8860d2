import { Prisma } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { noteLock } from '../../kernel/locks.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { feedAppended } from './events.ts'
import { type NotificationWithSender, readVisibleNotificationsByIds } from './queries.ts'

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
      SELECT * FROM unnest(
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

/** Locks the feeds of several users in id order, for acts that append to them by several statements. */
export function lockFeeds(tx: InTransaction, userIds: readonly UserId[]) {
  noteLock(tx, 'feed', { keys: userIds })
  return tx.sql`
    INSERT INTO "FeedHead" ("userId", seq)
    SELECT DISTINCT person, 0 FROM unnest(${[...userIds]}::text[]) AS person ORDER BY person
    ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq`
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
interface FeedEntry extends NewFeedEntry {
  readonly seq: bigint
  readonly at: Date
}

/** An entry with the current state of its notification; null for several, and for one that is not visible. */
export interface FeedEntryWithNotification extends FeedEntry {
  readonly notification: NotificationWithSender | null
}

/** A position in a feed: after the entry of this number. */
export interface FeedPosition {
  readonly userId: string
  readonly after: bigint
}

interface FeedEntryRow extends FeedEntry {
  readonly position: number
}

/** Reads up to `limit` entries after each position, in order, with their notifications. Three statements in total. */
export async function readFeedEntriesAfter(services: Services, positions: readonly FeedPosition[], limit: number) {
  const users = positions.map(({ userId }) => userId)
  const numbers = positions.map(({ after }) => String(after))
  const rows = await services.sql<FeedEntryRow>`
    SELECT (position.number - 1)::int AS position, entry.*
    FROM unnest(${users}::text[], ${numbers}::bigint[]) WITH ORDINALITY AS position ("userId", after, number)
    CROSS JOIN LATERAL (
      SELECT "userId", seq, kind, type, "notificationIds", at FROM "FeedEntry"
      WHERE "FeedEntry"."userId" = position."userId" AND seq > position.after
      ORDER BY seq LIMIT ${limit}
    ) AS entry
    ORDER BY position.number, entry.seq`
  const notifications = await readEntryNotifications(services, rows)
  const entries: FeedEntryWithNotification[][] = positions.map(() => [])
  for (const { position, ...entry } of rows)
    entries[position]?.push({ ...entry, notification: notifications.get(receiverAndId(entry)) ?? null })
  return entries
}

const receiverAndId = ({ userId, notificationIds: [id] }: Pick<FeedEntry, 'userId' | 'notificationIds'>) =>
  `${userId}:${id}`

/** The notifications of entries by receiver and id, so that nobody sees a notification of somebody else. */
async function readEntryNotifications(services: Services, rows: readonly FeedEntryRow[]) {
  const ids = new Set(rows.filter(hasOneNotification).flatMap(({ notificationIds: [id] }) => id ?? []))
  const found = await readVisibleNotificationsByIds(services, [...ids])
  return new Map(found.map((row) => [receiverAndId({ userId: row.receiverId, notificationIds: [row.id] }), row]))
}

const hasOneNotification = ({ kind }: FeedEntryRow) => kind !== 'deleted' && kind !== 'cleared'

/** Number of the last entry of a feed; 0 for an empty feed. */
export async function readFeedHead({ client }: Services, userId: string): Promise<bigint> {
  const head = await client.feedHead.findUnique({ where: { userId } })
  return head?.seq ?? 0n
}

/** How long entries are kept: clients with an older cursor reload the lists. */
const FEED_RETENTION = 7 * DAY

/** The decoded cursor of a feed: the number of its last entry that the client has, and the time of that. */
interface FeedCursor {
  readonly seq: bigint
  readonly at: Date
}

/** Opaque to clients: base64url of `<number>.<milliseconds>`. */
export const encodeFeedCursor = ({ seq, at }: FeedCursor): string =>
  Buffer.from(`${seq}.${at.getTime()}`).toString('base64url')

const cursorExpired = () =>
  invalid('after', 'The cursor is too old to go on from: load the notifications anew', 'cursor_expired')

/**
 * The number of the entry of a cursor. Throws `invalid`: with the code `cursor_expired` if later entries may have been
 * purged or the feed has no such entry, without a code for a malformed cursor.
 */
export function decodeFeedCursor(cursor: string, head: bigint, now: Date): bigint {
  const [, seq, at] = /^(\d{1,18})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (seq === undefined || at === undefined)
    throw invalid('after', 'after must be a cursor of the feed', 'cursor_invalid')
  if (BigInt(seq) > head || Number(at) < addMilliseconds(now, -FEED_RETENTION).getTime()) throw cursorExpired()
  return BigInt(seq)
}

/** Deletes expired notifications and old feed entries. Returns the number of rows. */
export async function purgeExpiredNotifications({ client, now }: Scope): Promise<number> {
  const notifications = await client.notification.deleteMany({ where: { expiresAt: { lte: now } } })
  // One hour of tolerance: an entry is dated before its transaction commits.
  const entries = await client.feedEntry.deleteMany({
    where: { at: { lte: addMilliseconds(now, -FEED_RETENTION - HOUR) } },
  })
  return notifications.count + entries.count
}
