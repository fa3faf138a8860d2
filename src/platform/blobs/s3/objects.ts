import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ByteRange, StoredBlob } from '../../../kernel/blobs.ts'
import { unquotedEtag } from '../errors.ts'
import { StoreFault } from '../storeFaults.ts'
import { fallbackIf, isNotFound, isOutOfRange, withMappedErrors } from './client.ts'
import { resumedBody } from './resumedBody.ts'

/** The bucket and its client. */
export interface Bucket {
  readonly client: S3Client
  readonly bucket: string
}

interface ListedObject {
  readonly key: string
  readonly writtenAt: Date
}

const MD5_PATTERN = /^[0-9a-f]{32}$/

/** Reads the head of an object; null without the object. */
export const headObject = ({ client, bucket }: Bucket, key: string): Promise<HeadObjectCommandOutput | null> =>
  fallbackIf(isNotFound, null, withMappedErrors(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))))

/** Bytes of an object; null without the object. Throws `unavailable` without the bucket, which the answer for an object does not tell. */
export async function objectSize(site: Bucket, key: string): Promise<number | null> {
  const head = await headObject(site, key)
  if (head) return head.ContentLength ?? 0
  await assertBucket(site)
  return null
}

/** Who can't ask for the bucket, because only its objects are granted, is taken to have it. */
async function assertBucket({ client, bucket }: Bucket): Promise<void> {
  const answer = client.send(new HeadBucketCommand({ Bucket: bucket }))
  await answer.catch((error: unknown) => {
    if (isNotFound(error)) throw new StoreFault('no_bucket', error)
  })
}

/** Size and MD5 of an object; reads the whole object when the store does not know its MD5. Null without the object. */
export async function statBlob(site: Bucket, key: string): Promise<StoredBlob | null> {
  const head = await headObject(site, key)
  if (!head) return null
  return { key, size: head.ContentLength ?? 0, md5: md5FromEtag(head) ?? (await computeMd5(site, key)) }
}

/** The ETag is the MD5, except for multipart objects and those with customer-provided encryption keys. */
function md5FromEtag({ ETag, ServerSideEncryption }: HeadObjectCommandOutput): string | null {
  const etag = unquotedEtag(ETag ?? '')
  const isPlain = ServerSideEncryption === undefined || ServerSideEncryption === 'AES256'
  return isPlain && MD5_PATTERN.test(etag) ? etag : null
}

async function computeMd5(site: Bucket, key: string): Promise<string> {
  const found = await readObject(site, key)
  const hash = createHash('md5')
  for await (const chunk of found?.stream ?? []) hash.update(chunk)
  return hash.digest('hex')
}

/** Reads an object, or a range of it; goes on where a connection breaks. Null without the object. */
export async function readObject(site: Bucket, key: string, range?: ByteRange) {
  const get = new GetObjectCommand({
    Bucket: site.bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  })
  const answer = await fallbackIf(
    isNotFound,
    null,
    fallbackIf(isOutOfRange, 'nothing' as const, withMappedErrors(site.client.send(get))),
  )
  if (answer === 'nothing') return emptyRange(site, key)
  return answer && { size: totalSize(answer), stream: resumedBody({ ...site, key }, answer) }
}

async function emptyRange(site: Bucket, key: string) {
  const head = await headObject(site, key)
  return head && { size: head.ContentLength ?? 0, stream: Readable.from([], { objectMode: false }) }
}

const totalSize = ({ ContentRange, ContentLength }: GetObjectCommandOutput) =>
  Number(ContentRange?.split('/')[1] ?? ContentLength ?? 0)

export const deleteObject = ({ client, bucket }: Bucket, key: string) =>
  fallbackIf(isNotFound, null, withMappedErrors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))))

/** The objects whose keys have a prefix. */
export async function* listObjects({ client, bucket }: Bucket, prefix: string): AsyncIterable<ListedObject> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })[Symbol.asyncIterator]()
  for (let page = await withMappedErrors(pages.next()); !page.done; page = await withMappedErrors(pages.next()))
    yield* (page.value.Contents ?? []).flatMap(toListedObjects)
}

const toListedObjects = ({ Key: key, LastModified: writtenAt }: _Object): readonly ListedObject[] =>
  key && writtenAt ? [{ key, writtenAt }] : []

/** The first object whose key has a prefix; null without one. */
export async function firstKeyWithPrefix(site: Bucket, prefix: string): Promise<string | null> {
  for await (const { key } of listObjects(site, prefix)) return key
  return null
}
