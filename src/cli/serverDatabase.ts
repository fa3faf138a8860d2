import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { ensureEconomySeed } from '../areas/economy/seed.ts'
import { ensureSeedData } from '../areas/system/seed/ensureSeedData.ts'
import { type Scope, systemScope } from '../kernel/scope.ts'
import {
  assertMigratable,
  assertNotLater,
  type MigrationStatus,
  migrationStatus,
} from '../platform/database/migrations.ts'
import { findRunningEmbeddedUrl, type OpenDatabase, openDatabase } from '../platform/database/openDatabase.ts'
import { JOB_TIMEOUTS } from '../platform/database/sessionTimeouts.ts'
import { openPlatform } from '../platform/openPlatform.ts'
import { readOwnUrls } from '../platform/ownUrls.ts'
import { servicesOf } from '../platform/platform.ts'
import type { Settings } from '../settings.ts'

/** Commands print their errors themselves, so the log stays silent. */
export const silentLog = pino({ level: 'silent' })

/** What to do when DATA_DIR holds no database: create it, or refuse because the folder may be the wrong one. */
export type MissingDatabasePolicy = 'made' | 'found'

export const databaseExists = ({ DATABASE_URL, DATA_DIR }: Settings) =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, 'db', 'PG_VERSION'))

/**
 * The tables that a command needs: none; those of this or an earlier version; or those of this build, or none at all where
 * the command makes a database.
 */
export type NeededTables = 'none' | 'any' | 'current'

/**
 * Opens the server's database: the one at DIRECT_DATABASE_URL or DATABASE_URL, the embedded one of the server that runs on DATA_DIR, or an
 * embedded one that is started for this command and stopped when it is closed. Throws what to do when it lacks the tables.
 */
export async function openServerDatabase(
  settings: Settings,
  making: MissingDatabasePolicy,
  tables: NeededTables,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATA_DIR: dataDir } = settings
  if (making === 'found' && !databaseExists(settings))
    throw new Error(`There is no database in ${dataDir} yet. Check DATA_DIR, or start the server first.`)
  const url = DIRECT_DATABASE_URL ?? DATABASE_URL ?? (await findRunningEmbeddedUrl(dataDir)) ?? undefined
  const database = await openDatabase({ url, dataDir, poolSize: 2, applicationName: 'plaza command', log: silentLog })
  try {
    if (tables !== 'none') assertTables(await migrationStatus(database.pool), { settings, making, tables })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

interface TableNeed {
  readonly settings: Settings
  readonly making: MissingDatabasePolicy
  readonly tables: Exclude<NeededTables, 'none'>
}

/** A database in use is only migrated by the migrate command and the start of the server. */
function assertTables(status: MigrationStatus, { settings, making, tables }: TableNeed): void {
  const { applied, failed } = status
  const isEmpty = applied.length === 0 && failed.length === 0
  if (isEmpty && making === 'found') throw noTables(settings)
  if (isEmpty) return
  if (tables === 'current') assertCurrent(status)
  else assertNotLater(status)
}

function assertCurrent(status: MigrationStatus): void {
  const { failed, pending } = status
  if (failed.length === 0 && pending.length > 0)
    throw new Error(
      `The database lacks migrations of this build: ${pending.join(', ')}. Start the server, or run: plaza migrate deploy`,
    )
  assertMigratable(status)
}

function noTables({ DATABASE_URL, DATA_DIR }: Settings): Error {
  const place = DATABASE_URL === undefined ? `in ${DATA_DIR}` : 'at DATABASE_URL'
  const setting = DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL'
  return new Error(
    `The database ${place} has no tables of Plaza yet. Check ${setting}; if it is the right one, start the server, or run: plaza migrate deploy`,
  )
}

/** Throws while a node is connected to the database. */
export async function assertNoNodeRuns({ sql }: Pick<OpenDatabase, 'sql'>): Promise<void> {
  const [row] = await sql<{ connections: number }>`
    SELECT count(*)::int AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> 'plaza command' AND application_name ~ '^plaza( |$)'`
  if (row && row.connections > 0) throw new Error('Nodes are connected to the database. Stop all of them first.')
}

type ScopeWork<R> = (scope: Scope) => Promise<R>

/** Runs work with the platform's scope on the server's database, without background jobs. */
export async function withServerScope<R>(
  settings: Settings,
  making: MissingDatabasePolicy,
  work: ScopeWork<R>,
): Promise<R> {
  const database = await openServerDatabase(settings, making, 'current')
  try {
    return await openAndRun(
      {
        ...settings,
        DATABASE_URL: database.url,
        DATABASE_REPLICA_URL: undefined,
        DATABASE_POOL_SIZE: 3,
        JOBS: 'off',
        METRICS: 'off',
        OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      },
      work,
    )
  } finally {
    await database.close()
  }
}

async function openAndRun<R>(settings: Settings, work: ScopeWork<R>): Promise<R> {
  const platform = await openPlatform(settings, { log: silentLog, databaseTimeouts: JOB_TIMEOUTS })
  try {
    const scope = systemScope(servicesOf(platform, await readOwnUrls(platform)))
    await ensureSeedData(scope)
    await ensureEconomySeed(scope)
    return await work(scope)
  } finally {
    await platform.close()
  }
}
