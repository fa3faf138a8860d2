import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { PACKAGE_FOLDER } from '../packageFolder.ts'
import { isDatabaseDown } from './connectionErrors.ts'
import { WITHOUT_TIMEOUTS } from './sessionTimeouts.ts'

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'prisma/migrations')

export interface Migration {
  /** `<timestamp>_<name>`, the name of its folder. */
  readonly name: string
  readonly sql: string
  /** Prisma's checksum: SHA-256 of the file, in hex. */
  readonly checksum: string
}

/** The migrations of a folder, in order. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map((entry) => readMigration(folder, entry.name)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readMigration(folder: string, name: string): Migration {
  const file = readFileSync(join(folder, name, 'migration.sql'))
  return { name, sql: file.toString('utf8'), checksum: createHash('sha256').update(file).digest('hex') }
}

/** Names of migrations by state. The last three states prevent the server from starting. */
export interface MigrationStatus {
  readonly applied: string[]
  readonly pending: string[]
  /** Applied, but the file was edited since. */
  readonly edited: string[]
  readonly failed: string[]
  /** Applied by another build, and unknown to this one. */
  readonly unknown: string[]
}

interface MigrateOptions {
  /** A failed migration that was fixed and is to be applied again. */
  readonly retry?: string
}

/**
 * Applies pending migrations, each in its own transaction. When several nodes start at once, one applies and the others
 * wait. Throws with the migration's name when one was edited, has failed, is unknown, or fails now.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS_FOLDER,
  options: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await acquireMigrationLock(client)
    await client.query(CREATE_MIGRATIONS_TABLE)
    if (options.retry) await client.query(MARK_ROLLED_BACK, [options.retry])
    const status = compareMigrations(migrations, await readRecords(client))
    assertMigratable(status)
    const pending = migrations.filter(({ name }) => status.pending.includes(name))
    for (const migration of pending) await applyMigration(client, migration)
    return { applied: pending.map(({ name }) => name) }
  } finally {
    // Closing the connection releases the lock.
    client.release(true)
  }
}

/** Compares the database with the folder; changes nothing. */
export async function migrationStatus(pool: Pool, folder: string = MIGRATIONS_FOLDER): Promise<MigrationStatus> {
  const there = await pool.query<{ found: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`)
  const records = there.rows[0]?.found ? await readRecords(pool) : []
  return compareMigrations(readMigrations(folder), records)
}

/** Key of Prisma's migration lock, so that its command line and the server exclude each other. */
const PRISMA_LOCK_KEY = 72_707_369

async function acquireMigrationLock(client: PoolClient): Promise<void> {
  await client.query(`${WITHOUT_TIMEOUTS}; SET lock_timeout = '60s'`)
  await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK_KEY])
  await client.query(WITHOUT_TIMEOUTS)
}

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
const MARK_ROLLED_BACK = `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL`
const RECORD_APPLIED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`
const RECORD_FAILED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)`

interface MigrationRecord {
  name: string
  checksum: string
  finished: boolean
}

async function readRecords(client: Pool | PoolClient): Promise<MigrationRecord[]> {
  const found = await client.query<MigrationRecord>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return found.rows
}

function compareMigrations(migrations: readonly Migration[], records: readonly MigrationRecord[]): MigrationStatus {
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

function assertMigratable({ failed, edited, unknown }: MigrationStatus): void {
  const [broken, changed, foreign] = [failed[0], edited[0], unknown[0]]
  if (broken)
    throw new Error(`Migration ${broken} failed earlier. Fix it, then run: npm run migrate -- --retry ${broken}`)
  if (changed)
    throw new Error(
      `Migration ${changed} was edited after it had been applied. Restore the file, and put the change into a new migration.`,
    )
  if (foreign)
    throw new Error(`The database has a migration this build does not know: ${foreign}. Start a build that has it.`)
}

/** Applies a file and writes its record in one transaction. */
async function applyMigration(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(RECORD_APPLIED, [randomUUID(), checksum, name])
    await client.query('COMMIT')
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await client.query('ROLLBACK')
    await client.query(RECORD_FAILED, [randomUUID(), checksum, name, String(error)])
    throw new Error(`Migration ${name} failed, and was rolled back: ${messageOf(error)}`, { cause: error })
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
