import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { ensureBaseline } from '../areas/system/baseline.ts'
import { platformScope, type Scope } from '../kernel/scope.ts'
import { attachEmbedded } from '../platform/database/attach.ts'
import { migrationStatus } from '../platform/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/open.ts'
import { openPlatform } from '../platform/open.ts'
import { outsideOf } from '../platform/platform.ts'
import type { Settings } from '../settings.ts'

/** A command says itself what went wrong; the log would say it again. */
export const silent = pino({ level: 'silent' })

/** What is done where DATA_DIR holds no database yet: one is made, or it is refused, as the folder may be the wrong one. */
export type Making = 'made' | 'found'

export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Settings) =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, 'db', 'PG_VERSION'))

/**
 * The database that the server has or would have: at DATABASE_URL, that of the server running on DATA_DIR, or else the
 * embedded one, started for this command and stopped when it is closed.
 */
export async function reachDatabase(settings: Settings, making: Making): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR: dataDir } = settings
  if (making === 'found' && !hasDatabase(settings))
    throw new Error(`There is no database in ${dataDir} yet. Check DATA_DIR, or start the server first.`)
  const url = DATABASE_URL ?? (await attachEmbedded(dataDir)) ?? undefined
  return openDatabase({ url, dataDir, poolSize: 2, log: silent })
}

type Work<R> = (scope: Scope) => Promise<R>

/** Does something in the name of the platform, on the database of the server. No job is carried out meanwhile. */
export async function onPlatform<R>(settings: Settings, making: Making, work: Work<R>): Promise<R> {
  const database = await reachDatabase(settings, making)
  try {
    await refuseOlderSchema(database)
    return await openAndDo(
      { ...settings, DATABASE_URL: database.url, DATABASE_POOL_SIZE: 3, JOBS: 'off', METRICS: 'off' },
      work,
    )
  } finally {
    await database.close()
  }
}

async function openAndDo<R>(settings: Settings, work: Work<R>): Promise<R> {
  const platform = await openPlatform(settings, { log: silent })
  try {
    const scope = platformScope(outsideOf(platform, {}))
    await ensureBaseline(scope)
    return await work(scope)
  } finally {
    await platform.close()
  }
}

/** An empty database is filled as at a first start; one that is in use is changed only when that is what was asked for. */
async function refuseOlderSchema({ pool }: OpenDatabase): Promise<void> {
  const { applied, pending } = await migrationStatus(pool)
  if (applied.length === 0 || pending.length === 0) return
  throw new Error(
    `The database lacks migrations of this build: ${pending.join(', ')}. Run: npm run cli -- migrate deploy`,
  )
}
