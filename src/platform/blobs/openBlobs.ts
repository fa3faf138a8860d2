import { join } from 'node:path'
import type { Registry } from 'prom-client'
import type { Blobs } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import { keyedMutex } from '../../kernel/keyedSlots.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Spool } from '../../kernel/spool.ts'
import type { Settings } from '../../settings.ts'
import { openSpool } from '../spool.ts'
import { openBlobFolder } from './disk/blobFolder.ts'
import type { DiskLocks } from './disk/mutexes.ts'
import { openDiskBlobs } from './disk/store.ts'
import type { UploadReceiver } from './disk/uploadReceiver.ts'
import type { FreeSpaceCheck } from './freeSpace.ts'
import { diskFaultOf } from './storeFaults.ts'
import { type FindStoreFault, openStoreWatch, watchBlobs, watchReceiver, watchSpool } from './storeWatch.ts'

interface OpenBlobs {
  readonly blobs: Blobs
  /** Holds on the disk files of forms while a request is served, and rows of an export while they are read. */
  readonly spool: Spool
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
  readonly log: Log
  readonly metrics: Registry
}

/** Opens the store of the settings, a bucket or the disk, whose faults are counted and logged. */
export async function openBlobs(settings: Settings, known: OpenBlobsContext): Promise<OpenBlobs> {
  const { blobs, intake, findFault, close } = await openStore(settings, known)
  const watch = openStoreWatch(known, findFault)
  return {
    blobs: watchBlobs(blobs, watch),
    intake: intake && watchReceiver(intake, watch),
    spool: watchSpool(openSpool(join(settings.DATA_DIR, 'forms'), known.assertRoom), watch),
    close,
  }
}

/** Blobs as a command reads them beside a running server. */
export type StoredBlobs = Pick<Blobs, 'size' | 'read'> & { close(): Promise<void> }

/** Opens the store of the settings for reading alone, which changes nothing in it. */
export async function openStoredBlobs(settings: Settings, clock: Clock): Promise<StoredBlobs> {
  const { DATA_DIR, S3_BUCKET: bucket } = settings
  if (bucket) {
    const { openS3Blobs } = await import('./s3/store.ts')
    const { blobs, close } = openS3Blobs({ ...s3LocationOf(settings), bucket }, clock)
    return { size: blobs.size, read: blobs.read, close }
  }
  const folder = openBlobFolder({ folder: join(DATA_DIR, 'blobs'), clock, runExclusive: keyedMutex() })
  return { size: folder.size, read: folder.read, close: async () => {} }
}

interface OpenStore extends Omit<OpenBlobs, 'spool'> {
  readonly findFault: FindStoreFault
}

async function openStore(settings: Settings, known: OpenBlobsContext): Promise<OpenStore> {
  const { DATA_DIR, PUBLIC_URL, S3_BUCKET: bucket } = settings
  if (bucket) {
    // Loaded on demand: the client library is large.
    const [{ openS3Blobs }, { s3FaultOf }] = await Promise.all([import('./s3/store.ts'), import('./s3/client.ts')])
    const findFault: FindStoreFault = (error) => s3FaultOf(error) ?? diskFaultOf(error)
    return { ...openS3Blobs({ ...s3LocationOf(settings), bucket }, known.clock), intake: null, findFault }
  }
  const disk = await openDiskBlobs({ dataDir: DATA_DIR, publicUrl: PUBLIC_URL, ...known })
  return { ...disk, findFault: diskFaultOf, close: async () => {} }
}

export function s3LocationOf({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings) {
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined
  return { endpoint: S3_ENDPOINT, region: S3_REGION, credentials }
}
