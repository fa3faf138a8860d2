import { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { feedAppended } from './events.ts'

/** What can happen to a notification. `cleared`: all of the legacy generation were put away at once. */
export const FEED_KINDS = ['created', 'seen', 'updated', 'responded', 'deleted', 'cleared'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** A change of somebody's notifications. */
export interface Change {
  readonly userId: string
  readonly kind: FeedKind
  /** The notification's type; empty where several are told of. */
  readonly type: string
  /** Whom it happened to; of `responded` the second is the answer, where there is one. */
  readonly notificationIds: readonly string[]
}

/** Parts of a WITH clause, each with a comma after it. */
const NOTHING = Prisma.empty

interface Head {
  readonly userId: string
  readonly seq: bigint
}

/**
 * Writes changes to the feeds of the people they concern, in their order, and announces them. Each feed's head stays
 * locked until the commit, so its numbers grow without holes in the order of the commits. Set-wise: one statement, which
 * may do something else by the way.
 */
export async function appendToFeeds(open: Scope & Open, changes: readonly Change[], also = NOTHING): Promise<void> {
  if (changes.length === 0) return
  const after = countAfter(changes)
  const heads = await open.db.$queryRaw<Head[]>`
    WITH ${also} given AS (
      SELECT * FROM unnest(
        ${changes.map(({ userId }) => userId)}::text[],
        ${changes.map(({ kind }) => kind)}::text[],
        ${changes.map(({ type }) => type)}::text[],
        ${changes.map(({ notificationIds }) => notificationIds.join(','))}::text[],
        ${after}::int[]
      ) AS change ("userId", kind, type, ids, behind)
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq)
      SELECT "userId", count(*) FROM given GROUP BY "userId" ORDER BY "userId"
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + EXCLUDED.seq
      RETURNING "userId", seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT given."userId", head.seq - given.behind, given.kind, given.type, string_to_array(given.ids, ','), ${open.now}
      FROM given JOIN head USING ("userId")
    )
    SELECT "userId", seq FROM head`
  for (const { userId, seq } of heads) open.emit(feedAppended(userId, seq))
}

/**
 * Keeps the feeds of several people for an act that writes to them by more than one statement: two who answer each other
 * would else wait for each other. Whatever else the act changes is held already: feeds come last, as everywhere.
 */
export const holdFeeds = ({ db }: Open, userIds: readonly UserId[]) => db.$executeRaw`
  INSERT INTO "FeedHead" ("userId", seq)
  SELECT DISTINCT person, 0 FROM unnest(${[...userIds]}::text[]) AS person ORDER BY person
  ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq`

/** For each change how many of the same person follow it. */
function countAfter(changes: readonly Change[]): number[] {
  const seen = new Map<string, number>()
  return changes
    .toReversed()
    .map(({ userId }) => {
      const behind = seen.get(userId) ?? 0
      seen.set(userId, behind + 1)
      return behind
    })
    .reverse()
}
