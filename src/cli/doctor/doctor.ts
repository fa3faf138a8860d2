import { parseArgs } from 'node:util'
import { countText } from '../../backup/progress.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { OpenDatabase } from '../../platform/database/openDatabase.ts'
import type { Settings } from '../../settings.ts'
import { assertNoArguments, type Command, type CommandContext, EXIT_CODE, type ExitCode } from '../command.ts'
import { databaseExists, openServerDatabase } from '../serverDatabase.ts'
import { backupCheck } from './backup.ts'
import { type Check, type CheckContext, errorMessage, type Finding, fail, ok, warn } from './check.ts'
import { clockCheck } from './clock.ts'
import { describeDatabase, extensionsCheck, migrationsCheck } from './database.ts'
import { demoCheck } from './demo.ts'
import { diskCheck } from './disk.ts'
import { filesCheck } from './files.ts'
import { mailCheck } from './mail.ts'
import { nodeCheck } from './node.ts'
import { objectStoreCheck } from './objectStore.ts'
import { poolerCheck } from './pooler.ts'
import { redisCheck } from './redis.ts'
import { replicaCheck } from './replica.ts'
import { serverKeyCheck } from './serverKey.ts'
import { type ReadableSettings, readValidSettings, secretKeyCheck } from './settings.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  takes: '[--files]',
  help: [
    'Looks at settings, secret key, disk, database, files, clock, mail, Redis and S3, and says what to mend; exits 1',
    'when something failed. --files: reads all files and compares them with the database, instead of a sample.',
  ],
  read(args) {
    const options = { files: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    assertNoArguments(positionals)
    return (context) => runChecks(context, values.files)
  },
}

const CHECKS_BEFORE_DATABASE = [nodeCheck, secretKeyCheck, diskCheck]
const CHECKS_AFTER_DATABASE = [
  poolerCheck,
  migrationsCheck,
  serverKeyCheck,
  extensionsCheck,
  demoCheck,
  backupCheck,
  clockCheck,
  mailCheck,
  replicaCheck,
  redisCheck,
  objectStoreCheck,
  filesCheck,
]

async function runChecks({ env, print }: CommandContext, everyFile: boolean): Promise<ExitCode> {
  const readable = readValidSettings(env)
  const tally = { ok: 0, warn: 0, fail: 0 }
  const say = (name: string, findings: readonly Finding[]) => {
    for (const { level, says } of findings) {
      tally[level]++
      print(`${level.padEnd(4)}  ${name.padEnd(10)}  ${says}`)
    }
  }
  say('settings', readable.findings)
  for (const check of CHECKS_BEFORE_DATABASE)
    say(check.name, await runCheck(check, readable, { database: null, everyFile }))
  const { database, findings } = await findDatabase(readable)
  try {
    say('database', findings)
    for (const check of CHECKS_AFTER_DATABASE) say(check.name, await runCheck(check, readable, { database, everyFile }))
  } finally {
    await database?.close()
  }
  print(`${tally.fail} failed, ${countText(tally.warn, 'warning')}.`)
  return tally.fail > 0 ? EXIT_CODE.refused : EXIT_CODE.done
}

/** Runs a check; an error counts as its failure and does not stop the other checks. */
async function runCheck(
  { needs, look: lookAt }: Check,
  { settings, wrong }: ReadableSettings,
  site: Pick<CheckContext, 'database' | 'everyFile'>,
): Promise<readonly Finding[]> {
  const lacking = needs.filter((name) => wrong.has(name))
  if (lacking.length > 0) return [notChecked(lacking)]
  return lookAt({ settings, clock: systemClock, ...site }).catch((error: unknown) => [fail(errorMessage(error))])
}

const notChecked = (wrong: readonly string[]) => warn(`Not checked: ${wrong.join(' and ')} must be mended first.`)

interface DatabaseResult {
  readonly database: OpenDatabase | null
  readonly findings: readonly Finding[]
}

async function findDatabase({ settings, wrong }: ReadableSettings): Promise<DatabaseResult> {
  if (wrong.has('DATABASE_URL')) return { database: null, findings: [notChecked(['DATABASE_URL'])] }
  if (!databaseExists(settings))
    return { database: null, findings: [ok(`The first start makes one in ${settings.DATA_DIR}.`)] }
  try {
    return await openAndDescribe(settings)
  } catch (error) {
    return { database: null, findings: [fail(explainUnreachable(error))] }
  }
}

/** PostgreSQL's own message does not name the setting that is wrong. */
function explainUnreachable(error: unknown): string {
  const message = errorMessage(error)
  if (/startup parameter/.test(`${message} ${errorMessage(error instanceof Error ? error.cause : '')}`))
    return POOLER_REFUSES
  return /DATABASE_URL|DATA_DIR|db\./.test(message) ? message : `${message}. Check DATABASE_URL.`
}

const POOLER_REFUSES =
  'A pooler in between, such as PgBouncer, does not take the options of sessions. Let DATABASE_URL lead to PostgreSQL itself, or to a pool with pool_mode = session and ignore_startup_parameters = options.'

async function openAndDescribe(settings: Settings): Promise<DatabaseResult> {
  const database = await openServerDatabase(settings, 'found', 'none')
  const findings = await describeDatabase(database, settings).catch((error: unknown) => [fail(errorMessage(error))])
  return { database, findings }
}
