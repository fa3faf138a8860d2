import { addMilliseconds, DAY, HOUR } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { Scope, Services } from '../../../kernel/scope.ts'
import { type NotificationWithSender, readVisibleNotificationsByIds } from '../queries.ts'
import { type FeedEntry, type FeedEntryRow, type FeedPosition, readEntryRows } from './queries.ts'

/** An entry with the current state of its notification; null for several, and for one that is not visible. */
export interface FeedEntryWithNotification extends FeedEntry {
  readonly notification: NotificationWithSender | null
}

/** Reads up to `limit` entries after each position, in order, with their notifications. Three statements in total. */
export async function readFeedEntriesAfter(services: Services, positions: readonly FeedPosition[], limit: number) {
  const rows = await readEntryRows(services, positions, limit)
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
