import { addMilliseconds } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { AGEING_TABLES, type AgeingTable } from './ageingTables.ts'
import { deleteAgedBatch } from './queries.ts'

/** Deletes the rows of all tables that are older than the settings keep them. What a crash leaves is deleted by the next run. */
export async function purgeAgedRows(scope: Scope): Promise<number> {
  let deleted = 0
  for (const table of AGEING_TABLES) {
    const count = await purgeTable(scope, table)
    if (count > 0) scope.log.info({ table: table.table, count }, 'old rows were deleted')
    deleted += count
  }
  return deleted
}

async function purgeTable(scope: Scope, table: AgeingTable): Promise<number> {
  const kept = scope.rules.retention[table.retention]
  if (kept === null) return 0
  const horizon = addMilliseconds(scope.now, -kept)
  let deleted = 0
  for (let after: string | null = ''; after !== null; ) {
    const batch: { last: string | null; count: number } = await deleteAgedBatch(scope, table, { after, horizon })
    deleted += batch.count
    after = batch.last
  }
  return deleted
}
