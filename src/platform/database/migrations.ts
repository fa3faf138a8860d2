import type { Pool, PoolClient } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { isDatabaseDown } from './connectionErrors.ts'
import { MIGRATIONS_FOLDER, type Migration, readMigrations, stepsOf } from './migrationFiles.ts'
import { acquireMigrationLock } from './migrationLock.ts'
import {
  createRecords,
  type MigrationRecord,
  type Progress,
  readRecords,
  recordApplied,
  recordFailed,
  recordFinished,
  recordProgress,
  recordStarted,
  renewChecksums,
  retryFailed,
} from './migrationRecords.ts'
import { applySteps, inTransaction } from './migrationSteps.ts'

export { MIGRATIONS_FOLDER, type Migration, migrationNames, readMigrations } from './migrationFiles.ts'

/** Names of migrations by state. The last three states prevent the server from starting. */
export interface MigrationStatus {
  readonly applied: string[]
  /** Not applied, or in steps of which some are. */
  readonly pending: string[]
  /** Applied, but the file was edited since. */
  readonly edited: string[]
  readonly failed: string[]
  /** Applied by another build, and unknown to this one. */
  readonly unknown: string[]
}

/** How far the migrations are; `count` is 0 while another process holds the lock of migrations. */
export interface MigrationProgress {
  readonly done: number
  readonly count: number
}

interface MigrateOptions {
  /** A failed migration that was fixed and is to be applied again. */
  readonly retry?: string
  /** Nothing is logged by default. */
  readonly log?: Log
  /**
   * Awaited once before the first pending migration, while other processes are kept from migrating. Not called when nothing
   * is pending, and for a database without any migration.
   */
  readonly beforeApplying?: (pending: readonly string[]) => Promise<void>
  /** Called when this has to wait for another process, before the first pending migration, and after each. */
  readonly onProgress?: (progress: MigrationProgress) => void
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Applies pending migrations, each in its own transaction, or step by step. When several nodes start at once, one applies and
 * the others wait for it. Without anything to do it waits for nobody, such as a backup, which holds the lock while it reads
 * the database. Throws with the migration's name when one was edited, has failed, is unknown, or fails now.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS_FOLDER,
  options: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const { log = SILENT, onProgress = () => {} } = options
  const migrations = readMigrations(folder)
  if (isUpToDate(migrations, await findRecords(pool))) return { applied: [] }
  const client = await pool.connect()
  try {
    await acquireMigrationLock(client, { log, onWait: () => onProgress({ done: 0, count: 0 }) })
    await createRecords(client)
    if (options.retry) await retryFailed(client, migrations, options.retry)
    const records = await readRecords(client)
    const status = compareMigrations(migrations, records)
    assertMigratable(status)
    const pending = migrations.filter(({ name }) => status.pending.includes(name))
    const names = pending.map(({ name }) => name)
    if (pending.length > 0) onProgress({ done: 0, count: pending.length })
    if (pending.length > 0 && status.applied.length > 0) await options.beforeApplying?.(names)
    await applyAll({ client, log, onProgress, records }, pending)
    await renewChecksums(client, migrations)
    return { applied: names }
  } finally {
    // Closing the connection releases the lock.
    client.release(true)
  }
}

/** Compares the database with the folder; changes nothing. */
export async function migrationStatus(pool: Pool, folder: string = MIGRATIONS_FOLDER): Promise<MigrationStatus> {
  return compareMigrations(readMigrations(folder), await findRecords(pool))
}

