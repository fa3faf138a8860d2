import type { Upload } from '../../../generated/prisma/client.ts'
import type { NamedBlob, StoredBlob } from '../../../kernel/blobs.ts'
import { addMilliseconds, HOUR } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, type UploadId } from '../../../kernel/ids.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { lockStorage } from '../locks.ts'
import { assertWithinStorage } from '../policy.ts'
import { noteFreedBlob, withRowOf } from '../storage/cleanup.ts'
import { assertCanUpload, type NewUpload, type UploadPurpose } from './purposes.ts'

/** An upload and its signed URL end after this time. */
const LIFETIME = HOUR
const CREATE_LIMIT = { name: 'create-upload', points: 600, window: 3_600 }

/**
 * Announces a file that the viewer will send by one PUT. Its bytes count to what the viewer stores until it is used or
 * expires, an hour later. Throws `invalid` for a type or size that the purpose does not take, `forbidden` for purposes of
 * admins, `conflict` beyond the limit of stored bytes, `unavailable` without room on the disk.
 */
export async function createUpload(scope: ViewerScope, announced: NewUpload): Promise<Upload> {
  await assertCanUpload(scope, announced)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  const uploadRef = await scope.blobs.beginUpload({ contentType: announced.mimeType, multipart: false })
  try {
    return await insertUpload(scope, announced, uploadRef)
  } catch (error) {
    await scope.blobs.abortUpload(uploadRef)
    throw error
  }
}

const insertUpload = (
  scope: ViewerScope,
  { sizeInBytes, ...announced }: NewUpload,
  uploadRef: string,
): Promise<Upload> =>
  transact(scope, async (tx) => {
    const { viewer, now } = tx
    await lockStorage(tx, viewer.id)
    const times = { createdAt: now, expiresAt: addMilliseconds(now, LIFETIME) }
    const row = { id: newId('upload', now), ownerId: viewer.id, uploadRef, sizeInBytes, ...times }
    const upload = await tx.db.upload.create({ data: { ...announced, ...row } })
    await assertWithinStorage(tx, viewer.id)
    return upload
  })

/** The signed URL that takes the bytes by PUT, until the upload expires; null once a mutation has read them. */
export async function uploadUrl({ blobs }: Scope, upload: Upload): Promise<string | null> {
  if (upload.usedAt !== null || upload.blobKey !== null) return null
  return blobs.partUploadUrl(upload.uploadRef, {
    partNumber: 1,
    contentType: upload.mimeType,
    totalBytes: Number(upload.sizeInBytes),
    isExact: true,
    isStrict: true,
    until: upload.expiresAt,
  })
}

/** The uploads of the viewer that have not expired. */
export const visibleUploads = ({ viewer, now }: ViewerScope) => ({ ownerId: viewer.id, expiresAt: { gt: now } })

/** An upload as an input field names it. */
interface UploadReference {
  readonly uploadId: UploadId
  /** The input field, for error messages. */
  readonly field: string
  /** The purposes that the field takes. */
  readonly accepts: readonly UploadPurpose[]
}

/** An upload whose bytes are in the blob store. */
export type ReceivedUpload = Upload & { readonly id: UploadId; readonly blobKey: string; readonly md5: string }

/** The blob of an upload. */
export const blobOfUpload = ({ id, blobKey, sizeInBytes }: ReceivedUpload): NamedBlob => ({
  id,
  blobKey,
  size: Number(sizeInBytes),
})

/**
 * An upload of the viewer's that was sent and not used yet. Throws `missing` for one of others or an expired one,
 * `conflict` for a used one, `invalid` for one that was not sent or was announced for another purpose.
 */
export async function receiveUpload(scope: ViewerScope, reference: UploadReference): Promise<ReceivedUpload> {
  const upload = await readUsableUpload(scope, reference)
  return asReceived(upload, reference) ?? finishUpload(scope, upload, reference)
}

