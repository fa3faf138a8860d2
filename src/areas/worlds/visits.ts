import type { UserId, WorldId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Writes down that a person came into a world, in the transaction of the coming. The counting is a job's. */
export async function recordVisit({ db, now }: Scope & Open, userId: UserId, worldId: WorldId): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "WorldVisitor" ("userId", "worldId", visits, "lastAt") VALUES (${userId}, ${worldId}, 1, ${now})
    ON CONFLICT ("userId", "worldId") DO UPDATE
    SET visits = "WorldVisitor".visits + 1, "lastAt" = GREATEST("WorldVisitor"."lastAt", EXCLUDED."lastAt")`
  await db.worldVisit.create({ data: { worldId, userId, at: now } })
}
