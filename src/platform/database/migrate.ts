import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseDown } from './down.ts'
import { MIGRATIONS, type Migration, readMigrations } from './migrations.ts'

/** Names of migrations by how they stand. The last three keep the server from starting. */
export interface MigrationStatus {
  readonly applied: string[]
  readonly pending: string[]
  /** Applied in another wording than the file has now. */
  readonly edited: string[]
  readonly failed: string[]
  /** Applied by a build that is newer, or another. */
  readonly unknown: string[]
}

export interface MigrateOptions {
  /** A migration that failed, was mended, and shall be tried again. */
  readonly retry?: string
}

/**
 * Applies what is pending, each file in a transaction of its own. Several nodes that start at once apply once: the
 * others wait. Throws, naming the migration, when one was edited, failed or is unknown, or fails now.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS,
  options: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await lock(client)
    await client.query(TABLE)
    if (options.retry) await client.query(ROLLED_BACK, [options.retry])
    const status = compare(migrations, await readRecords(client))
    refuse(status)
    const pending = migrations.filter(({ name }) => status.pending.includes(name))
    for (const migration of pending) await apply(client, migration)
    return { applied: pending.map(({ name }) => name) }
  } finally {
    // With its connection go the lock and the session's settings.
    client.release(true)
  }
}

/** How the database stands to the folder. Changes nothing. */
export async function migrationStatus(pool: Pool, folder: string = MIGRATIONS): Promise<MigrationStatus> {
  const there = await pool.query<{ found: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`)
  const records = there.rows[0]?.found ? await readRecords(pool) : []
  return compare(readMigrations(folder), records)
}

/** The key of Prisma's own lock, so that its command line and this keep out of each other's way. */
const LOCK = 72_707_369

async function lock(client: PoolClient): Promise<void> {
  await client.query(`SET lock_timeout = '60s'`)
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  await client.query('RESET lock_timeout')
}

const TABLE = `SET client_min_messages = warning;
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
const ROLLED_BACK = `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL`
const APPLIED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`
const FAILED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)`

interface Recorded {
  name: string
  checksum: string
  finished: boolean
}

async function readRecords(client: Pool | PoolClient): Promise<Recorded[]> {
  const found = await client.query<Recorded>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return found.rows
}

function compare(migrations: readonly Migration[], records: readonly Recorded[]): MigrationStatus {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const recorded = new Set(names(records))
  const done = records.filter(({ finished }) => finished)
  return {
    applied: names(done),
    pending: names(migrations.filter(({ name }) => !recorded.has(name))),
    edited: names(done.filter(({ name, checksum }) => files.has(name) && files.get(name)?.checksum !== checksum)),
    failed: names(records.filter(({ finished }) => !finished)),
    unknown: names(done.filter(({ name }) => !files.has(name))),
  }
}

function refuse({ failed, edited, unknown }: MigrationStatus): void {
  const [broken, changed, foreign] = [failed[0], edited[0], unknown[0]]
  if (broken)
    throw new Error(`Migration ${broken} failed earlier. Mend it, then run: npm run migrate -- --retry ${broken}`)
  if (changed)
    throw new Error(
      `Migration ${changed} was edited after it had been applied. Restore the file, and put the change into a new migration.`,
    )
  if (foreign)
    throw new Error(`The database has a migration this build does not know: ${foreign}. Start a build that has it.`)
}

/** One transaction for the file and its record: a process that is killed in the middle leaves neither. */
async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(APPLIED, [randomUUID(), checksum, name])
    await client.query('COMMIT')
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await client.query('ROLLBACK')
    await client.query(FAILED, [randomUUID(), checksum, name, String(error)])
    throw new Error(`Migration ${name} failed, and nothing of it was kept: ${messageOf(error)}`, { cause: error })
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
