import { CopyObjectCommand, type HeadObjectCommandOutput, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Part, StoredBlob } from '../../kernel/blobs.ts'
import { bare, checkEtags, nothingArrived } from './refusals.ts'
import { asked } from './s3-bucket.ts'
import { type Bucket, blobAt, deleteObject, firstUnder, headOf } from './s3-objects.ts'
import { arrivalKey, blobKey } from './s3-refs.ts'

/** Uploads of one piece: a client writes an object, and finishing copies it to where no client can write. */

export const putPiece = ({ bucket }: Bucket, uuid: string, contentType: string) =>
  new PutObjectCommand({ Bucket: bucket, Key: arrivalKey(uuid), ContentType: contentType })

export async function partsOfPiece(site: Bucket, uuid: string): Promise<readonly Part[]> {
  const head = await headOf(site, arrivalKey(uuid))
  return head ? [partOf(head)] : []
}

const partOf = ({ ETag = '', ContentLength = 0 }: HeadObjectCommandOutput): Part => ({
  partNumber: 1,
  etag: ETag,
  size: ContentLength,
})

export async function finishPiece(site: Bucket, uuid: string, etags: readonly string[] | null): Promise<StoredBlob> {
  const known = await firstUnder(site, blobKey(uuid))
  const key = known ?? (await takeOver(site, uuid, etags))
  const blob = key && (await blobAt(site, key))
  if (!blob) throw nothingArrived()
  return blob
}

/**
 * The blob's key holds the ETag of what is copied: should somebody write again between two that finish at once, each
 * has its own, and neither changes under the other.
 */
async function takeOver(site: Bucket, uuid: string, etags: readonly string[] | null): Promise<string | null> {
  const [part] = await partsOfPiece(site, uuid)
  // Another that finishes may have taken it since.
  if (!part) return firstUnder(site, blobKey(uuid))
  if (etags) checkEtags([part], etags)
  const key = `${blobKey(uuid)}-${bare(part.etag)}`
  const source = `${site.bucket}/${arrivalKey(uuid)}`
  await asked(
    site.client.send(
      new CopyObjectCommand({ Bucket: site.bucket, Key: key, CopySource: source, CopySourceIfMatch: part.etag }),
    ),
  )
  await deleteObject(site, arrivalKey(uuid))
  return key
}

export const abortPiece = (site: Bucket, uuid: string) => deleteObject(site, arrivalKey(uuid))
