import { parseArgs } from 'node:util'
import { type MigrationStatus, migrate, migrationStatus } from '../platform/database/migrate.ts'
import { MIGRATIONS } from '../platform/database/migrations.ts'
import type { OpenDatabase } from '../platform/database/open.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT, type Exit, none, withSettings } from './command.ts'
import { type Making, reachDatabase } from './ground.ts'

export const migrateStatus: Command = {
  name: 'migrate status',
  takes: '',
  help: ['Says how the database stands to the migrations of this build; exits 1 when they differ.'],
  read(args) {
    none(parseArgs({ args, allowPositionals: true, options: {} }).positionals)
    return withSettings((settings) =>
      onDatabase(settings, 'found', async ({ pool }) => report(await migrationStatus(pool))),
    )
  },
}

export const migrateDeploy: Command = {
  name: 'migrate deploy',
  takes: '[--retry <migration>]',
  help: ['Applies what is pending, as the server does at start. --retry names one that failed and was mended.'],
  read(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { retry: { type: 'string' } } })
    none(positionals)
    const { retry } = values
    return withSettings((settings) =>
      onDatabase(settings, 'made', async ({ pool }) => {
        const { applied } = await migrate(pool, MIGRATIONS, retry ? { retry } : {})
        console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.')
        return EXIT.done
      }),
    )
  },
}

type Work = (database: OpenDatabase) => Promise<Exit>

async function onDatabase(settings: Settings, making: Making, work: Work): Promise<Exit> {
  const database = await reachDatabase(settings, making)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function report({ applied, pending, edited, failed, unknown }: MigrationStatus): Exit {
  const amiss = [
    { names: pending, means: 'not applied yet' },
    { names: edited, means: 'edited after it had been applied' },
    { names: failed, means: 'failed' },
    { names: unknown, means: 'unknown to this build' },
  ].filter(({ names }) => names.length > 0)
  console.log(`${applied.length} applied, ${pending.length} pending.`)
  for (const { names, means } of amiss) for (const name of names) console.log(`${name}: ${means}`)
  return amiss.length === 0 ? EXIT.done : EXIT.refused
}
