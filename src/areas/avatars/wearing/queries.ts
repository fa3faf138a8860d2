import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { ACTIVE_OFFERS_SQL, licensedAvatars } from '../queries.ts'

/** Rows of a transaction; a crash undoes at most one batch. */
const AVATAR_BATCH_SIZE = 2_000

export const POPULARITY_WINDOW = 30 * DAY
const HEAT_WINDOW = DAY

/**
 * Recomputes the sort values of the next batch of avatars by id. Popularity and heat are floor(log2(1 + wearers)), at most
 * 10, which 1,023 wearers reach. Relevance is favorites per 1,000 wearers of 30 days, magic is 11 * heat + popularity,
 * trust is the trust level of the author. The score of open reports is 10 for each reporter and 1 for each further report.
 * Only avatars whose values have changed are written, and none that somebody has locked: the next run writes it.
 */
export async function rankAvatars({ sql, now }: Scope, after: string) {
  const [batch] = await sql<{ last: string | null; changed: number }>`
    WITH batch AS (
      SELECT a.id, author.tags AS "authorTags" FROM "Avatar" AS a JOIN "User" AS author ON author.id = a."authorId"
      WHERE a.id > ${after} ORDER BY a.id LIMIT ${AVATAR_BATCH_SIZE}
    ), wearers AS (
      SELECT "avatarId", count(*)::int AS month,
        count(*) FILTER (WHERE "lastAt" > ${addMilliseconds(now, -HEAT_WINDOW)})::int AS day
      FROM "AvatarWear" WHERE "lastAt" > ${addMilliseconds(now, -POPULARITY_WINDOW)} AND "avatarId" IN (SELECT id FROM batch)
      GROUP BY "avatarId"
    ), favorited AS (
      SELECT "favoriteId", count(*)::int AS favorites FROM "Favorite"
      WHERE type = 'avatar' AND "favoriteId" IN (SELECT id FROM batch) GROUP BY "favoriteId"
    ), reported AS (
      SELECT "contentId", count(*)::int AS reports, count(DISTINCT "reporterId")::int AS people FROM "ModerationReport"
      WHERE status = 'open' AND "contentId" IN (SELECT id FROM batch) GROUP BY "contentId"
    ), counted AS (
      SELECT batch.id, coalesce(favorited.favorites, 0) AS favorites, coalesce(wearers.month, 0) AS month,
        least(10, floor(log(2, 1 + coalesce(wearers.month, 0))))::int AS popularity,
        least(10, floor(log(2, 1 + coalesce(wearers.day, 0))))::int AS heat,
        coalesce(reported.reports, 0) AS reports, coalesce(9 * people + reports, 0) AS score,
        CASE WHEN 'system_trust_veteran' = ANY("authorTags") THEN 4 WHEN 'system_trust_trusted' = ANY("authorTags") THEN 3
          WHEN 'system_trust_known' = ANY("authorTags") THEN 2 WHEN 'system_trust_basic' = ANY("authorTags") THEN 1
          ELSE 0 END AS trust
      FROM batch LEFT JOIN wearers ON wearers."avatarId" = batch.id LEFT JOIN favorited ON favorited."favoriteId" = batch.id
        LEFT JOIN reported ON reported."contentId" = batch.id
    ), computed AS (
      SELECT id, favorites, month, popularity, heat, reports, score, trust,
        (1000 * favorites / greatest(1, month))::int AS relevance, 11 * heat + popularity AS magic FROM counted
    ), locked AS (
      SELECT a.id FROM "Avatar" AS a JOIN computed AS n ON n.id = a.id
      WHERE (a.favorites, a.popularity, a.heat, a.relevance, a.magic, a.trust, a."reportCount", a."reportScore")
        IS DISTINCT FROM (n.favorites, n.popularity, n.heat, n.relevance, n.magic, n.trust, n.reports, n.score)
      FOR NO KEY UPDATE OF a SKIP LOCKED
    ), written AS (
      UPDATE "Avatar" AS a SET favorites = n.favorites, popularity = n.popularity, heat = n.heat, relevance = n.relevance,
        magic = n.magic, trust = n.trust, "reportCount" = n.reports, "reportScore" = n.score
      FROM computed AS n JOIN locked ON locked.id = n.id WHERE a.id = n.id
      RETURNING a.id
    )
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM written) AS changed`
  return batch ?? { last: null, changed: 0 }
}

/** A person and an avatar. */
export interface Wearing {
  readonly userId: string
  readonly avatarId: string
}

const keyOf = ({ userId, avatarId }: Wearing) => `${userId} ${avatarId}`

const ACTIVE_OFFERS = Prisma.raw(ACTIVE_OFFERS_SQL)

/** Tells of some people which of these avatars they may wear, by the rule of `canWearAvatar`. One statement. */
export async function readWearable(
  { sql, now }: Pick<Scope, 'sql' | 'now'>,
  wanted: readonly Wearing[],
): Promise<(userId: string, avatarId: string) => boolean> {
  const users = wanted.map(({ userId }) => userId)
  const avatars = wanted.map(({ avatarId }) => avatarId)
  const rows = await sql<Wearing>`
    SELECT wanted."userId", wanted."avatarId"
    FROM unnest(${users}::text[], ${avatars}::text[]) AS wanted ("userId", "avatarId")
      JOIN "Avatar" AS a ON a.id = wanted."avatarId"
    WHERE a."releaseStatus" <> 'hidden' AND (a."authorId" = wanted."userId"
      OR (a."releaseStatus" = 'public' AND NOT EXISTS (SELECT ${ACTIVE_OFFERS}))
      OR EXISTS (
        SELECT FROM (${licensedAvatars(Prisma.sql`wanted."userId"`, now)}) AS license WHERE license."avatarId" = a.id))`
  const wearable = new Set(rows.map(keyOf))
  return (userId, avatarId) => wearable.has(keyOf({ userId, avatarId }))
}

/** An avatar whose wearers are to be updated. */
export interface DueAvatar {
  readonly id: string
  /** Differs after each change of the row. */
  readonly revision: string
}

/** Avatars that are marked by `wearersDue`, by id. */
export const readMarkedAvatars = ({ sql }: Scope, after: string, limit: number) =>
  sql<DueAvatar>`
    SELECT id, xmin::text AS revision FROM "Avatar" WHERE "wearersDueAt" IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`

/** Takes the mark of an avatar whose wearers were updated, unless it has changed since. */
export async function unmarkAvatar({ sql }: Scope, { id, revision }: DueAvatar): Promise<void> {
  await sql`UPDATE "Avatar" SET "wearersDueAt" = NULL WHERE id = ${id} AND xmin::text = ${revision}`
}
