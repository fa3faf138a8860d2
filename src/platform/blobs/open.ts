import type { Blobs } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Settings } from '../../settings.ts'
import { openDiskBlobs } from './disk.ts'
import type { Intake } from './disk-intake.ts'

export interface Stores {
  readonly blobs: Blobs
  /** Takes what clients upload, where they send it to this server; null where an object store takes it. */
  readonly intake: Intake | null
  close(): Promise<void>
}

/** The store that the settings name: a bucket, or else the disk. */
export async function openBlobs(
  settings: Settings,
  known: { readonly secrets: Secrets; readonly clock: Clock },
): Promise<Stores> {
  const { DATA_DIR, PUBLIC_URL, S3_BUCKET: bucket } = settings
  if (bucket) {
    // Its client library is large, and most servers don't need it.
    const { openS3Blobs } = await import('./s3.ts')
    return { ...openS3Blobs({ ...placeOf(settings), bucket }, known.clock), intake: null }
  }
  const disk = await openDiskBlobs({ dataDir: DATA_DIR, publicUrl: PUBLIC_URL, ...known })
  return { ...disk, close: async () => {} }
}

function placeOf({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings) {
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined
  return { endpoint: S3_ENDPOINT, region: S3_REGION, credentials }
}
