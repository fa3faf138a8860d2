import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Blobs, PartRequest, Presentation, StoredBlob } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import { openLocks } from './locks.ts'
import { checkPartNumber } from './refusals.ts'
import { asked, openClient, type S3Options } from './s3-bucket.ts'
import { type Bucket, deleteObject, objectsUnder, readObject } from './s3-objects.ts'
import { abortParts, beginParts, finishParts, type Multipart, partsBegunBefore, partsOf, putPart } from './s3-parts.ts'
import { abortPiece, finishPiece, partsOfPiece, putPiece } from './s3-pieces.ts'
import { BLOBS, blobKey, isKey, newUuid, parseRef, type Ref, readRef, UPLOADS, writeRef } from './s3-refs.ts'

/** Seconds. */
const [PUT_FOR, GET_FOR] = [3_600, 300]

/** Blobs in a bucket of an object store; clients send to it and fetch from it by themselves. */
export function openS3Blobs(options: S3Options, clock: Clock): { readonly blobs: Blobs; close(): Promise<void> } {
  const site: Bucket = { client: openClient(options), bucket: options.bucket }
  // Of two that finish at once here the second finds the blob: not every store takes well to both.
  const alone = openLocks()
  const blobs: Blobs = {
    store: (content, contentType) =>
      Buffer.isBuffer(content) ? storeBytes(site, content, contentType) : storeStream(site, content, contentType),
    read: async (key, range) => (isKey(key) ? readObject(site, key, range) : null),
    link: async (key, as) => (isKey(key) ? linkTo(site, clock, key, as) : null),
    async remove(key) {
      if (isKey(key)) await deleteObject(site, key)
    },
    beginUpload: async ({ contentType, multipart }) =>
      multipart ? beginParts(site, contentType) : writeRef({ uuid: newUuid(), uploadId: null }),
    async partAddress(ref, part) {
      return addressFor(site, clock, readRef(ref), part)
    },
    async parts(text) {
      const ref = parseRef(text)
      if (!ref) return []
      return isMultipart(ref) ? partsOf(site, ref) : partsOfPiece(site, ref.uuid)
    },
    async finishUpload(text, etags) {
      const ref = readRef(text)
      return alone(text, () => (isMultipart(ref) ? finishParts(site, ref, etags) : finishPiece(site, ref.uuid, etags)))
    },
    async abortUpload(text) {
      const ref = parseRef(text)
      if (!ref) return
      await (isMultipart(ref) ? abortParts(site, ref) : abortPiece(site, ref.uuid))
    },
    async *storedBefore(moment) {
      for await (const { key, writtenAt } of objectsUnder(site, BLOBS)) if (writtenAt < moment) yield key
    },
    async *begunBefore(moment) {
      yield* partsBegunBefore(site, moment)
      for await (const { key, writtenAt } of objectsUnder(site, UPLOADS))
        if (writtenAt < moment) yield key.slice(UPLOADS.length)
    },
  }
  return { blobs, close: async () => site.client.destroy() }
}

const isMultipart = (ref: Ref): ref is Multipart => ref.uploadId !== null

async function storeBytes({ client, bucket }: Bucket, content: Buffer, contentType: string): Promise<StoredBlob> {
  const key = blobKey(newUuid())
  await asked(client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: contentType })))
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
  await asked(upload.done())
  return { key, size, md5: hash.digest('hex') }
}

function addressFor(site: Bucket, clock: Clock, ref: Ref, part: PartRequest): Promise<string> {
  checkPartNumber(part.partNumber, isMultipart(ref))
  const terms = { expiresIn: PUT_FOR, signingDate: clock.now() }
  if (isMultipart(ref)) return asked(getSignedUrl(site.client, putPart(site, ref, part.partNumber), terms))
  const signableHeaders = new Set(['content-type', 'host'])
  return asked(getSignedUrl(site.client, putPiece(site, ref.uuid, part.contentType), { ...terms, signableHeaders }))
}

function linkTo({ client, bucket }: Bucket, clock: Clock, key: string, as: Presentation): Promise<string> {
  const get = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: as.contentType,
    ResponseContentDisposition: dispositionOf(as),
  })
  return asked(getSignedUrl(client, get, { expiresIn: GET_FOR, signingDate: clock.now() }))
}

/** By RFC 6266: any name for those who know UTF-8 in a header, and one of plain letters for the rest. */
function dispositionOf({ fileName, inline }: Presentation): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`
}
