import type { Outside } from '../../kernel/scope.ts'

const LIVE = `
  SELECT "Session".id FROM "Session" LEFT JOIN "Account" ON "Account"."userId" = "Session"."userId"
  WHERE "Session".id = ANY($1) AND "expiresAt" > $2::timestamptz AND cardinality(owes) = 0
    AND ("deletionAt" IS NULL OR "deletionAt" > $2::timestamptz)`

/** Which of these sessions still count, finished and neither ended nor expired. Set-wise: one statement. */
export async function liveSessions({ read, clock }: Outside, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await read<{ id: string }>('live-sessions', LIVE, [ids, clock.now().toISOString()])
  return new Set(rows.map(({ id }) => id))
}
