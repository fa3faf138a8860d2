import { parseArgs } from 'node:util'
import { type MovedFiles, moveFiles } from '../backup/moveFiles.ts'
import { sizeText } from '../backup/progress.ts'
import { openBucketBlobs, openDiskBlobCopies } from '../platform/blobs/copies.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT_CODE, type ExitCode, type Print, singleArgument, withSettings } from './command.ts'
import { openServerDatabase } from './serverDatabase.ts'

export const moveFilesCommand: Command = {
  name: 'move files',
  takes: '<s3 | disk>',
  help: [
    'Copies all files from DATA_DIR to the bucket of the settings, or back, and verifies each copy; what is there already is',
    'left out. Run it while the server runs with its present settings, then stop the server, run it again for the files that',
    'came since, and start the server with S3_BUCKET set or, for disk, without it. Nothing is deleted.',
  ],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const target = singleArgument(positionals, 'target, s3 or disk,')
    if (target !== 's3' && target !== 'disk') throw new Error(`The target is s3 or disk: ${target}`)
    return withSettings((settings, print) => copyFiles(settings, target, print))
  },
}

async function copyFiles(settings: Settings, target: 's3' | 'disk', print: Print): Promise<ExitCode> {
  const bucket = await openBucketBlobs(settings)
  const disk = await openDiskBlobCopies(settings.DATA_DIR)
  const [from, to] = target === 's3' ? [disk, bucket] : [bucket, disk]
  const database = await openServerDatabase(settings, 'found', 'any')
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
