import type { ClientBase, Pool } from 'pg'

/** When the last backup was finished; null when there was none. */
export async function readLastBackup(database: Pool | ClientBase): Promise<Date | null> {
  const { rows } = await database.query<{ isKnown: boolean }>(`SELECT to_regclass('"Backup"') IS NOT NULL AS "isKnown"`)
  if (!rows[0]?.isKnown) return null
  const found = await database.query<{ at: Date | null }>(
    'SELECT max("finishedAt") AS at FROM "Backup" WHERE failure IS NULL',
  )
  return found.rows[0]?.at ?? null
}
