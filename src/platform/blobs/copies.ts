import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../kernel/clock.ts'
import { keyedMutex } from '../../kernel/keyedSlots.ts'
import type { Settings } from '../../settings.ts'
import { assertWhole, type BlobCopies } from './blobCopies.ts'
import { openBlobFolder } from './disk/blobFolder.ts'
import { makeFolder, writeStagedFile } from './disk/durableFiles.ts'

export const openStoredBlobs = (settings: Settings): Promise<BlobCopies> =>
  settings.S3_BUCKET ? openBucketBlobs(settings) : openDiskBlobCopies(settings.DATA_DIR)

/** The blobs in the bucket of the settings. */
export async function openBucketBlobs(settings: Settings): Promise<BlobCopies> {
  const { S3_BUCKET: bucket } = settings
  if (!bucket) throw new Error('S3_BUCKET is not set.')
  // Loaded on demand: the client library is large.
  const [{ openS3Copies }, { s3LocationOf }] = await Promise.all([import('./s3/copies.ts'), import('./openBlobs.ts')])
  return openS3Copies({ ...s3LocationOf(settings), bucket })
}

/** The blobs in DATA_DIR. */
export async function openDiskBlobCopies(dataDir: string): Promise<BlobCopies> {
  const folder = join(dataDir, 'blobs')
  const aside = join(folder, 'aside')
  const blobs = openBlobFolder({ folder, clock: systemClock, runExclusive: keyedMutex() })
  return {
    place: folder,
    sizeOf: blobs.size,
    read: blobs.read,
    async write({ key, size, content }) {
      await makeFolder(aside)
      const written = await writeStagedFile(aside, content)
      try {
        assertWhole({ key, size }, written)
        await blobs.addFile(written.path, key)
      } finally {
        await rm(written.path, { force: true })
      }
    },
    close: async () => {},
  }
}
