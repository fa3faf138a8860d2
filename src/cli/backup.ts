import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { backupNames } from '../backup/names.ts'
import { type BackupAddress, openAddress } from '../backup/places.ts'
import { countText, sizeText } from '../backup/progress.ts'
import { recordRun } from '../backup/runs.ts'
import { type BackupSource, type BackupSummary, writeBackup } from '../backup/writeBackup.ts'
import { openStoredBlobs } from '../platform/blobs/copies.ts'
import type { OpenDatabase } from '../platform/database/openDatabase.ts'
import { findSecretKey } from '../platform/secretKey.ts'
import { keyFingerprint, missingKey, storedFingerprint, wrongKey } from '../platform/serverKey.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT_CODE, type ExitCode, type Print, singleArgument, withSettings } from './command.ts'
import { errorMessage } from './doctor/check.ts'
import { openServerDatabase } from './serverDatabase.ts'

export const backupCommand: Command = {
  name: 'backup',
  takes: '<file | s3://bucket/key> [--every <time>] [--keep <number>]',
  help: [
    'Writes an archive (tar, Zstandard) of the database, the files and, with BACKUP_PASSPHRASE, the secret key, also while',
    'the server runs. --keep 7: the archive gets a name with the time, and older ones than the newest 7 are deleted.',
    '--every 24h: makes one now and then every 24 hours (m, h or d) until it is stopped.',
  ],
  read(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { every: { type: 'string' }, keep: { type: 'string' } },
    })
    const target = singleArgument(positionals, 'file')
    const [every, keep] = [readInterval(values.every), readCount(values.keep)]
    return withSettings((settings, print) => {
      const job = { settings, target, keep, isNamedByTime: every !== null || keep !== null, print }
      return every === null ? backUp(job) : backUpForever(job, every)
    })
  },
}

const UNITS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** Milliseconds. */
function readInterval(text: string | undefined): number | null {
  if (text === undefined) return null
  const [, number, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const interval = Number(number) * (UNITS.get(unit) ?? Number.NaN)
  if (!(interval > 0)) throw new Error(`--every is no time such as 30m, 24h or 7d: ${text}`)
  return interval
}

function readCount(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--keep is no number of backups: ${text}`)
  return Number(text)
}

interface BackupJob {
  readonly settings: Settings
  readonly target: string
  /** Archives to keep; null for all. */
  readonly keep: number | null
  readonly isNamedByTime: boolean
  readonly print: Print
}

/** Makes backups until the process is stopped. One that fails is told, and the next one is made at its time. */
async function backUpForever(job: BackupJob, interval: number): Promise<ExitCode> {
  for (let next = Date.now(); ; next = nextTime(next, interval)) {
    while (Date.now() < next) await pause(Math.min(MAX_PAUSE, next - Date.now()))
    await backUp(job).catch((error: unknown) => job.print(`The backup failed: ${errorMessage(error)}`))
  }
}

/** Milliseconds: timers of Node.js end at 24 days, and stand still while the machine is suspended. */
const MAX_PAUSE = 60_000

/** The first time of the schedule that is not over; times that were missed are left out. */
const nextTime = (last: number, interval: number): number =>
  last + interval * Math.max(1, Math.ceil((Date.now() - last) / interval))

async function backUp(job: BackupJob): Promise<ExitCode> {
  const { settings, target } = job
  const { place, name } = await openAddress(target, settings)
  const names = backupNames(name)
  try {
    await writeOne(job, { place, name: job.isNamedByTime ? names.at(new Date()) : name })
    if (job.keep !== null)
      for (const outdated of names.outdated(await place.list(), job.keep)) {
        await place.remove(outdated)
        job.print(`Deleted ${place.nameOf(outdated)}.`)
      }
  } finally {
    await place.close()
  }
  return EXIT_CODE.done
}

async function writeOne({ settings, print }: BackupJob, address: BackupAddress): Promise<void> {
  const database = await openServerDatabase(settings, 'found', 'any')
  try {
    const key = await keyFor(settings, database)
    if (!key)
      print('The secret key is left out, as BACKUP_PASSPHRASE is not set: keep it elsewhere, a restore needs it.')
    const blobs = await openStoredBlobs(settings)
    const source = { databaseUrl: database.url, blobs, key, tell: print }
    await writeTo(address, database, source).finally(() => blobs.close())
  } finally {
    await database.close()
  }
}

/** Throws when a key is wanted in the archive, and the one of the settings is not that of the database. */
async function keyFor(settings: Settings, { sql }: OpenDatabase): Promise<BackupSource['key']> {
  const passphrase = settings.BACKUP_PASSPHRASE
  if (passphrase === undefined) return null
  const [text, expected] = [await findSecretKey(settings), await storedFingerprint(sql)]
  if (text === undefined) throw missingKey(settings)
  if (expected !== null && keyFingerprint(text) !== expected) throw await wrongKey(settings, expected)
  return { text, passphrase }
}

async function writeTo({ place, name }: BackupAddress, { sql }: OpenDatabase, source: BackupSource): Promise<void> {
  const begun = performance.now()
  await recordRun(sql, place.nameOf(name), async () => {
    const written: { bytes: number } = { bytes: 0 }
    const summary = await writeBackup(source, async (chunks) => {
      written.bytes = await place.write(name, chunks)
    })
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    source.tell(`Wrote ${place.nameOf(name)}, ${sizeText(written.bytes)}: ${summaryText(summary)}, in ${seconds} s.`)
    return written.bytes
  })
}

function summaryText({ rows, files, fileBytes, missingFiles }: BackupSummary): string {
  const missing =
    missingFiles.length > 0
      ? `; the store lacks ${countText(missingFiles.length, 'file')}, such as ${missingFiles[0]} (plaza doctor --files lists them)`
      : ''
  return `${countText(rows, 'row')}, ${countText(files, 'file')} of ${sizeText(fileBytes)}${missing}`
}
