import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type MultipartUpload,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { StoredBlob, UploadedPart, UploadPartRequest } from '../../../kernel/blobs.ts'
import { assertEtags, noPartsUploaded, unquotedEtag, uploadNotFound, wrongEtags } from '../errors.ts'
import { BLOB_PREFIX } from '../keys.ts'
import { fallbackIf, isUnsupported, isUploadNotFound, withMappedErrors } from './client.ts'
import { blobKey, formatUploadRef, newUuid, uploadKey } from './keys.ts'
import { type Bucket, deleteObject, firstKeyWithPrefix, headObject, statBlob } from './objects.ts'

/** A multipart upload, as the store identifies it. */
export interface MultipartRef {
  readonly uuid: string
  readonly uploadId: string
}

const multipartParams = ({ bucket }: Bucket, { uuid, uploadId }: MultipartRef) => ({
  Bucket: bucket,
  Key: blobKey(uuid),
  UploadId: uploadId,
})

export async function beginMultipart({ client, bucket }: Bucket, contentType: string): Promise<string> {
  const uuid = newUuid()
  const create = new CreateMultipartUploadCommand({ Bucket: bucket, Key: blobKey(uuid), ContentType: contentType })
  const { UploadId } = await withMappedErrors(client.send(create))
  if (!UploadId) throw new Error('the object store started an upload without an id')
  return formatUploadRef({ uuid, uploadId: UploadId })
}

export const uploadPartCommand = (site: Bucket, upload: MultipartRef, partNumber: number) =>
  new UploadPartCommand({ ...multipartParams(site, upload), PartNumber: partNumber })

/** Lists the parts; null when the store can't list parts. */
async function listParts(site: Bucket, upload: MultipartRef): Promise<readonly UploadedPart[] | null> {
  const parts: UploadedPart[] = []
  let page = await listPartsPage(site, upload, undefined)
  const take = () => {
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
      parts.push({ partNumber: PartNumber, etag: ETag, size: Size })
  }
  take()
  // The client's paginator ends without a marker, but some stores send one on the last page.
  while (page.IsTruncated) {
    page = await listPartsPage(site, upload, page.NextPartNumberMarker)
    take()
  }
  return parts
}

const listPartsPage = (site: Bucket, upload: MultipartRef, marker: string | undefined) =>
  site.client.send(
    new ListPartsCommand({ ...multipartParams(site, upload), ...(marker && { PartNumberMarker: marker }) }),
  )

const listPartsIfSupported = (site: Bucket, upload: MultipartRef) =>
  fallbackIf(isUnsupported, null, withMappedErrors(listParts(site, upload)))

export const multipartParts = async (site: Bucket, upload: MultipartRef): Promise<readonly UploadedPart[]> =>
  (await fallbackIf(isUploadNotFound, null, listPartsIfSupported(site, upload))) ?? []

export async function finishMultipart(
  site: Bucket,
  upload: MultipartRef,
  etags: readonly string[] | null,
): Promise<StoredBlob> {
  const key = blobKey(upload.uuid)
  const known = await statBlob(site, key)
  if (known) return known
  if (!etags?.length) throw wrongEtags()
  // A concurrent call may have finished the upload; then it is gone and the blob exists.
  await fallbackIf(isUploadNotFound, null, completeMultipart(site, upload, etags))
  const blob = await statBlob(site, key)
  if (!blob) throw uploadNotFound()
  return blob
}

async function completeMultipart(site: Bucket, upload: MultipartRef, etags: readonly string[]): Promise<void> {
  const parts = await listPartsIfSupported(site, upload)
  if (parts) assertEtags(parts, etags)
  const Parts = etags.map((etag, at) => ({ PartNumber: at + 1, ETag: etag }))
  const command = new CompleteMultipartUploadCommand({ ...multipartParams(site, upload), MultipartUpload: { Parts } })
  await withMappedErrors(site.client.send(command))
}

export async function abortMultipart(site: Bucket, upload: MultipartRef): Promise<void> {
  const drop = new AbortMultipartUploadCommand(multipartParams(site, upload))
  await fallbackIf(
    (error) => isUploadNotFound(error) || isUnsupported(error),
    null,
    withMappedErrors(site.client.send(drop)),
  )
}

/** References of open multipart uploads; none when the store can't list them. */
export async function* multipartBegunBefore(site: Bucket, moment: Date): AsyncIterable<string> {
  let page = await listUploadsPage(site, null)
  while (page) {
    yield* (page.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < moment).flatMap(multipartRefOf)
    page = page.IsTruncated ? await listUploadsPage(site, page) : null
  }
}

const multipartRefOf = ({ Key = '', UploadId }: MultipartUpload): readonly string[] =>
  UploadId ? [formatUploadRef({ uuid: Key.slice(BLOB_PREFIX.length), uploadId: UploadId })] : []

const listUploadsPage = ({ client, bucket }: Bucket, page: ListMultipartUploadsCommandOutput | null) =>
  fallbackIf(
    isUnsupported,
    null,
    withMappedErrors(
      client.send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: BLOB_PREFIX,
          ...(page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }),
        }),
      ),
    ),
  )

/** Single-object uploads: the client writes an object, and finishing copies it to a key that clients can't write. */

export const singleUploadCommand = (
  { bucket }: Bucket,
  uuid: string,
  { contentType, totalBytes, isExact }: UploadPartRequest,
) =>
  new PutObjectCommand({
    Bucket: bucket,
    Key: uploadKey(uuid),
    ...(contentType !== null && { ContentType: contentType }),
    ...(isExact && { ContentLength: totalBytes }),
  })

export async function singleUploadParts(site: Bucket, uuid: string): Promise<readonly UploadedPart[]> {
  const head = await headObject(site, uploadKey(uuid))
  return head ? [partFromHead(head)] : []
}

const partFromHead = ({ ETag = '', ContentLength = 0 }: HeadObjectCommandOutput): UploadedPart => ({
  partNumber: 1,
  etag: ETag,
  size: ContentLength,
})

export async function finishSingleUpload(
  site: Bucket,
  uuid: string,
  etags: readonly string[] | null,
): Promise<StoredBlob> {
  const known = await firstKeyWithPrefix(site, blobKey(uuid))
  const key = known ?? (await copyToBlobKey(site, uuid, etags))
  const blob = key && (await statBlob(site, key))
  if (!blob) throw noPartsUploaded()
  return blob
}

/**
 * The blob's key contains the ETag of the copied object: if the client overwrites it between two concurrent calls, each
 * call has its own blob, and neither changes afterwards.
 */
async function copyToBlobKey(site: Bucket, uuid: string, etags: readonly string[] | null): Promise<string | null> {
  const [part] = await singleUploadParts(site, uuid)
  // A concurrent call may have finished the upload.
  if (!part) return firstKeyWithPrefix(site, blobKey(uuid))
  if (etags) assertEtags([part], etags)
  const key = `${blobKey(uuid)}-${unquotedEtag(part.etag)}`
  const source = `${site.bucket}/${uploadKey(uuid)}`
  await withMappedErrors(
    site.client.send(
      new CopyObjectCommand({ Bucket: site.bucket, Key: key, CopySource: source, CopySourceIfMatch: part.etag }),
    ),
  )
  await deleteObject(site, uploadKey(uuid))
  return key
}

export const abortSingleUpload = (site: Bucket, uuid: string) => deleteObject(site, uploadKey(uuid))
