import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { UserId, WorldId } from '../../../kernel/ids.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { worldsCounted } from '../events.ts'

/** Records that a person has entered a world, in the transaction of the entry. `countVisits` updates the counters. */
export async function recordVisit(
  { db, sql, now }: Scope & InTransaction,
  userId: UserId,
  worldId: WorldId,
): Promise<void> {
  await sql`
    INSERT INTO "WorldVisitor" ("userId", "worldId", visits, "lastAt") VALUES (${userId}, ${worldId}, 1, ${now})
    ON CONFLICT ("userId", "worldId") DO UPDATE
    SET visits = "WorldVisitor".visits + 1, "lastAt" = GREATEST("WorldVisitor"."lastAt", EXCLUDED."lastAt")`
  await db.worldVisit.create({ data: { worldId, userId, at: now } })
}

/** Rows of a transaction; a crash undoes at most one batch. */
const VISIT_BATCH_SIZE = 5_000
const WORLD_BATCH_SIZE = 2_000

const POPULARITY_WINDOW = 30 * DAY
const HEAT_WINDOW = DAY

/**
 * Adds new visits to the counters of worlds and recomputes the values that lists are sorted by. After a crash the next
 * run continues; concurrent runs count no visit twice. Returns the number of changed worlds.
 */
export async function countVisits(scope: Scope): Promise<number> {
  let visits = 0
  for (let added = VISIT_BATCH_SIZE; added === VISIT_BATCH_SIZE; visits += added) added = await addVisits(scope)
  let changed = 0
  for (let after = ''; ; ) {
    const batch = await rankWorlds(scope, after)
    changed += batch.changed
    if (batch.last === null) break
    after = batch.last
  }
  const old = { counted: true, at: { lte: addMilliseconds(scope.now, -POPULARITY_WINDOW) } }
  await deleteInBatches((limit) => scope.client.worldVisit.deleteMany({ where: old, limit }))
  if (visits + changed > 0) await transact(scope, async ({ emit }) => emit(worldsCounted('*')))
  return changed
}

/**
 * Adds visits to the counters, and keeps of those of one person to one world only the latest, marked as counted. One
 * statement, so that this happens if and only if they are added. Locks worlds in the order of ids.
 */
async function addVisits({ sql }: Scope): Promise<number> {
  const [batch] = await sql<{ visits: number }>`
    WITH taken AS (
      DELETE FROM "WorldVisit" WHERE id IN (
        SELECT id FROM "WorldVisit" WHERE NOT counted ORDER BY id LIMIT ${VISIT_BATCH_SIZE} FOR UPDATE SKIP LOCKED
      ) RETURNING "worldId", "userId", at
    ), latest AS (
      SELECT "worldId", "userId", max(at) AS at FROM taken GROUP BY "worldId", "userId"
    ), replaced AS (
      DELETE FROM "WorldVisit" AS v USING latest
      WHERE v.counted AND v."worldId" = latest."worldId" AND v."userId" = latest."userId"
    ), kept AS (
      INSERT INTO "WorldVisit" ("worldId", "userId", at, counted)
      SELECT "worldId", "userId", at, true FROM latest
    ), sums AS (
      SELECT "worldId", count(*)::int AS visits FROM taken GROUP BY "worldId"
    ), locked AS (
      SELECT id FROM "World" WHERE id IN (SELECT "worldId" FROM sums) ORDER BY id FOR NO KEY UPDATE
    ), added AS (
      UPDATE "World" AS w SET visits = w.visits + sums.visits FROM sums JOIN locked ON locked.id = sums."worldId" WHERE w.id = locked.id
    )
    SELECT coalesce(sum(visits), 0)::int AS visits FROM sums`
  return batch?.visits ?? 0
}

/**
 * Recomputes the sort values of the next batch of worlds by id. Popularity and heat are floor(log2(1 + visitors)), at most
 * 10, which 1,023 visitors reach. Relevance is favorites per 1,000 visits, magic is 11 * heat + popularity, trust is the
 * trust level of the author. The score of open reports is 10 for each reporter and 1 for each further report. Only worlds
 * whose values have changed are written.
 */
async function rankWorlds({ sql, now }: Scope, after: string) {
  const [batch] = await sql<{ last: string | null; changed: number }>`
    WITH batch AS (
      SELECT w.id, w.visits, author.tags FROM "World" AS w JOIN "User" AS author ON author.id = w."authorId"
      WHERE w.id > ${after} ORDER BY w.id LIMIT ${WORLD_BATCH_SIZE}
    ), visitors AS (
      SELECT "worldId", count(DISTINCT "userId") AS month,
        count(DISTINCT "userId") FILTER (WHERE at > ${addMilliseconds(now, -HEAT_WINDOW)}) AS day
      FROM "WorldVisit" WHERE at > ${addMilliseconds(now, -POPULARITY_WINDOW)} AND "worldId" IN (SELECT id FROM batch) GROUP BY "worldId"
    ), favorited AS (
      SELECT "favoriteId", count(*)::int AS favorites FROM "Favorite"
      WHERE type = 'world' AND "favoriteId" IN (SELECT id FROM batch) GROUP BY "favoriteId"
    ), reported AS (
      SELECT "contentId", count(*)::int AS reports, count(DISTINCT "reporterId")::int AS people FROM "ModerationReport"
      WHERE status = 'open' AND "contentId" IN (SELECT id FROM batch) GROUP BY "contentId"
    ), computed AS (
      SELECT batch.id, coalesce(favorited.favorites, 0) AS favorites,
        least(10, floor(log(2, 1 + coalesce(visitors.month, 0))))::int AS popularity,
        least(10, floor(log(2, 1 + coalesce(visitors.day, 0))))::int AS heat,
        (1000 * coalesce(favorited.favorites, 0) / greatest(1, batch.visits))::int AS relevance,
        coalesce(reported.reports, 0) AS reports, coalesce(9 * people + reports, 0) AS score,
        CASE WHEN 'system_trust_veteran' = ANY(tags) THEN 4 WHEN 'system_trust_trusted' = ANY(tags) THEN 3
          WHEN 'system_trust_known' = ANY(tags) THEN 2 WHEN 'system_trust_basic' = ANY(tags) THEN 1 ELSE 0 END AS trust
      FROM batch LEFT JOIN visitors ON visitors."worldId" = batch.id LEFT JOIN favorited ON favorited."favoriteId" = batch.id
        LEFT JOIN reported ON reported."contentId" = batch.id
    ), written AS (
      UPDATE "World" AS w SET favorites = n.favorites, popularity = n.popularity, heat = n.heat, relevance = n.relevance,
        magic = 11 * n.heat + n.popularity, trust = n.trust, "reportCount" = n.reports, "reportScore" = n.score
      FROM computed AS n WHERE w.id = n.id
        AND (w.favorites, w.popularity, w.heat, w.relevance, w.magic, w.trust, w."reportCount", w."reportScore")
          IS DISTINCT FROM (
            n.favorites, n.popularity, n.heat, n.relevance, 11 * n.heat + n.popularity, n.trust, n.reports, n.score
          )
      RETURNING w.id
    )
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM written) AS changed`
  return batch ?? { last: null, changed: 0 }
}