/** An upload that a field takes, whether its bytes were sent or not. Throws as `receiveUpload` does. */
export async function readUsableUpload(scope: ViewerScope, reference: UploadReference): Promise<Upload> {
  const upload = await readUnusedUpload(scope, reference)
  if (!reference.accepts.some((purpose) => purpose === upload.purpose)) throw wrongPurpose(reference)
  return upload
}

async function readUnusedUpload(scope: ViewerScope, { uploadId: id, field }: UploadReference): Promise<Upload> {
  const upload = await scope.db.upload.findFirst({ where: { id, ...visibleUploads(scope) } })
  if (!upload) throw uploadNotFound(field)
  if (upload.usedAt !== null) throw uploadUsed(field)
  return upload
}

const asReceived = (upload: Upload, { uploadId: id }: UploadReference): ReceivedUpload | null =>
  upload.blobKey === null || upload.md5 === null ? null : { ...upload, id, blobKey: upload.blobKey, md5: upload.md5 }

/** Makes a blob of what was sent; from then on nothing more is taken at the URL. Concurrent calls find one blob. */
async function finishUpload(scope: ViewerScope, upload: Upload, reference: UploadReference): Promise<ReceivedUpload> {
  const blob = await finishInStore(scope, upload, reference)
  return withRowOf(scope, blob, async () => {
    if (BigInt(blob.size) !== upload.sizeInBytes) throw wrongSize(upload, blob, reference)
    const where = { id: upload.id, blobKey: null, usedAt: null }
    await scope.client.upload.updateMany({ where, data: { blobKey: blob.key, md5: blob.md5 } })
    const current = asReceived(await readUnusedUpload(scope, reference), reference)
    if (!current) throw uploadNotFound(reference.field)
    // Several nodes can finish it at once, while it is sent again: one of the blobs counts.
    if (current.blobKey !== blob.key) await noteFreedBlob(scope, blob.key)
    return current
  })
}

async function finishInStore(
  scope: ViewerScope,
  { uploadRef }: Upload,
  reference: UploadReference,
): Promise<StoredBlob> {
  try {
    return await scope.blobs.finishUpload(uploadRef, null)
  } catch (error) {
    const reason = error instanceof Failure ? error.reason : ''
    if (reason !== 'part_missing' && reason !== 'upload_gone') throw error
    // Another request may have used it meanwhile.
    await readUnusedUpload(scope, reference)
    throw notSent(reference)
  }
}

/** Uses an upload, within the transaction that writes what it is used for: of concurrent ones one succeeds. */
export async function consumeUpload(tx: ViewerScope & InTransaction, id: UploadId): Promise<void> {
  const where = { id, ...visibleUploads(tx) }
  const { count } = await tx.db.upload.updateMany({
    where: { ...where, usedAt: null },
    data: { usedAt: tx.now, blobKey: null },
  })
  if (count === 0) throw (await tx.db.upload.count({ where })) > 0 ? uploadUsed() : uploadNotFound()
}

/** Deletes expired uploads; the database notes their content as free. */
export const deleteExpiredUploads = ({ client, clock }: Scope) =>
  deleteInBatches((limit) => client.upload.deleteMany({ where: { expiresAt: { lte: clock.now() } }, limit }))

const uploadNotFound = (field?: string) =>
  new Failure('missing', 'Upload not found', { reason: 'upload_not_found', field })
const uploadUsed = (field?: string) =>
  new Failure('conflict', 'This upload was used already', { reason: 'upload_used', field })
const notSent = ({ field }: UploadReference) =>
  invalid(field, `${field}: nothing was sent to the URL of this upload yet`, 'part_missing')
const wrongPurpose = ({ field }: UploadReference) =>
  invalid(field, `${field}: this upload was created for another purpose`, 'wrong_purpose')
const wrongSize = ({ sizeInBytes }: Upload, { size }: StoredBlob, { field }: UploadReference) =>
  invalid(field, `${field}: ${size} bytes were sent, but ${sizeInBytes} announced`, 'upload_mismatch')
