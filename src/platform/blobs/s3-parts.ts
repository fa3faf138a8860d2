import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type MultipartUpload,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Part, StoredBlob } from '../../kernel/blobs.ts'
import { checkEtags, uploadGone, wrongEtags } from './refusals.ts'
import { asked, isGone, isUnknownHere, unless } from './s3-bucket.ts'
import { type Bucket, blobAt } from './s3-objects.ts'
import { BLOBS, blobKey, newUuid, writeRef } from './s3-refs.ts'

/** An upload of several parts, as the store names it. */
export interface Multipart {
  readonly uuid: string
  readonly uploadId: string
}

const namesOf = ({ bucket }: Bucket, { uuid, uploadId }: Multipart) => ({
  Bucket: bucket,
  Key: blobKey(uuid),
  UploadId: uploadId,
})

export async function beginParts({ client, bucket }: Bucket, contentType: string): Promise<string> {
  const uuid = newUuid()
  const create = new CreateMultipartUploadCommand({ Bucket: bucket, Key: blobKey(uuid), ContentType: contentType })
  const { UploadId } = await asked(client.send(create))
  if (!UploadId) throw new Error('the store began an upload without an id')
  return writeRef({ uuid, uploadId: UploadId })
}

export const putPart = (site: Bucket, upload: Multipart, partNumber: number) =>
  new UploadPartCommand({ ...namesOf(site, upload), PartNumber: partNumber })

/** Null where the store can't list parts. */
async function listed(site: Bucket, upload: Multipart): Promise<readonly Part[] | null> {
  const parts: Part[] = []
  let page = await partsAfter(site, upload, undefined)
  const take = () => {
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
      parts.push({ partNumber: PartNumber, etag: ETag, size: Size })
  }
  take()
  // The client's own paging goes by the marker, which stores answer on the last page, too.
  while (page.IsTruncated) {
    page = await partsAfter(site, upload, page.NextPartNumberMarker)
    take()
  }
  return parts
}

const partsAfter = (site: Bucket, upload: Multipart, marker: string | undefined) =>
  site.client.send(new ListPartsCommand({ ...namesOf(site, upload), ...(marker && { PartNumberMarker: marker }) }))

const arrived = (site: Bucket, upload: Multipart) => unless(isUnknownHere, null, asked(listed(site, upload)))

export const partsOf = async (site: Bucket, upload: Multipart): Promise<readonly Part[]> =>
  (await unless(isGone, null, arrived(site, upload))) ?? []

export async function finishParts(
  site: Bucket,
  upload: Multipart,
  etags: readonly string[] | null,
): Promise<StoredBlob> {
  const key = blobKey(upload.uuid)
  const known = await blobAt(site, key)
  if (known) return known
  if (!etags?.length) throw wrongEtags()
  // Another that finishes may have been faster; then the upload is gone, and the blob stands.
  await unless(isGone, null, complete(site, upload, etags))
  const blob = await blobAt(site, key)
  if (!blob) throw uploadGone()
  return blob
}

async function complete(site: Bucket, upload: Multipart, etags: readonly string[]): Promise<void> {
  const parts = await arrived(site, upload)
  if (parts) checkEtags(parts, etags)
  const Parts = etags.map((etag, at) => ({ PartNumber: at + 1, ETag: etag }))
  const command = new CompleteMultipartUploadCommand({ ...namesOf(site, upload), MultipartUpload: { Parts } })
  await asked(site.client.send(command))
}

export async function abortParts(site: Bucket, upload: Multipart): Promise<void> {
  const drop = new AbortMultipartUploadCommand(namesOf(site, upload))
  await unless((error) => isGone(error) || isUnknownHere(error), null, asked(site.client.send(drop)))
}

/** The references of uploads of parts that go on; none where the store can't list them. */
export async function* partsBegunBefore(site: Bucket, moment: Date): AsyncIterable<string> {
  let page = await uploadsAfter(site, null)
  while (page) {
    yield* (page.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < moment).flatMap(refOf)
    page = page.IsTruncated ? await uploadsAfter(site, page) : null
  }
}

const refOf = ({ Key = '', UploadId }: MultipartUpload): readonly string[] =>
  UploadId ? [writeRef({ uuid: Key.slice(BLOBS.length), uploadId: UploadId })] : []

const uploadsAfter = ({ client, bucket }: Bucket, page: ListMultipartUploadsCommandOutput | null) =>
  unless(
    isUnknownHere,
    null,
    asked(
      client.send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: BLOBS,
          ...(page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }),
        }),
      ),
    ),
  )
