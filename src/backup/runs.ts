import { randomUUID } from 'node:crypto'
import type { Sql } from '../kernel/database.ts'

/** Milliseconds between two signs of life; after two minutes without one, a run counts as ended. */
const ALIVE_INTERVAL = 20_000

/**
 * Records a run of the backup command, during which no node removes blobs. `work` returns the bytes of the archive. A database
 * of a version without these records is backed up without one.
 */
export async function recordRun(sql: Sql, target: string, work: () => Promise<number>): Promise<void> {
  const [there] = await sql<{ found: boolean }>`SELECT to_regclass('"Backup"') IS NOT NULL AS found`
  if (!there?.found) return void (await work())
  const id = randomUUID()
  await sql`INSERT INTO "Backup" (id, target, "startedAt", "aliveAt") VALUES (${id}, ${target}, now(), now())`
  const beat = () => sql`
    UPDATE "Backup" SET "aliveAt" = now() WHERE id = ${id} AND "aliveAt" > now() - interval '2 minutes' RETURNING id`
  const timer = setInterval(() => void beat().catch(() => {}), ALIVE_INTERVAL)
  try {
    const bytes = await work()
    if ((await beat()).length === 0)
      throw new Error(
        'The backup was cut off from the database for two minutes, in which files may have been removed. Repeat it.',
      )
    await sql`UPDATE "Backup" SET "finishedAt" = now(), "aliveAt" = '-infinity', "sizeInBytes" = ${bytes} WHERE id = ${id}`
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await sql`UPDATE "Backup" SET "aliveAt" = '-infinity', failure = ${failure} WHERE id = ${id}`.catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}
