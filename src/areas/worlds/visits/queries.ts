import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { UserId, WorldId } from '../../../kernel/ids.ts'
import {
  noteRankingChange,
  POPULARITY_WINDOW,
  type RankedContent,
  rankChangedContent,
} from '../../../kernel/ranking.ts'
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

const RANKED: RankedContent = {
  kind: 'world',
  job: 'count-visits',
  table: Prisma.sql`"World"`,
  uses: Prisma.sql`(SELECT "worldId" AS "contentId", "userId", at FROM "WorldVisit") AS visit`,
  total: Prisma.sql`c.visits`,
}

/**
 * Adds new visits to the counters of worlds and recomputes the values that lists are sorted by, where they can have changed.
 * After a crash the next run continues; concurrent runs count no visit twice. Returns the number of changed worlds.
 */
export async function countVisits(scope: Scope): Promise<number> {
  let visits = 0
  for (let added = VISIT_BATCH_SIZE; added === VISIT_BATCH_SIZE; visits += added) added = await addVisits(scope)
  const changed = await rankChangedContent(scope, RANKED)
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
    ), noted AS (${noteRankingChange('world', Prisma.sql`SELECT "worldId" FROM sums`)})
    SELECT coalesce(sum(visits), 0)::int AS visits FROM sums`
  return batch?.visits ?? 0
}

/** Deletes the visits of a person. */
export const deleteVisitsOf = ({ sql }: InTransaction, userId: UserId) => sql`
  WITH visitor AS (DELETE FROM "WorldVisitor" WHERE "userId" = ${userId}),
    visit AS (DELETE FROM "WorldVisit" WHERE "userId" = ${userId} RETURNING "worldId")
  ${noteRankingChange('world', Prisma.sql`SELECT DISTINCT "worldId" FROM visit`)}`
