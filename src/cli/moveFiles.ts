import { parseArgs } from 'node:util'
import { type MovedFiles, moveFiles } from '../backup/moveFiles.ts'
import { countText, sizeText } from '../backup/progress.ts'
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
  const database = await openServerDatabase(settings, 'found', 'any')
  try {
    const disk = await openDiskBlobCopies(settings.DATA_DIR)
    const bucket = await openBucketBlobs(settings)
    const [from, to] = target === 's3' ? [disk, bucket] : [bucket, disk]
    const copied = moveFiles({ databaseUrl: database.url, from, to, tell: print })
    const moved = await copied.finally(() => bucket.close())
    print(
      `The database names ${countText(moved.count, 'file')}; copied ${moved.copied} of ${sizeText(moved.bytes)} to ${to.place}.`,
    )
    return reportMissing(moved, print)
  } finally {
    await database.close()
  }
}

function reportMissing({ missing }: MovedFiles, print: Print): ExitCode {
  if (missing.length === 0) return EXIT_CODE.done
  print(`In neither store: ${countText(missing.length, 'file')}: ${missing.slice(0, 10).join(', ')}.`)
  return EXIT_CODE.refused
}
