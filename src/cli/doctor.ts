import { parseArgs } from 'node:util'
import { systemClock } from '../kernel/clock.ts'
import type { OpenDatabase } from '../platform/database/open.ts'
import type { Settings } from '../settings.ts'
import { clockCheck } from './checks/clock.ts'
import { describeDatabase, extensionsCheck, migrationsCheck } from './checks/database.ts'
import { diskCheck } from './checks/disk.ts'
import { type Check, type Finding, fail, messageOf, ok, type Site, warn } from './checks/finding.ts'
import { mailCheck } from './checks/mail.ts'
import { redisCheck } from './checks/redis.ts'
import { secretKeyCheck } from './checks/secretKey.ts'
import { type Readable, readWhatCanBe } from './checks/settings.ts'
import { type Command, type Env, EXIT, type Exit, none } from './command.ts'
import { hasDatabase, reachDatabase } from './ground.ts'

export const doctor: Command = {
  name: 'doctor',
  takes: '',
  help: [
    'Looks at settings, secret key, disk, database, clock, mail and Redis, and says what to mend; exits 1 when',
    'something failed.',
  ],
  read(args) {
    none(parseArgs({ args, allowPositionals: true, options: {} }).positionals)
    return examine
  },
}

const BEFORE_THE_DATABASE = [secretKeyCheck, diskCheck]
const AFTER_IT = [migrationsCheck, extensionsCheck, clockCheck, mailCheck, redisCheck]

async function examine(env: Env): Promise<Exit> {
  const readable = readWhatCanBe(env)
  const tally = { ok: 0, warn: 0, fail: 0 }
  const say = (name: string, findings: readonly Finding[]) => {
    for (const { level, says } of findings) {
      tally[level]++
      console.log(`${level.padEnd(4)}  ${name.padEnd(10)}  ${says}`)
    }
  }
  say('settings', readable.findings)
  for (const check of BEFORE_THE_DATABASE) say(check.name, await look(check, readable, null))
  const { database, findings } = await findDatabase(readable)
  try {
    say('database', findings)
    for (const check of AFTER_IT) say(check.name, await look(check, readable, database))
  } finally {
    await database?.close()
  }
  console.log(`${tally.fail} failed, ${tally.warn} warnings.`)
  return tally.fail > 0 ? EXIT.refused : EXIT.done
}

/** A check that fails to look has failed; it keeps no other from looking. */
async function look(
  { needs, look: lookAt }: Check,
  { settings, wrong }: Readable,
  database: Site['database'],
): Promise<readonly Finding[]> {
  const lacking = needs.filter((name) => wrong.has(name))
  if (lacking.length > 0) return [notChecked(lacking)]
  return lookAt({ settings, clock: systemClock, database }).catch((error: unknown) => [fail(messageOf(error))])
}

const notChecked = (wrong: readonly string[]) => warn(`Not checked: ${wrong.join(' and ')} must be mended first.`)

interface Found {
  readonly database: OpenDatabase | null
  readonly findings: readonly Finding[]
}

async function findDatabase({ settings, wrong }: Readable): Promise<Found> {
  if (wrong.has('DATABASE_URL')) return { database: null, findings: [notChecked(['DATABASE_URL'])] }
  if (!hasDatabase(settings))
    return { database: null, findings: [ok(`The first start makes one in ${settings.DATA_DIR}.`)] }
  try {
    return await openAndDescribe(settings)
  } catch (error) {
    return { database: null, findings: [fail(unreached(messageOf(error)))] }
  }
}

/** What PostgreSQL itself says does not tell where to look. */
const unreached = (message: string) =>
  /DATABASE_URL|DATA_DIR|db\./.test(message) ? message : `${message}. Check DATABASE_URL.`

async function openAndDescribe(settings: Settings): Promise<Found> {
  const database = await reachDatabase(settings, 'found')
  const findings = await describeDatabase(database, settings).catch((error: unknown) => [fail(messageOf(error))])
  return { database, findings }
}
