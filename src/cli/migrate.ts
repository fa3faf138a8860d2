import { parseArgs } from 'node:util'
import { backUpBeforeMigrations } from '../backup/beforeMigrations.ts'
import { logTo } from '../backup/progress.ts'
import { MIGRATIONS_FOLDER, type MigrationStatus, migrate, migrationStatus } from '../platform/database/migrations.ts'
import type { OpenDatabase } from '../platform/database/openDatabase.ts'
import type { Settings } from '../settings.ts'
import { assertNoArguments, type Command, EXIT_CODE, type ExitCode, type Print, withSettings } from './command.ts'
import { type MissingDatabasePolicy, openServerDatabase } from './serverDatabase.ts'

export const migrateStatusCommand: Command = {
  name: 'migrate status',
  takes: '',
  help: ['Says how the database stands to the migrations of this build; exits 1 when they differ.'],
  read(args) {
    assertNoArguments(parseArgs({ args, allowPositionals: true, options: {} }).positionals)
    return withSettings((settings, print) =>
      withDatabase(settings, 'found', async ({ pool }) => printStatus(print, await migrationStatus(pool))),
    )
  },
}

export const migrateDeployCommand: Command = {
  name: 'migrate deploy',
  takes: '[--retry <migration>]',
  help: ['Applies what is pending, as the server does at start. --retry names one that failed and was mended.'],
  read(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { retry: { type: 'string' } } })
    assertNoArguments(positionals)
    const { retry } = values
    return withSettings((settings, print) =>
      withDatabase(settings, 'made', async ({ pool, url }) => {
        const beforeApplying = () => backUpBeforeMigrations(settings, url, print)
        const options = { beforeApplying, log: logTo(print), ...(retry && { retry }) }
        const { applied } = await migrate(pool, MIGRATIONS_FOLDER, options)
        print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.')
        return EXIT_CODE.done
      }),
    )
  },
}

type DatabaseWork = (database: OpenDatabase) => Promise<ExitCode>

async function withDatabase(settings: Settings, making: MissingDatabasePolicy, work: DatabaseWork): Promise<ExitCode> {
  const database = await openServerDatabase(settings, making, 'none')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function printStatus(print: Print, { applied, pending, edited, failed, unknown }: MigrationStatus): ExitCode {
  const amiss = [
    { names: pending, means: 'not applied yet' },
    { names: edited, means: 'edited after it had been applied' },
    { names: failed, means: 'failed' },
    { names: unknown, means: 'unknown to this build' },
  ].filter(({ names }) => names.length > 0)
  print(`${applied.length} applied, ${pending.length} pending.`)
  for (const { names, means } of amiss) for (const name of names) print(`${name}: ${means}`)
  return amiss.length === 0 ? EXIT_CODE.done : EXIT_CODE.refused
}
