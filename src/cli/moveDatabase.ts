import { parseArgs } from 'node:util'
import { countText } from '../backup/progress.ts'
import { type RestoreSummary, type RestoreTarget, restoreBackup } from '../backup/restoreBackup.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/openDatabase.ts'
import { explainDatabaseRefusal } from '../platform/startErrors.ts'
import type { Settings } from '../settings.ts'
import {
  assertNoArguments,
  type Command,
  type CommandContext,
  EXIT_CODE,
  type ExitCode,
  type Print,
  withSettings,
} from './command.ts'
import { errorMessage } from './doctor/check.ts'
import { assertNoNodeRuns, openServerDatabase, silentLog } from './serverDatabase.ts'

export const moveDatabaseCommand: Command = {
  name: 'move database',
  takes: '[url]',
  help: [
    'Copies the database to an empty one, while no node runs, and verifies it: from the embedded PostgreSQL to another, or',
    'between servers. The URL of the empty one is TARGET_DATABASE_URL; as an argument, every user of the machine sees its',
    'password. Start the server with DATABASE_URL set to it. The old database stays as it is.',
  ],
  read(args) {
    const [given, ...rest] = parseArgs({ args, allowPositionals: true, options: {} }).positionals
    assertNoArguments(rest)
    if (given !== undefined) assertUrl(given, 'The URL')
    return (context: CommandContext) =>
      withSettings((settings, print) =>
        copyDatabase(settings, given ?? readTarget(context.env.TARGET_DATABASE_URL), print),
      )(context)
  },
}

function readTarget(url: string | undefined): string {
  if (!url) throw new Error('Set TARGET_DATABASE_URL to the URL of the empty database.')
  assertUrl(url, 'TARGET_DATABASE_URL')
  return url
}

function assertUrl(url: string, name: string): void {
  if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url))
    throw new Error(`${name} is no address such as postgresql://user:password@host:5432/plaza.`)
}

async function copyDatabase(settings: Settings, url: string, print: Print): Promise<ExitCode> {
  const source = await openServerDatabase(settings, 'found', 'current')
  try {
    await assertNoNodeRuns(source)
    const target = await namingTarget(url, openTarget(settings, url))
    await copyTo({ source, target, print }).finally(() => target.close())
    await assertNoNodeRuns(source)
    print('Start the server with DATABASE_URL set to the new database.')
    return EXIT_CODE.done
  } finally {
    await source.close()
  }
}

const TARGET = 'the target URL'

const openTarget = ({ DATA_DIR: dataDir }: Settings, url: string): Promise<OpenDatabase> =>
  openDatabase({ url, urlName: TARGET, dataDir, poolSize: 2, applicationName: 'plaza command', log: silentLog })

/**
 * Awaits work on the target, whose errors then name it, without password. They have no cause: it would be explained as an
 * error of the database of the settings.
 */
async function namingTarget<T>(url: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { host, pathname } = new URL(url)
    const reason = explainDatabaseRefusal(error, { url, name: TARGET }) ?? errorMessage(error)
    throw new Error(`The target database ${host}${pathname}: ${reason}`)
  }
}

interface DatabaseMove {
  readonly source: OpenDatabase
  readonly target: OpenDatabase
  readonly print: Print
}

/** The files stay where they are, and so does the key. */
async function copyTo({ source, target, print }: DatabaseMove): Promise<void> {
  const place: RestoreTarget = {
    ...{ databaseUrl: target.url, pool: target.pool, blobs: null, tell: print },
    otherDatabase: 'Make an empty database, and let the target URL lead to it.',
    checkKey: async () => {},
  }
  const done: { summary?: RestoreSummary } = {}
  await writeBackup({ databaseUrl: source.url, blobs: null, key: null, tell: print }, async (chunks) => {
    done.summary = await namingTarget(target.url, restoreBackup(place, chunks))
  })
  print(`Copied ${countText(done.summary?.rows ?? 0, 'row')}.`)
}