/** None before the first migration. */
async function findRecords(pool: Pool): Promise<MigrationRecord[]> {
  const there = await pool.query<{ found: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`)
  return there.rows[0]?.found ? readRecords(pool) : []
}

/** Whether every migration is applied by the file of this build, and no other one. */
function isUpToDate(migrations: readonly Migration[], records: readonly MigrationRecord[]): boolean {
  const done = new Map(records.filter(({ finished }) => finished).map(({ name, checksum }) => [name, checksum]))
  return records.length === migrations.length && migrations.every(({ name, checksum }) => done.get(name) === checksum)
}

/** Applies a file without a record, for a database that is thrown away. */
export async function applyWithoutRecord(pool: Pool, migration: Pick<Migration, 'name' | 'sql'>): Promise<void> {
  const steps = stepsOf(migration)
  if (!steps) return void (await pool.query(migration.sql))
  const client = await pool.connect()
  await applySteps({ client, log: SILENT, save: async () => {} }, steps, { steps: 0 }).finally(() => client.release())
}

function compareMigrations(migrations: readonly Migration[], records: readonly MigrationRecord[]): MigrationStatus {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const done = records.filter(({ finished }) => finished)
  const failed = records.filter((record) => !record.finished && !isInterrupted(record, files.get(record.name)))
  const settled = new Set(names([...done, ...failed]))
  return {
    applied: names(done),
    pending: names(migrations.filter(({ name }) => !settled.has(name))),
    edited: names(done.filter(({ name, checksum }) => !isChecksumOf(files.get(name), checksum))),
    failed: names(failed),
    unknown: names(done.filter(({ name }) => !files.has(name))),
  }
}

/** Whether an unfinished migration goes on from where it was: in steps, without an error, and by the same file. */
const isInterrupted = ({ progress, checksum }: MigrationRecord, file: Migration | undefined) =>
  progress !== null && progress.error === undefined && file?.checksum === checksum

const isChecksumOf = (file: Migration | undefined, checksum: string) =>
  file === undefined || file.checksum === checksum || file.replaced.includes(checksum)

/** Throws for what keeps a server from starting, with what to do. */
export function assertMigratable(status: MigrationStatus): void {
  const [broken, changed] = [status.failed[0], status.edited[0]]
  if (broken)
    throw new Error(`Migration ${broken} failed earlier. Fix it, then run: plaza migrate deploy --retry ${broken}`)
  if (changed)
    throw new Error(
      `Migration ${changed} was edited after it had been applied. Restore the file, and put the change into a new migration.`,
    )
  assertNotLater(status)
}

/** Throws for a migration of another build, which is a later one as a rule. */
export function assertNotLater({ unknown: [name] }: MigrationStatus): void {
  if (name !== undefined)
    throw new Error(`The database has a migration this build does not know: ${name}. Start a build that has it.`)
}

interface ApplyContext extends Required<Pick<MigrateOptions, 'log' | 'onProgress'>> {
  readonly client: PoolClient
  readonly records: readonly MigrationRecord[]
}

async function applyAll(context: ApplyContext, pending: readonly Migration[]): Promise<void> {
  const { log, onProgress } = context
  const count = pending.length
  if (count === 0) return
  const begun = performance.now()
  log.info({ count, migrations: pending.map(({ name }) => name) }, 'migrations are pending')
  for (const [at, migration] of pending.entries()) {
    await applyAndTell(context, migration, `${at + 1} of ${count}`)
    onProgress({ done: at + 1, count })
  }
  log.info({ count, ms: Math.round(performance.now() - begun) }, 'migrations applied')
}

/** Milliseconds between two lines in the log about a migration that is at work. */
const TELL_INTERVAL = 5_000

async function applyAndTell(context: ApplyContext, migration: Migration, number: string): Promise<void> {
  const { log } = context
  const { name } = migration
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  log.info({ migration: name, number }, 'migration begins')
  const timer = setInterval(() => log.info({ migration: name, number, ms: ms() }, 'migration at work'), TELL_INTERVAL)
  await applyMigration(context, migration).finally(() => clearInterval(timer))
  log.info({ migration: name, number, ms: ms() }, 'migration applied')
}

/** Applies a file and writes its record: in one transaction, or with each step. */
async function applyMigration(context: ApplyContext, migration: Migration): Promise<void> {
  const { client, log } = context
  const { name, sql } = migration
  const steps = stepsOf(migration)
  if (steps) return applyInSteps(context, migration, steps)
  try {
    await inTransaction({ client, log }, async () => {
      await client.query(sql)
      await recordApplied(client, migration)
    })
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await recordFailed(client, migration, error)
    throw new Error(`Migration ${name} failed, and was rolled back: ${messageOf(error)}`, { cause: error })
  }
}

type Steps = NonNullable<ReturnType<typeof stepsOf>>

/** Goes on from the record of an interrupted run, if there is one. */
async function applyInSteps({ client, log, records }: ApplyContext, migration: Migration, steps: Steps): Promise<void> {
  const begun = records.find(({ name, finished }) => name === migration.name && !finished)
  const id = begun?.id ?? (await recordStarted(client, migration))
  try {
    const save = (progress: Progress) => recordProgress(client, id, progress)
    await applySteps({ client, log, save }, steps, begun?.progress ?? { steps: 0 })
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    const progress = (await readRecords(client)).find((record) => record.id === id)?.progress ?? { steps: 0 }
    await recordProgress(client, id, { ...progress, error: messageOf(error) })
    throw new Error(`Migration ${migration.name} failed at step ${progress.steps + 1}: ${messageOf(error)}`, {
      cause: error,
    })
  }
  await recordFinished(client, id)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
