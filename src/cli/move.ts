import { parseArgs } from 'node:util'
import { type MovedFiles, moveFiles } from '../backup/moveFiles.ts'
import { sizeText } from '../backup/progress.ts'
import { type RestoreSummary, restoreBackup } from '../backup/restoreBackup.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { openBucketBlobs, openDiskBlobCopies } from '../platform/blobs/copies.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/openDatabase.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT_CODE, type ExitCode, type Print, singleArgument, withSettings } from './command.ts'
import { assertNoNodeRuns, assertSchemaCurrent, openServerDatabase, silentLog } from './serverDatabase.ts'

const wordsOf = (args: string[]) => parseArgs({ args, allowPositionals: true, options: {} }).positionals

export const moveFilesCommand: Command = {
  name: 'move files',
  takes: '<s3 | disk>',
  help: [
    'Copies all files from DATA_DIR to the bucket of the settings, or back, and verifies each copy; what is there already is',
    'left out. Run it while the server runs with its present settings, then stop the server, run it again for the files that',
    'came since, and start the server with S3_BUCKET set or, for disk, without it. Nothing is deleted.',
  ],
  read(args) {
    const target = singleArgument(wordsOf(args), 'target, s3 or disk,')
    if (target !== 's3' && target !== 'disk') throw new Error(`The target is s3 or disk: ${target}`)
    return withSettings((settings, print) => copyFiles(settings, target, print))
  },
}

async function copyFiles(settings: Settings, target: 's3' | 'disk', print: Print): Promise<ExitCode> {
  const bucket = await openBucketBlobs(settings)
  const disk = await openDiskBlobCopies(settings.DATA_DIR)
  const [from, to] = target === 's3' ? [disk, bucket] : [bucket, disk]
  const database = await openServerDatabase(settings, 'found')
  try {
    const moved = await moveFiles({ databaseUrl: database.url, from, to, tell: print })
    print(
      `${moved.count} files are named by the database; copied ${moved.copied} of ${sizeText(moved.bytes)} to ${to.place}.`,
    )
    return reportMissing(moved, print)
  } finally {
    await database.close()
    await bucket.close()
  }
}

function reportMissing({ missing }: MovedFiles, print: Print): ExitCode {
  if (missing.length === 0) return EXIT_CODE.done
  print(`${missing.length} files are in neither store: ${missing.slice(0, 10).join(', ')}.`)
  return EXIT_CODE.refused
}

export const moveDatabaseCommand: Command = {
  name: 'move database',
  takes: '<url>',
  help: [
    'Copies the database to an empty one at the URL, while no node runs, and verifies it: from the embedded PostgreSQL to',
    'another, or between servers. Start the server with DATABASE_URL set to it. The old database stays as it is.',
  ],
  read(args) {
    const url = singleArgument(wordsOf(args), 'URL')
    if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url))
      throw new Error('The URL is no address such as postgresql://user:password@host:5432/plaza.')
    return withSettings((settings, print) => copyDatabase(settings, url, print))
  },
}

async function copyDatabase(settings: Settings, url: string, print: Print): Promise<ExitCode> {
  const source = await openServerDatabase(settings, 'found')
  try {
    await assertSchemaCurrent(source)
    await assertNoNodeRuns(source)
    const target = await openDatabase({
      ...{ url, dataDir: settings.DATA_DIR, poolSize: 2, applicationName: 'plaza command', log: silentLog },
    })
    await copyTo({ source, target, print }).finally(() => target.close())
    await assertNoNodeRuns(source)
    print('Start the server with DATABASE_URL set to the new database.')
    return EXIT_CODE.done
  } finally {
    await source.close()
  }
}

interface DatabaseMove {
  readonly source: OpenDatabase
  readonly target: OpenDatabase
  readonly print: Print
}

/** The files stay where they are, and so does the key. */
async function copyTo({ source, target, print }: DatabaseMove): Promise<void> {
  const place = { databaseUrl: target.url, pool: target.pool, blobs: null, tell: print, checkKey: async () => {} }
  const done: { summary?: RestoreSummary } = {}
  await writeBackup({ databaseUrl: source.url, blobs: null, key: null, tell: print }, async (chunks) => {
    done.summary = await restoreBackup(place, chunks)
  })
  print(`Copied ${done.summary?.rows ?? 0} rows.`)
}
