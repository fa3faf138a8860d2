import { s3LocationOf } from '../../platform/blobs/openBlobs.ts'
import type { Settings } from '../../settings.ts'
import { type Check, type Finding, ok, warn } from './check.ts'

/** No finding without S3_BUCKET. */
export const objectStoreCheck: Check = {
  name: 'S3',
  needs: ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'PUBLIC_URL', 'WEB_URL', 'ALLOWED_ORIGINS'],
  look: async ({ settings }) => (settings.S3_BUCKET ? inspect(settings, settings.S3_BUCKET) : []),
}

async function inspect(settings: Settings, bucket: string): Promise<readonly Finding[]> {
  // Loaded on demand: the client library is large.
  const { inspectBucket } = await import('./bucketProbe.ts')
  const found = await inspectBucket({ ...s3LocationOf(settings), bucket }, new URL(settings.PUBLIC_URL).origin)
  const isHalfGiven = (settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined)
  const half = warn('Of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only one is set, so that neither is used. Set both.')
  return [...(isHalfGiven ? [half] : []), ...(found.length > 0 ? found : [ok(`${bucket} takes and gives files.`)])]
}
