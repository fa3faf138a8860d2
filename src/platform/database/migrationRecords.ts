import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Migration } from './migrationFiles.ts'

/** Prisma's table of migrations, so that its command line and the server read the same records. */
const CREATE_MIGRATIONS_TABLE = `SET client_min_messages = warning;
CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`
const RECORD_APPLIED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`
const RECORD_UNFINISHED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)`
const RECORD_PROGRESS = `UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1`
const RECORD_FINISHED = `UPDATE "_prisma_migrations" SET logs = NULL, finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1`
const MARK_ROLLED_BACK = `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE id = $1`
const FORGET_ERROR = `UPDATE "_prisma_migrations" SET logs = $2, checksum = $3 WHERE id = $1`
const RENEW_CHECKSUM = `UPDATE "_prisma_migrations" SET checksum = $2 WHERE migration_name = $1 AND checksum = ANY($3)`

/** How far a migration in steps is. */
const Progress = z.object({
  /** Number of steps that are done. */
  steps: z.number().int(),
  /** The last key of the batches that are done of the next step. */
  after: z.string().optional(),
  error: z.string().optional(),
})
export type Progress = z.infer<typeof Progress>

export interface MigrationRecord {
  readonly id: string
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
  /** Of an unfinished migration in steps. */
  readonly progress: Progress | null
}

export const createRecords = (client: PoolClient) => client.query(CREATE_MIGRATIONS_TABLE)

export async function readRecords(client: Pool | PoolClient): Promise<MigrationRecord[]> {
  const found = await client.query<Omit<MigrationRecord, 'progress'> & { logs: string | null }>(
    `SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return found.rows.map(({ logs, ...record }) => ({ ...record, progress: record.finished ? null : progressIn(logs) }))
}

/** The progress in the log of a record; null for the error of a migration in one transaction. */
function progressIn(logs: string | null): Progress | null {
  if (!logs?.startsWith('{')) return null
  try {
    return Progress.parse(JSON.parse(logs))
  } catch {
    return null
  }
}

export const recordApplied = (client: PoolClient, { name, checksum }: Migration) =>
  client.query(RECORD_APPLIED, [randomUUID(), checksum, name])

export const recordFailed = (client: PoolClient, { name, checksum }: Migration, error: unknown) =>
  client.query(RECORD_UNFINISHED, [randomUUID(), checksum, name, String(error)])

/** Writes the record of a migration in steps before its first one, and returns its id. */
export async function recordStarted(client: PoolClient, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID()
  await client.query(RECORD_UNFINISHED, [id, checksum, name, JSON.stringify({ steps: 0 } satisfies Progress)])
  return id
}

export const recordProgress = (client: PoolClient, id: string, progress: Progress) =>
  client.query(RECORD_PROGRESS, [id, JSON.stringify(progress)])

export const recordFinished = (client: PoolClient, id: string) => client.query(RECORD_FINISHED, [id])

/**
 * Lets a failed migration that was fixed be applied again: from its start, or from the step that failed, as the steps
 * before it are committed.
 */
export async function retryFailed(client: PoolClient, migrations: readonly Migration[], name: string): Promise<void> {
  const failed = (await readRecords(client)).filter((record) => record.name === name && !record.finished)
  const checksum = migrations.find((migration) => migration.name === name)?.checksum
  for (const { id, progress, checksum: recorded } of failed) {
    const goesOn = progress && JSON.stringify({ steps: progress.steps, after: progress.after } satisfies Progress)
    if (goesOn) await client.query(FORGET_ERROR, [id, goesOn, checksum ?? recorded])
    else await client.query(MARK_ROLLED_BACK, [id])
  }
}

/** Records the checksums of replaced files as those of the files that stand for them now, as Prisma compares them. */
export async function renewChecksums(client: PoolClient, migrations: readonly Migration[]): Promise<void> {
  for (const { name, checksum, replaced } of migrations)
    if (replaced.length > 0) await client.query(RENEW_CHECKSUM, [name, checksum, replaced])
}
