import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ByteRange, StoredBlob } from '../../kernel/blobs.ts'
import { bare } from './refusals.ts'
import { asked, isAbsent, isOutOfRange, unless } from './s3-bucket.ts'

/** Where objects are, and the way there. */
export interface Bucket {
  readonly client: S3Client
  readonly bucket: string
}

export interface Listed {
  readonly key: string
  readonly writtenAt: Date
}

const MD5 = /^[0-9a-f]{32}$/

/** Null for an object that is not there. */
export const headOf = ({ client, bucket }: Bucket, key: string): Promise<HeadObjectCommandOutput | null> =>
  unless(isAbsent, null, asked(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))))

/** What stands under a key; its MD5 costs a reading of it where the store does not know it. Null for nothing. */
export async function blobAt(site: Bucket, key: string): Promise<StoredBlob | null> {
  const head = await headOf(site, key)
  if (!head) return null
  return { key, size: head.ContentLength ?? 0, md5: md5In(head) ?? (await md5Of(site, key)) }
}

/** An ETag is the MD5 unless the object came in parts or is encrypted with a key of one's own. */
function md5In({ ETag, ServerSideEncryption }: HeadObjectCommandOutput): string | null {
  const etag = bare(ETag ?? '')
  const isPlain = ServerSideEncryption === undefined || ServerSideEncryption === 'AES256'
  return isPlain && MD5.test(etag) ? etag : null
}

async function md5Of(site: Bucket, key: string): Promise<string> {
  const found = await readObject(site, key)
  const hash = createHash('md5')
  for await (const chunk of found?.stream ?? []) hash.update(chunk)
  return hash.digest('hex')
}

export async function readObject(site: Bucket, key: string, range?: ByteRange) {
  const get = new GetObjectCommand({
    Bucket: site.bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  })
  const answer = await unless(isAbsent, null, unless(isOutOfRange, 'nothing' as const, asked(site.client.send(get))))
  if (answer === 'nothing') return nothingOf(site, key)
  return answer && { size: sizeIn(answer), stream: streamIn(answer) }
}

async function nothingOf(site: Bucket, key: string) {
  const head = await headOf(site, key)
  return head && { size: head.ContentLength ?? 0, stream: Readable.from([], { objectMode: false }) }
}

const sizeIn = ({ ContentRange, ContentLength }: GetObjectCommandOutput) =>
  Number(ContentRange?.split('/')[1] ?? ContentLength ?? 0)

function streamIn({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body
  throw new Error('the store answered without a body')
}

export const deleteObject = ({ client, bucket }: Bucket, key: string) =>
  unless(isAbsent, null, asked(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))))

/** The objects whose keys begin so. */
export async function* objectsUnder({ client, bucket }: Bucket, prefix: string): AsyncIterable<Listed> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })[Symbol.asyncIterator]()
  for (let page = await asked(pages.next()); !page.done; page = await asked(pages.next()))
    yield* (page.value.Contents ?? []).flatMap(listedAs)
}

const listedAs = ({ Key: key, LastModified: writtenAt }: _Object): readonly Listed[] =>
  key && writtenAt ? [{ key, writtenAt }] : []

/** The first object whose key begins so; null for none. */
export async function firstUnder(site: Bucket, prefix: string): Promise<string | null> {
  for await (const { key } of objectsUnder(site, prefix)) return key
  return null
}
