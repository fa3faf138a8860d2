import type { Outside } from '../../kernel/scope.ts'
import type { FeedKind } from './feed.ts'
import { type TaggedNotification, visibleByIds } from './hot.ts'

/** An entry of somebody's feed. */
export interface FeedEntry {
  readonly userId: string
  readonly seq: bigint
  readonly kind: FeedKind
  readonly type: string
  readonly notificationIds: readonly string[]
  readonly at: Date
}

/** An entry with the notification it is about as it stands now; null where there is none to see, or several. */
export interface FeedChange extends FeedEntry {
  readonly notification: TaggedNotification | null
}

/** A place in somebody's feed: everything after it is wanted. */
export interface FeedPosition {
  readonly userId: string
  readonly after: bigint
}

const AFTER = `
  SELECT (place.number - 1)::int AS place, entry."userId", entry.seq::text, entry.kind, entry.type, entry."notificationIds", entry.at
  FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS place ("userId", after, number)
  CROSS JOIN LATERAL (
    SELECT * FROM "FeedEntry"
    WHERE "FeedEntry"."userId" = place."userId" AND seq > place.after
    ORDER BY seq LIMIT $3
  ) AS entry
  ORDER BY place.number, entry.seq`

interface Row extends Omit<FeedEntry, 'seq'> {
  readonly place: number
  readonly seq: string
}

/**
 * What follows each of these places, in its order and at most `most` entries of each, with the notifications as they
 * stand now. Set-wise: three statements, however many places there are.
 */
export async function changesAfter(outside: Outside, places: readonly FeedPosition[], most: number) {
  const users = places.map(({ userId }) => userId)
  const numbers = places.map(({ after }) => String(after))
  const rows = await outside.read<Row>(null, AFTER, [users, numbers, most])
  const about = await notificationsOf(outside, rows)
  const changes: FeedChange[][] = places.map(() => [])
  for (const { place, ...row } of rows)
    changes[place]?.push({ ...row, seq: BigInt(row.seq), notification: about.get(keyOf(row)) ?? null })
  return changes
}

const keyOf = ({ userId, notificationIds: [id] }: Pick<FeedEntry, 'userId' | 'notificationIds'>) => `${userId}:${id}`

/** The notifications that entries are about, by receiver and id: nobody is shown another's. */
async function notificationsOf(outside: Outside, rows: readonly Row[]) {
  const ids = new Set(rows.filter(isAboutOne).flatMap(({ notificationIds: [id] }) => id ?? []))
  const found = await visibleByIds(outside, [...ids])
  return new Map(found.map((row) => [keyOf({ userId: row.receiverId, notificationIds: [row.id] }), row]))
}

const isAboutOne = ({ kind }: Row) => kind !== 'deleted' && kind !== 'cleared'

/** The number of the last entry of a person's feed; 0 for none. */
export async function feedHead({ client }: Outside, userId: string): Promise<bigint> {
  const head = await client.feedHead.findUnique({ where: { userId } })
  return head?.seq ?? 0n
}
