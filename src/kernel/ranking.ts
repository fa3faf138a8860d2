import { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, DAY, MINUTE } from './clock.ts'
import type { Scope } from './scope.ts'

export const POPULARITY_WINDOW = 30 * DAY
const HEAT_WINDOW = DAY
/** A use is dated before its transaction commits, which takes less than this. */
const LONGEST_TRANSACTION = 10 * MINUTE

/** Content whose sort values derive from how many people use it: visit a world, or wear an avatar. */
export interface RankedContent {
  readonly kind: 'world' | 'avatar'
  /** Name of the job, which notes until when it has looked at uses. */
  readonly job: string
  readonly table: Prisma.Sql
  /** A table of uses, with the columns `contentId`, `userId` and `at`. An index begins with the time, another with the content. */
  readonly uses: Prisma.Sql
  /** What favorites are related to, of a row `c`; null for the people of 30 days. */
  readonly total: Prisma.Sql
}

/** Adds to a WITH clause that content is to be ranked anew. */
export const noteRankingChange = (kind: RankedContent['kind'], contentIds: Prisma.Sql) => Prisma.sql`
  INSERT INTO "RankingChange" (kind, "contentId") SELECT ${kind}, id FROM (${contentIds}) AS content (id)`

/**
 * Recomputes the sort values of the content that was created, used, favorited or reported since the last run, whose use has
 * left a window since then, or whose author has another trust level. What a crash leaves is done by the next run; several
 * may run at a time. Answers how many rows have changed.
 */
export async function rankChangedContent(scope: Scope, content: RankedContent): Promise<number> {
  await noteUses(scope, content)
  let changed = 0
  for (let taken = BATCH_SIZE; taken === BATCH_SIZE; ) {
    const batch = await rankBatch(scope, content)
    changed += batch.changed
    taken = batch.taken
  }
  return changed
}

/** Notes content that was used since the last run, or whose use a day or 30 days ago counts no more since then. */
async function noteUses({ client, sql, now }: Scope, { kind, job, uses }: RankedContent): Promise<void> {
  const last = await client.jobProgress.findUnique({ where: { name: job } })
  const since = addMilliseconds(last?.at ?? addMilliseconds(now, -POPULARITY_WINDOW), -LONGEST_TRANSACTION)
  const times = [0, -HEAT_WINDOW, -POPULARITY_WINDOW].map(
    (by) => Prisma.sql`at > ${addMilliseconds(since, by)} AND at <= ${addMilliseconds(now, by)}`,
  )
  await sql.custom`
    WITH noted AS (
      ${noteRankingChange(kind, Prisma.sql`SELECT DISTINCT "contentId" FROM ${uses} WHERE ${Prisma.join(times, ' OR ')}`)}
    )
    INSERT INTO "JobProgress" (name, at) VALUES (${job}, ${now})
    ON CONFLICT (name) DO UPDATE SET at = greatest("JobProgress".at, EXCLUDED.at)`
}

/** Changes of one statement; a crash undoes at most one batch. */
const BATCH_SIZE = 2_000

const SORT_VALUES = ['favorites', 'popularity', 'heat', 'relevance', 'magic', 'trust', 'reportCount', 'reportScore']
const sortValues = (of: string) => Prisma.raw(SORT_VALUES.map((column) => `${of}."${column}"`).join(', '))
const NEW_VALUES = Prisma.raw(SORT_VALUES.map((column) => `"${column}" = n."${column}"`).join(', '))

/**
 * Recomputes the sort values of the next batch. Popularity and heat are floor(log2(1 + people)), at most 10, which 1,023
 * people reach. Relevance is favorites per 1,000 uses, magic is 11 * heat + popularity, trust is the trust level of the
 * author. The score of open reports is 10 for each reporter and 1 for each further report. Only rows whose values have
 * changed are written, and none that somebody has locked or changed meanwhile: the next run does it.
 */
