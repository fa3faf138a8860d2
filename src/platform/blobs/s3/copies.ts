import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@aws-sdk/lib-storage'
import { assertWhole, type BlobCopies, type CopiedBlob } from '../blobCopies.ts'
import { objectKeyOf } from '../keys.ts'
import { openS3Client, type S3Options, withMappedErrors } from './client.ts'
import { type Bucket, headObject, readObject } from './objects.ts'

/** The blobs in a bucket. */
export function openS3Copies(options: S3Options): BlobCopies {
  const site: Bucket = { client: openS3Client(options), bucket: options.bucket }
  return {
    place: `the bucket ${options.bucket}`,
    sizeOf: async (key) => (await headObject(site, objectKeyOf(key)))?.ContentLength ?? null,
    read: (key) => readObject(site, objectKeyOf(key)),
    write: (blob) => writeObject(site, blob),
    close: async () => site.client.destroy(),
  }
}

/** The upload is aborted, and stores nothing, when the content ends early or is not the blob's. */
async function writeObject({ client, bucket }: Bucket, blob: CopiedBlob): Promise<void> {
  const hash = createHash('sha256')
  async function* checked() {
    let size = 0
    for await (const chunk of blob.content) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
    assertWhole(blob, { size, sha256: hash.digest('hex') })
  }
  const Body = Readable.from(checked(), { objectMode: false })
  const upload = new Upload({ client, queueSize: 2, params: { Bucket: bucket, Key: objectKeyOf(blob.key), Body } })
  await withMappedErrors(upload.done())
}
