import { DAY, later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Visits of one batch, and worlds of one: what of it is done again when the server dies. */
const VISITS = 5_000
const WORLDS = 2_000

/** How long a visit counts for popularity. */
const POPULAR = 30 * DAY
/** And for heat. */
const HOT = DAY

/**
 * Adds visits up, and works out anew what worlds are sorted by. What a crash leaves is done by the next run, and two
 * runs at once count nothing twice. Answers how many worlds it has changed.
 */
export async function countVisits(scope: Scope): Promise<number> {
  for (;;) if ((await addVisits(scope)) < VISITS) break
  let changed = 0
  for (let after = ''; ; ) {
    const batch = await rankWorlds(scope, after)
    changed += batch.changed
    if (batch.last === null) break
    after = batch.last
  }
  await scope.client.worldVisit.deleteMany({ where: { counted: true, at: { lte: later(scope.now, -POPULAR) } } })
  return changed
}

/** One statement, so each visit is marked and added together, or neither. The worlds are locked in one order. */
async function addVisits({ client }: Scope): Promise<number> {
  const [batch] = await client.$queryRaw<{ visits: number }[]>`
    WITH taken AS (
      UPDATE "WorldVisit" SET counted = true WHERE id IN (
        SELECT id FROM "WorldVisit" WHERE NOT counted ORDER BY id LIMIT ${VISITS} FOR UPDATE SKIP LOCKED
      ) RETURNING "worldId"
    ), sums AS (
      SELECT "worldId", count(*)::int AS visits FROM taken GROUP BY "worldId"
    ), held AS (
      SELECT id FROM "World" WHERE id IN (SELECT "worldId" FROM sums) ORDER BY id FOR NO KEY UPDATE
    ), added AS (
      UPDATE "World" AS w SET visits = w.visits + sums.visits FROM sums JOIN held ON held.id = sums."worldId" WHERE w.id = held.id
    )
    SELECT coalesce(sum(visits), 0)::int AS visits FROM sums`
  return batch?.visits ?? 0
}

/**
 * The next worlds in the order of their ids. Popularity and heat are floor(log2(1 + people who came)), 10 at most: 0 for
 * nobody, 1 from one person on, 10 from 1,023 on. Relevance is favorites in 1,000 visits, magic is 11 times heat and
 * popularity, trust the author's rank. Reports count while they are open; each person who reports weighs 10, each further
 * report of theirs 1. Worlds that stay as they are are not written.
 */
async function rankWorlds({ client, now }: Scope, after: string) {
  const [batch] = await client.$queryRaw<{ last: string | null; changed: number }[]>`
    WITH batch AS (
      SELECT w.id, w.visits, author.tags FROM "World" AS w JOIN "User" AS author ON author.id = w."authorId"
      WHERE w.id > ${after} ORDER BY w.id LIMIT ${WORLDS}
    ), came AS (
      SELECT "worldId", count(DISTINCT "userId") AS month,
        count(DISTINCT "userId") FILTER (WHERE at > ${later(now, -HOT)}) AS day
      FROM "WorldVisit" WHERE at > ${later(now, -POPULAR)} AND "worldId" IN (SELECT id FROM batch) GROUP BY "worldId"
    ), kept AS (
      SELECT "favoriteId", count(*)::int AS favorites FROM "Favorite"
      WHERE type = 'world' AND "favoriteId" IN (SELECT id FROM batch) GROUP BY "favoriteId"
    ), reported AS (
      SELECT "contentId", count(*)::int AS reports, count(DISTINCT "reporterId")::int AS people FROM "ModerationReport"
      WHERE status = 'open' AND "contentId" IN (SELECT id FROM batch) GROUP BY "contentId"
    ), worked AS (
      SELECT batch.id, coalesce(kept.favorites, 0) AS favorites,
        least(10, floor(log(2, 1 + coalesce(came.month, 0))))::int AS popularity,
        least(10, floor(log(2, 1 + coalesce(came.day, 0))))::int AS heat,
        (1000 * coalesce(kept.favorites, 0) / greatest(1, batch.visits))::int AS relevance,
        coalesce(reported.reports, 0) AS reports, coalesce(9 * people + reports, 0) AS score,
        CASE WHEN 'system_trust_veteran' = ANY(tags) THEN 4 WHEN 'system_trust_trusted' = ANY(tags) THEN 3
          WHEN 'system_trust_known' = ANY(tags) THEN 2 WHEN 'system_trust_basic' = ANY(tags) THEN 1 ELSE 0 END AS trust
      FROM batch LEFT JOIN came ON came."worldId" = batch.id LEFT JOIN kept ON kept."favoriteId" = batch.id
        LEFT JOIN reported ON reported."contentId" = batch.id
    ), written AS (
      UPDATE "World" AS w SET favorites = n.favorites, popularity = n.popularity, heat = n.heat, relevance = n.relevance,
        magic = 11 * n.heat + n.popularity, trust = n.trust, "reportCount" = n.reports, "reportScore" = n.score
      FROM worked AS n WHERE w.id = n.id
        AND (w.favorites, w.popularity, w.heat, w.relevance, w.magic, w.trust, w."reportCount", w."reportScore")
          IS DISTINCT FROM (
            n.favorites, n.popularity, n.heat, n.relevance, 11 * n.heat + n.popularity, n.trust, n.reports, n.score
          )
      RETURNING w.id
    )
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM written) AS changed`
  return batch ?? { last: null, changed: 0 }
}