async function rankBatch({ sql, now }: Scope, { kind, table, uses, total }: RankedContent) {
  const left = Prisma.sql`SELECT id FROM changed WHERE id NOT IN (SELECT id FROM locked)`
  const [batch] = await sql<{ taken: number; changed: number }>`
    WITH taken AS (
      DELETE FROM "RankingChange" WHERE kind = ${kind} AND id = ANY(ARRAY(
        SELECT id FROM "RankingChange" WHERE kind = ${kind} ORDER BY id LIMIT ${BATCH_SIZE}::int FOR UPDATE SKIP LOCKED
      )) RETURNING "contentId"
    ), batch AS (
      SELECT c.id, ${sortValues('c')}, ${total} AS total, c.xmin AS "writtenBy", author.tags AS "authorTags"
      FROM ${table} AS c JOIN "User" AS author ON author.id = c."authorId"
      WHERE c.id IN (SELECT "contentId" FROM taken)
    ), used AS (
      SELECT "contentId", count(DISTINCT "userId")::int AS month,
        count(DISTINCT "userId") FILTER (WHERE at > ${addMilliseconds(now, -HEAT_WINDOW)})::int AS day
      FROM ${uses} WHERE at > ${addMilliseconds(now, -POPULARITY_WINDOW)} AND "contentId" IN (SELECT id FROM batch)
      GROUP BY "contentId"
    ), favorited AS (
      SELECT "favoriteId", count(*)::int AS favorites FROM "Favorite"
      WHERE type = ${kind} AND "favoriteId" IN (SELECT id FROM batch) GROUP BY "favoriteId"
    ), reported AS (
      SELECT "contentId", count(*)::int AS reports, count(DISTINCT "reporterId")::int AS people FROM "ModerationReport"
      WHERE status = 'open' AND "contentId" IN (SELECT id FROM batch) GROUP BY "contentId"
    ), counted AS (
      SELECT batch.id, coalesce(favorited.favorites, 0) AS favorites, coalesce(batch.total, used.month, 0) AS total,
        least(10, floor(log(2, 1 + coalesce(used.month, 0))))::int AS popularity,
        least(10, floor(log(2, 1 + coalesce(used.day, 0))))::int AS heat,
        coalesce(reported.reports, 0) AS "reportCount", coalesce(9 * people + reports, 0) AS "reportScore",
        CASE WHEN 'system_trust_veteran' = ANY("authorTags") THEN 4 WHEN 'system_trust_trusted' = ANY("authorTags") THEN 3
          WHEN 'system_trust_known' = ANY("authorTags") THEN 2 WHEN 'system_trust_basic' = ANY("authorTags") THEN 1
          ELSE 0 END AS trust
      FROM batch LEFT JOIN used ON used."contentId" = batch.id LEFT JOIN favorited ON favorited."favoriteId" = batch.id
        LEFT JOIN reported ON reported."contentId" = batch.id
    ), computed AS (
      SELECT id, favorites, popularity, heat, "reportCount", "reportScore", trust,
        (1000 * favorites / greatest(1, total))::int AS relevance, 11 * heat + popularity AS magic FROM counted
    ), changed AS (
      SELECT n.id, ${sortValues('n')}, batch."writtenBy" FROM computed AS n JOIN batch USING (id)
      WHERE (${sortValues('n')}) IS DISTINCT FROM (${sortValues('batch')})
    ), locked AS (
      SELECT c.id FROM ${table} AS c JOIN changed AS n ON n.id = c.id WHERE c.xmin = n."writtenBy"
      FOR NO KEY UPDATE OF c SKIP LOCKED
    ), written AS (
      UPDATE ${table} AS c SET ${NEW_VALUES} FROM changed AS n JOIN locked ON locked.id = n.id WHERE c.id = n.id RETURNING c.id
    ), postponed AS (${noteRankingChange(kind, left)})
    SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT count(*)::int FROM written) AS changed`
  return batch ?? { taken: 0, changed: 0 }
}
