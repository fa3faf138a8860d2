import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { appendToFeeds, type Change } from './feed.ts'
import { partsOf } from './hiding.ts'

/** What has gone of one type from one receiver. */
interface Gone {
  readonly userId: string
  readonly type: string
  readonly ids: readonly string[]
}

/**
 * Puts away what two people have sent each other, and removes the friend request between them; whoever had received it
 * hears so. What admins tell many people stays: the platform speaks by it. Whoever calls holds the pair. Set-wise.
 */
export async function putAwayBetween(open: Scope & Open, one: UserId, other: UserId): Promise<void> {
  const { db, now } = open
  const gone = await db.$queryRaw<Gone[]>`
    WITH standing AS MATERIALIZED (
      SELECT id, "friendPair" IS NOT NULL AS asks, "hiddenAt" IS NULL AS shown FROM "Notification"
      WHERE (("senderId" = ${one} AND "receiverId" = ${other}) OR ("senderId" = ${other} AND "receiverId" = ${one}))
        AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) AND data->>'broadcastId' IS NULL
      ORDER BY id FOR UPDATE
    ), request AS (
      DELETE FROM "Notification" AS n USING standing WHERE n.id = standing.id AND asks RETURNING "receiverId", type, n.id
    ), message AS (
      UPDATE "Notification" AS n SET "hiddenAt" = coalesce("hiddenAt", ${now}), "updatedAt" = ${now}, "expiresAt" = ${now}
      FROM standing WHERE n.id = standing.id AND NOT asks RETURNING "receiverId", type, n.id, shown
    )
    SELECT "receiverId" AS "userId", type, array_agg(id ORDER BY id) AS ids
    FROM (SELECT * FROM request UNION ALL SELECT "receiverId", type, id FROM message WHERE shown) AS gone
    GROUP BY "receiverId", type`
  await appendToFeeds(open, gone.flatMap(deletionsOf))
}

const deletionsOf = ({ userId, type, ids }: Gone): Change[] =>
  partsOf(ids).map((notificationIds) => ({ userId, kind: 'deleted', type, notificationIds }))
