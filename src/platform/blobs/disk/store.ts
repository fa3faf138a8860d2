import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs, StoredBlob } from '../../../kernel/blobs.ts'
import { addMilliseconds, type Clock, DAY } from '../../../kernel/clock.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { assertPartNumber, uploadNotFound } from '../errors.ts'
import type { FreeSpaceCheck } from '../freeSpace.ts'
import { openBlobFolder } from './blobFolder.ts'
import { makeFolder, removeAbandonedFiles, writeStagedFile } from './durableFiles.ts'
import type { DiskLocks } from './mutexes.ts'
import { openUploadReceiver, openUploadTokens, type UploadReceiver } from './uploadReceiver.ts'
import { finishDiskUpload, openUploadRecords, type UploadRecords } from './uploads.ts'

interface DiskBlobsOptions {
  readonly dataDir: string
  readonly publicUrl: string
  readonly secrets: Secrets
  readonly clock: Clock
  /** Keeps uploads from filling the disk. */
  readonly assertRoom: FreeSpaceCheck
  readonly locks: DiskLocks
}

/** Path under which the server receives uploads. */
const UPLOAD_PATH = '/upload'

/**
 * Stores blobs in `blobs` of DATA_DIR and uploads in `uploads`, which must be on one file system. All processes that use
 * them must share `locks`.
 */
export async function openDiskBlobs(
  options: DiskBlobsOptions,
): Promise<{ readonly blobs: Blobs; readonly intake: UploadReceiver }> {
  const { dataDir, publicUrl, secrets, clock, assertRoom, locks } = options
  const [folder, uploads] = [join(dataDir, 'blobs'), join(dataDir, 'uploads')]
  const aside = join(folder, 'aside')
  await Promise.all([makeFolder(aside), makeFolder(uploads)])
  await removeAbandonedFiles(aside)
  const { runExclusive, holds } = locks
  const blobFolder = openBlobFolder({ folder, clock, runExclusive })
  const records = openUploadRecords(uploads, aside)
  const tokens = openUploadTokens(secrets, clock)
  const finishing = { records, blobFolder, clock, aside, holds, assertRoom }

  const blobs: Blobs = {
    store: (content) => storeContent({ blobFolder, holds, aside }, content),
    read: blobFolder.read,
    size: blobFolder.size,
    downloadUrl: async () => null,
    remove: async (key, before) => !(await holds.isHeld(key)) && (await blobFolder.remove(key, before)),
    isHeld: holds.isHeld,
    settle: holds.settle,

    async beginUpload({ multipart }) {
      await assertRoom()
      return records.begin({ multipart, begunAt: clock.now().getTime() })
    },
    async partUploadUrl(ref, part) {
      const begun = await records.begun(ref)
      if (!begun) throw uploadNotFound()
      assertPartNumber(part.partNumber, begun.multipart)
      return `${publicUrl}${UPLOAD_PATH}/${tokens.write({ ref, ...part })}`
    },
    parts: async (ref) =>
      (await records.begun(ref))
        ? (await records.parts(ref)).map(({ partNumber, md5, size }) => ({ partNumber, etag: `"${md5}"`, size }))
        : [],
    finishUpload: (ref, etags) => runExclusive(`upload ${ref}`, () => finishDiskUpload(finishing, ref, etags)),
    abortUpload: (ref) =>
      runExclusive(`upload ${ref}`, async () => {
        if (!(await records.outcome(ref))) await records.forget(ref)
      }),

    storedBefore: blobFolder.storedBefore,
    uploadsBegunBefore: (moment) => uploadsBegunBefore(records, clock, moment),
  }
  return { blobs, intake: openUploadReceiver({ records, tokens, clock, runExclusive, aside, assertRoom }) }
}

type Storage = Pick<Parameters<typeof finishDiskUpload>[0], 'blobFolder' | 'holds' | 'aside'>

/** Writes content to a file beside the blobs first, so that a blob is whole or missing. The caller settles its hold. */
async function storeContent(
  { blobFolder, holds, aside }: Storage,
  content: Parameters<Blobs['store']>[0],
): Promise<StoredBlob> {
  const { path, sha256, size, md5 } = await writeStagedFile(aside, Buffer.isBuffer(content) ? [content] : content)
  try {
    await holds.hold(sha256)
    await blobFolder.addFile(path, sha256)
  } catch (error) {
    holds.settle(sha256)
    throw error
  } finally {
    await rm(path, { force: true })
  }
  return { key: sha256, size, md5 }
}

/** The uploads that started before a time. Deletes outcomes of uploads after a day. */
async function* uploadsBegunBefore(records: UploadRecords, clock: Clock, moment: Date): AsyncIterable<string> {
  for (const ref of await records.refs()) {
    const outcome = await records.outcome(ref)
    const at = (await records.begun(ref))?.begunAt ?? (await records.touchedAt(ref))?.getTime() ?? Infinity
    if (!outcome && at < moment.getTime()) yield ref
    if (outcome && outcome.endedAt < addMilliseconds(clock.now(), -DAY).getTime()) await records.forget(ref)
  }
}
