import { createHash, randomBytes } from 'node:crypto'
import { S3Error } from './errors.ts'

export interface StoredObject {
  readonly body: Buffer
  /** In double quotes, as in the header. */
  readonly etag: string
  readonly contentType: string
  readonly writtenAt: Date
}

export interface UploadedPart {
  readonly body: Buffer
  readonly etag: string
}

export interface MultipartUpload {
  readonly key: string
  readonly contentType: string
  readonly begunAt: Date
  readonly parts: Map<number, UploadedPart>
}

export interface Bucket {
  readonly name: string
  readonly objects: Map<string, StoredObject>
  readonly uploads: Map<string, MultipartUpload>
  /** The least size in bytes of each part but the last. */
  readonly smallestPart: number
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes)

export function putObject({ objects }: Bucket, key: string, body: Buffer, contentType: string): string {
  const etag = `"${md5(body).digest('hex')}"`
  objects.set(key, { body, etag, contentType, writtenAt: new Date() })
  return etag
}

export function beginUpload({ uploads }: Bucket, key: string, contentType: string): string {
  const id = `${randomBytes(12).toString('base64url')}.${randomBytes(6).toString('hex')}_-`
  uploads.set(id, { key, contentType, begunAt: new Date(), parts: new Map() })
  return id
}

export function uploadOf({ uploads }: Bucket, key: string, id: string): MultipartUpload {
  const upload = uploads.get(id)
  if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.')
  return upload
}

export function putPart({ parts }: MultipartUpload, number: number, body: Buffer): string {
  if (!(number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument')
  const etag = `"${md5(body).digest('hex')}"`
  parts.set(number, { body, etag })
  return etag
}

interface NamedPart {
  readonly number: number
  readonly etag: string
}

export function completeUpload(
  bucket: Bucket,
  id: string,
  upload: MultipartUpload,
  named: readonly NamedPart[],
): string {
  if (named.length === 0) throw new S3Error(400, 'MalformedXML')
  if (named.some(({ number }, at) => number <= (named[at - 1]?.number ?? 0))) throw new S3Error(400, 'InvalidPartOrder')
  const pieces = named.map(({ number, etag }) => {
    const piece = upload.parts.get(number)
    if (piece?.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) throw new S3Error(400, 'InvalidPart')
    return piece
  })
  if (pieces.slice(0, -1).some(({ body }) => body.length < bucket.smallestPart))
    throw new S3Error(400, 'EntityTooSmall')
  const digests = pieces.map(({ body }) => md5(body).digest())
  const etag = `"${md5(Buffer.concat(digests)).digest('hex')}-${pieces.length}"`
  const body = Buffer.concat(pieces.map((piece) => piece.body))
  bucket.objects.set(upload.key, { body, etag, contentType: upload.contentType, writtenAt: new Date() })
  bucket.uploads.delete(id)
  return etag
}
