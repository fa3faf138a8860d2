import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Header } from '../backup/manifest.ts'
import { openAddress } from '../backup/places.ts'
import { countText, sizeText } from '../backup/progress.ts'
import { type RestoreSummary, restoreBackup } from '../backup/restoreBackup.ts'
import { openKey, type SealedKey } from '../backup/sealedKey.ts'
import { openStoredBlobs } from '../platform/blobs/copies.ts'
import { addKeyFile, findSecretKey, keyFileOf } from '../platform/secretKey.ts'
import { keyFingerprint } from '../platform/serverKey.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT_CODE, type ExitCode, type Print, singleArgument, withSettings } from './command.ts'
import { assertNoNodeRuns, openServerDatabase } from './serverDatabase.ts'

export const restoreCommand: Command = {
  name: 'restore',
  takes: '<file | s3://bucket/key> [--without-key]',
  help: [
    'Restores a backup into an empty database and the store of files of the settings, which need not be of the kind that was',
    'backed up, and verifies all of it. The secret key must be set, or be in the backup and BACKUP_PASSPHRASE open it;',
    '--without-key restores the rest, to be followed by "rotate-key --lost". Mails that waited are not sent again.',
  ],
  read(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'without-key': { type: 'boolean', default: false } },
    })
    const source = singleArgument(positionals, 'file')
    return withSettings((settings, print) => restore(settings, { source, isWithoutKey: values['without-key'], print }))
  },
}

interface RestoreOptions {
  readonly source: string
  readonly isWithoutKey: boolean
  readonly print: Print
}

async function restore(settings: Settings, { source, isWithoutKey, print }: RestoreOptions): Promise<ExitCode> {
  const { place, name } = await openAddress(source, settings)
  const begun = performance.now()
  try {
    const chunks = await place.read(name)
    const database = await openServerDatabase(settings, 'made', 'none')
    try {
      await assertNoNodeRuns(database)
      const checkKey = isWithoutKey ? async () => {} : keyCheck(settings, print)
      const blobs = await openStoredBlobs(settings)
      const target = { databaseUrl: database.url, pool: database.pool, blobs, tell: print, checkKey }
      const restored = restoreBackup({ ...target, otherDatabase: otherDatabase(settings) }, chunks)
      const summary = await restored.finally(() => blobs.close())
      printSummary(print, summary, performance.now() - begun)
    } finally {
      await database.close()
    }
  } finally {
    await place.close()
  }
  return EXIT_CODE.done
}

const otherDatabase = ({ DATABASE_URL, DATA_DIR }: Settings) =>
  DATABASE_URL === undefined
    ? `Set DATA_DIR to a new folder, or stop the server and move ${join(DATA_DIR, 'db')} away.`
    : 'Make an empty database, and set DATABASE_URL to it.'

/** Sees to it that the server will have the key of the backup. */
function keyCheck(settings: Settings, print: Print) {
  return async ({ keyFingerprint: expected }: Header, sealed: SealedKey | null): Promise<void> => {
    const present = await findSecretKey(settings)
    if (present !== undefined) return assertFits(present, expected)
    if (expected === null && sealed === null) return
    if (!sealed)
      throw new Error('The backup holds no secret key. Set SECRET_KEY to that of the server, or use --without-key.')
    if (settings.BACKUP_PASSPHRASE === undefined)
      throw new Error('Set BACKUP_PASSPHRASE, which opens the secret key of the backup, or set SECRET_KEY.')
    await addKeyFile(keyFileOf(settings), openKey(sealed, settings.BACKUP_PASSPHRASE))
    print(`The secret key is in ${keyFileOf(settings)}. Where several nodes run, set SECRET_KEY to it on each.`)
  }
}

function assertFits(key: string, expected: string | null): void {
  if (expected !== null && keyFingerprint(key) !== expected)
    throw new Error(
      'The secret key of the settings is not that of the backup. Set SECRET_KEY to that one, or, if DATA_DIR/secret.key is left of another restore, move that away.',
    )
}

function printSummary(print: Print, summary: RestoreSummary, took: number): void {
  const { header, rows, files, fileBytes, missingFiles } = summary
  const age = Math.round((Date.now() - new Date(header.createdAt).getTime()) / 60_000)
  print(
    `Restored ${countText(rows, 'row')} and ${countText(files, 'file')} of ${sizeText(fileBytes)} in ${(took / 1_000).toFixed(1)} s, all as the backup of Plaza ${header.plaza} has them, which is ${countText(age, 'minute')} old.`,
  )
  if (missingFiles.length > 0)
    print(
      `The store that was backed up lacked ${countText(missingFiles.length, 'file')} that rows name: ${missingFiles.slice(0, 5).join(', ')}.`,
    )
}
