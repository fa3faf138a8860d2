import type { Blobs } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Settings } from '../../settings.ts'
import type { DiskLocks } from './disk/mutexes.ts'
import { openDiskBlobs } from './disk/store.ts'
import type { UploadReceiver } from './disk/uploadReceiver.ts'
import type { FreeSpaceCheck } from './freeSpace.ts'

interface OpenBlobs {
  readonly blobs: Blobs
  /** Receives uploads; null when clients upload to an object store. */
  readonly intake: UploadReceiver | null
  close(): Promise<void>
}

interface OpenBlobsContext {
  readonly secrets: Secrets
  readonly clock: Clock
  readonly assertRoom: FreeSpaceCheck
  /** For the disk store. */
  readonly locks: DiskLocks
}

/** Opens the store of the settings: a bucket, or the disk. */
export async function openBlobs(settings: Settings, known: OpenBlobsContext): Promise<OpenBlobs> {
  const { DATA_DIR, PUBLIC_URL, S3_BUCKET: bucket } = settings
  if (bucket) {
    // Loaded on demand: the client library is large.
    const { openS3Blobs } = await import('./s3/store.ts')
    return { ...openS3Blobs({ ...s3LocationOf(settings), bucket }, known.clock), intake: null }
  }
  const disk = await openDiskBlobs({ dataDir: DATA_DIR, publicUrl: PUBLIC_URL, ...known })
  return { ...disk, close: async () => {} }
}

function s3LocationOf({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings) {
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined
  return { endpoint: S3_ENDPOINT, region: S3_REGION, credentials }
}
