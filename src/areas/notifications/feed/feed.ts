import { addMilliseconds } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope, Services, ViewerScope } from '../../../kernel/scope.ts'
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

/** The decoded cursor of a feed: the number of its last entry that the client has, and the time of that. */
interface FeedCursor {
  readonly userId: string
  readonly seq: bigint
  readonly at: Date
}

/** Opaque to clients: base64url of `<number>.<milliseconds>.<id of the person>`. */
export const encodeFeedCursor = ({ userId, seq, at }: FeedCursor): string =>
  Buffer.from(`${seq}.${at.getTime()}.${userId}`).toString('base64url')

const cursorExpired = () =>
  invalid('after', 'The cursor is too old to go on from: load the notifications anew', 'cursor_expired')

/**
 * The number of the entry of a cursor. Throws `invalid`: with the reason `cursor_expired` if later entries may have been
 * purged or the feed has no such entry, with `cursor_invalid` for a malformed cursor and for that of another person.
 */
export function decodeFeedCursor(cursor: string, head: bigint, { viewer, now, rules }: ViewerScope): bigint {
  const [, seq, at, userId] = /^(\d{1,18})\.(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (seq === undefined || at === undefined || userId !== viewer.id)
    throw invalid('after', 'after must be a cursor of the feed', 'cursor_invalid')
  if (BigInt(seq) > head || Number(at) < addMilliseconds(now, -rules.retention.feed).getTime()) throw cursorExpired()
  return BigInt(seq)
}

/** Deletes expired notifications. Returns their number. Entries of feeds go with their partition. */
export const purgeExpiredNotifications = ({ client, now }: Scope): Promise<number> =>
  deleteInBatches((limit) => client.notification.deleteMany({ where: { expiresAt: { lte: now } }, limit }))
