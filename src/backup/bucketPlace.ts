import { Readable } from 'node:stream'
import type { PutObjectCommandInput } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { openS3Client, type S3Options } from '../platform/blobs/s3/client.ts'
import { type Bucket, deleteObject, headObject, listObjects, readObject } from '../platform/blobs/s3/objects.ts'
import { alreadyThere, type BackupPlace, notThere } from './backupPlace.ts'

/** Bytes of a part of an upload: an archive can have 10,000 of them, so 640 GB. */
const PART_BYTES = 2 ** 26

/** The archives in a bucket, under a prefix that is empty or ends with a slash. */
export function openBucketPlace(options: S3Options, prefix: string): BackupPlace {
  const site: Bucket = { client: openS3Client(options), bucket: options.bucket }
  const keyOf = (name: string) => `${prefix}${name}`
  const nameOf = (name: string) => `s3://${options.bucket}/${keyOf(name)}`
  return {
    nameOf,
    async write(name, chunks) {
      if (await headObject(site, keyOf(name))) throw alreadyThere(nameOf(name))
      return upload(site, keyOf(name), chunks)
    },
    async read(name) {
      const found = await readObject(site, keyOf(name))
      if (!found) throw notThere(nameOf(name))
      return found.stream
    },
    async list() {
      const names: string[] = []
      for await (const { key } of listObjects(site, prefix)) names.push(key.slice(prefix.length))
      return names
    },
    remove: async (name) => void (await deleteObject(site, keyOf(name))),
    close: async () => site.client.destroy(),
  }
}

async function upload({ client, bucket }: Bucket, key: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const Body = Readable.from(counted(), { objectMode: false })
  const params: PutObjectCommandInput = { Bucket: bucket, Key: key, Body, ContentType: 'application/zstd' }
  await new Upload({ client, queueSize: 1, partSize: PART_BYTES, params }).done()
  return bytes
}
