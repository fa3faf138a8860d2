import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { ensureEconomySeed } from '../areas/economy/seed.ts'
import { ensureSeedData } from '../areas/system/seed/ensureSeedData.ts'
import { type Scope, systemScope } from '../kernel/scope.ts'
import { migrationStatus } from '../platform/database/migrations.ts'
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
 * Opens the server's database: the one at DATABASE_URL, the embedded one of the server that runs on DATA_DIR, or an
 * embedded one that is started for this command and stopped when it is closed.
 */
export async function openServerDatabase(settings: Settings, making: MissingDatabasePolicy): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR: dataDir } = settings
  if (making === 'found' && !databaseExists(settings))
    throw new Error(`There is no database in ${dataDir} yet. Check DATA_DIR, or start the server first.`)
  const url = DATABASE_URL ?? (await findRunningEmbeddedUrl(dataDir)) ?? undefined
  return openDatabase({ url, dataDir, poolSize: 2, applicationName: 'plaza command', log: silentLog })
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
  const database = await openServerDatabase(settings, making)
  try {
    await assertSchemaCurrent(database)
    return await openAndRun(
      {
        ...settings,
        DATABASE_URL: database.url,
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

/** Migrates an empty database. A database in use is only migrated by the migrate command. */
export async function assertSchemaCurrent({ pool }: OpenDatabase): Promise<void> {
  const { applied, pending } = await migrationStatus(pool)
  if (applied.length === 0 || pending.length === 0) return
  throw new Error(`The database lacks migrations of this build: ${pending.join(', ')}. Run: plaza migrate deploy`)
}
