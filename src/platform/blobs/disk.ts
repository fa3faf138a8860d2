import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs, StoredBlob } from '../../kernel/blobs.ts'
import { type Clock, DAY, later } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { clearAside, makeFolder, writeAside } from './disk-files.ts'
import { finish } from './disk-finish.ts'
import { type Intake, openIntake } from './disk-intake.ts'
import { openRecords, type Records } from './disk-records.ts'
import { openShelf } from './disk-shelf.ts'
import { openTickets } from './disk-tokens.ts'
import { openLocks } from './locks.ts'
import { checkPartNumber, uploadGone } from './refusals.ts'

export interface DiskOptions {
  readonly dataDir: string
  readonly publicUrl: string
  readonly secrets: Secrets
  readonly clock: Clock
}

/** Where the door takes uploads for a store on this server's disk. */
export const UPLOAD_PATH = '/upload'

/**
 * Blobs in `blobs` of the DATA_DIR, uploads in `uploads`; both must be on one file system. One process writes there:
 * what keeps two acts on one blob apart is in its memory.
 */
export async function openDiskBlobs(options: DiskOptions): Promise<{ readonly blobs: Blobs; readonly intake: Intake }> {
  const { dataDir, publicUrl, secrets, clock } = options
  const [folder, uploads] = [join(dataDir, 'blobs'), join(dataDir, 'uploads')]
  const aside = join(folder, 'aside')
  await Promise.all([makeFolder(aside), makeFolder(uploads)])
  await clearAside(aside)
  const alone = openLocks()
  const shelf = openShelf({ folder, clock, alone })
  const records = openRecords(uploads, aside)
  const tickets = openTickets(secrets, clock)
  const finishing = { records, shelf, clock, aside }

  const blobs: Blobs = {
    async store(content): Promise<StoredBlob> {
      const { path, sha256, size, md5 } = await writeAside(aside, Buffer.isBuffer(content) ? [content] : content)
      try {
        await shelf.place(path, sha256)
      } finally {
        await rm(path, { force: true })
      }
      return { key: sha256, size, md5 }
    },
    read: shelf.read,
    link: async () => null,
    remove: shelf.remove,

    beginUpload: ({ multipart }) => records.begin({ multipart, begunAt: clock.now().getTime() }),
    async partAddress(ref, part) {
      const begun = await records.begun(ref)
      if (!begun) throw uploadGone()
      checkPartNumber(part.partNumber, begun.multipart)
      return `${publicUrl}${UPLOAD_PATH}/${tickets.write({ ref, ...part })}`
    },
    parts: async (ref) =>
      (await records.begun(ref))
        ? (await records.parts(ref)).map(({ partNumber, md5, size }) => ({ partNumber, etag: `"${md5}"`, size }))
        : [],
    finishUpload: (ref, etags) => alone(`upload ${ref}`, () => finish(finishing, ref, etags)),
    abortUpload: (ref) =>
      alone(`upload ${ref}`, async () => {
        if (!(await records.outcome(ref))) await records.forget(ref)
      }),

    storedBefore: shelf.storedBefore,
    begunBefore: (moment) => begunBefore(records, clock, moment),
  }
  return { blobs, intake: openIntake({ records, tickets, alone, aside }) }
}

/** The uploads that were begun before a moment; how others ended is forgotten after a day. */
async function* begunBefore(records: Records, clock: Clock, moment: Date): AsyncIterable<string> {
  for (const ref of await records.refs()) {
    const outcome = await records.outcome(ref)
    const at = (await records.begun(ref))?.begunAt ?? (await records.touchedAt(ref))?.getTime() ?? Infinity
    if (!outcome && at < moment.getTime()) yield ref
    if (outcome && outcome.endedAt < later(clock.now(), -DAY).getTime()) await records.forget(ref)
  }
}
