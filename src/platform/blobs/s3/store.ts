import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Blobs, DownloadPresentation, StoredBlob, UploadPartRequest } from '../../../kernel/blobs.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { keyedMutex } from '../../../kernel/keyedSlots.ts'
import { assertPartNumber } from '../errors.ts'
import { BLOB_PREFIX, isBlobKey, keyOfName, objectKeyOf } from '../keys.ts'
import { openS3Client, type S3Options, withMappedErrors } from './client.ts'
import {
  blobKey,
  formatUploadRef,
  newUuid,
  parseUploadRef,
  UPLOAD_PREFIX,
  type UploadRef,
  uploadRefOf,
} from './keys.ts'
import { type Bucket, deleteObject, listObjects, objectSize, readObject } from './objects.ts'
import {
  abortMultipart,
  abortSingleUpload,
  beginMultipart,
  finishMultipart,
  finishSingleUpload,
  type MultipartRef,
  multipartBegunBefore,
  multipartParts,
  singleUploadCommand,
  singleUploadParts,
  uploadPartCommand,
} from './uploads.ts'

/** Lifetime of signed URLs, in seconds. */
const [PUT_URL_SECONDS, GET_URL_SECONDS] = [3_600, 300]

/** Stores blobs in a bucket; clients upload to it and download from it directly. */
export function openS3Blobs(options: S3Options, clock: Clock): { readonly blobs: Blobs; close(): Promise<void> } {
  const site: Bucket = { client: openS3Client(options), bucket: options.bucket }
  // Finishing an upload twice at once is serialised, because some stores fail then; the second call finds the blob.
  const runExclusive = keyedMutex()
  const blobs: Blobs = {
    store: (content, contentType) =>
      Buffer.isBuffer(content) ? storeBytes(site, content, contentType) : storeStream(site, content, contentType),
    read: async (key, range) => (isBlobKey(key) ? readObject(site, objectKeyOf(key), range) : null),
    size: async (key) => (isBlobKey(key) ? objectSize(site, objectKeyOf(key)) : null),
    downloadUrl: async (key, as) => (isBlobKey(key) ? signedDownloadUrl(site, clock, objectKeyOf(key), as) : null),
    async remove(key) {
      if (isBlobKey(key)) await deleteObject(site, objectKeyOf(key))
      return true
    },
    // No two uploads share a blob, so one whose row is gone is never used again.
    isHeld: async () => false,
    settle() {},
    beginUpload: async ({ contentType, multipart }) =>
      multipart ? beginMultipart(site, contentType) : formatUploadRef({ uuid: newUuid(), uploadId: null }),
    async partUploadUrl(ref, part) {
      return signedUploadUrl(site, clock, uploadRefOf(ref), part)
    },
    async parts(text) {
      const ref = parseUploadRef(text)
      if (!ref) return []
      return isMultipart(ref) ? multipartParts(site, ref) : singleUploadParts(site, ref.uuid)
    },
    async finishUpload(text, etags) {
      const ref = uploadRefOf(text)
      return runExclusive(text, () =>
        isMultipart(ref) ? finishMultipart(site, ref, etags) : finishSingleUpload(site, ref.uuid, etags),
      )
    },
    async abortUpload(text) {
      const ref = parseUploadRef(text)
      if (!ref) return
      await (isMultipart(ref) ? abortMultipart(site, ref) : abortSingleUpload(site, ref.uuid))
    },
    storedBefore: (moment) => blobsStoredBefore(site, moment),
    async *uploadsBegunBefore(moment) {
      yield* multipartBegunBefore(site, moment)
      for await (const { key, writtenAt } of listObjects(site, UPLOAD_PREFIX))
        if (writtenAt < moment) yield key.slice(UPLOAD_PREFIX.length)
    },
  }
  return { blobs, close: async () => site.client.destroy() }
}

async function* blobsStoredBefore(site: Bucket, moment: Date): AsyncIterable<string> {
  for await (const { key, writtenAt } of listObjects(site, BLOB_PREFIX)) {
    const blob = keyOfName(key.slice(BLOB_PREFIX.length))
    if (blob && writtenAt < moment) yield blob
  }
}

const isMultipart = (ref: UploadRef): ref is MultipartRef => ref.uploadId !== null

async function storeBytes({ client, bucket }: Bucket, content: Buffer, contentType: string): Promise<StoredBlob> {
  const key = blobKey(newUuid())
  await withMappedErrors(
    client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: contentType })),
  )
  return { key, size: content.length, md5: createHash('md5').update(content).digest('hex') }
}

async function storeStream({ client, bucket }: Bucket, content: Readable, contentType: string): Promise<StoredBlob> {
  const key = blobKey(newUuid())
  const hash = createHash('md5')
  let size = 0
  async function* counted() {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      hash.update(bytes)
      yield bytes
    }
  }
  const Body = Readable.from(counted(), { objectMode: false })
  const upload = new Upload({
    client,
    queueSize: 2,
    params: { Bucket: bucket, Key: key, Body, ContentType: contentType },
  })
  await withMappedErrors(upload.done())
  return { key, size, md5: hash.digest('hex') }
}

function signedUploadUrl(site: Bucket, clock: Clock, ref: UploadRef, part: UploadPartRequest): Promise<string> {
  assertPartNumber(part.partNumber, isMultipart(ref))
  const terms = { expiresIn: secondsUntil(part.until, clock), signingDate: clock.now() }
  if (isMultipart(ref))
    return withMappedErrors(getSignedUrl(site.client, uploadPartCommand(site, ref, part.partNumber), terms))
  // A store compares a signed type by its letters, so that it would refuse what the disk store takes.
  const signableHeaders = new Set(['content-length', 'host', ...(part.isStrict ? ['content-type'] : [])])
  const command = singleUploadCommand(site, ref.uuid, part)
  return withMappedErrors(getSignedUrl(site.client, command, { ...terms, signableHeaders }))
}

function secondsUntil(until: Date | undefined, clock: Clock): number {
  if (!until) return PUT_URL_SECONDS
  const seconds = Math.floor((until.getTime() - clock.now().getTime()) / 1_000)
  return Math.min(PUT_URL_SECONDS, Math.max(1, seconds))
}

function signedDownloadUrl(
  { client, bucket }: Bucket,
  clock: Clock,
  key: string,
  as: DownloadPresentation,
): Promise<string> {
  const get = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: as.contentType,
    ResponseContentDisposition: contentDisposition(as),
  })
  return withMappedErrors(getSignedUrl(client, get, { expiresIn: GET_URL_SECONDS, signingDate: clock.now() }))
}

/** Content-Disposition by RFC 6266: the name in UTF-8, and an ASCII fallback. */
function contentDisposition({ fileName, inline }: DownloadPresentation): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`
}
