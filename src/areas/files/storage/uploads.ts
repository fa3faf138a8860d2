import { setTimeout as pause } from 'node:timers/promises'
import type { StoredBlob } from '../../../kernel/blobs.ts'
import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { ReadImage } from '../../../kernel/images.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import type { FileVersionReference } from '../../../kernel/webUrls.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { ANALYSE_FILES_JOB, createAssetReview, isAsset } from '../assets/analyses.ts'
import { emitFileChanged, type FileWithVersions, readFile } from '../files.ts'
import { withImageSlot } from '../images/images.ts'
import { lockFileOfData, lockStorage } from '../locks.ts'
import { assertOwnFile, assertWithinStorage, fileNotFound, isImageFile } from '../policy.ts'
import { noteFreedBlob } from './cleanup.ts'
import { blobReader } from './downloads.ts'

/** Identifies data of a version. */
export interface FileDataKey extends FileVersionReference {
  readonly type: 'file' | 'signature' | 'delta'
}

export const MAX_UPLOAD_PARTS = 1_000
const START_UPLOAD_LIMIT = { name: 'start-upload', points: 6_000, window: 3_600 }

/** Data of a version of the viewer's file, with the file. Throws `missing`, `forbidden`. */
async function readOwnFileData(scope: ViewerScope, key: FileDataKey) {
  const { fileId, version, type } = key
  const data = await scope.db.fileData.findUnique({
    where: { fileId_version_type: key },
    include: { fileVersion: { include: { file: true } } },
    relationLoadStrategy: 'join',
  })
  const file = data?.fileVersion.file ?? (await scope.db.file.findUnique({ where: { id: fileId } }))
  assertOwnFile(scope, fileId, file)
  if (!data) throw fileNotFound(`${fileId}/${version}/${type}`)
  return { ...data, file }
}

type OwnFileData = Awaited<ReturnType<typeof readOwnFileData>>

/**
 * Returns a URL for one HTTP PUT of a part, part 1 by default. An upload that starts with a part number is a multipart
 * upload, even of a small file. Throws `invalid` for data that is complete.
 */
export async function startFileDataUpload(scope: ViewerScope, key: FileDataKey, partNumber?: number): Promise<string> {
  await scope.limits.take(START_UPLOAD_LIMIT, scope.viewer.id)
  const data = await readOwnFileData(scope, key)
  if (data.status === 'complete')
    throw invalid(
      'fileType',
      'Cannot upload against a complete version entry. Create a new version of this file before uploading.',
      'already_uploaded',
    )
  assertPartNumber(partNumber ?? 1)
  const { ref, multipart, begunBefore } = await beginUploadOnce(scope, key, data, partNumber)
  if (!multipart && partNumber !== undefined && partNumber > 1)
    throw invalid('partNumber', 'This upload has begun as one of one piece', 'wrong_combination')
  if (begunBefore) await auditUploadStart(scope, key, data)
  const totalBytes =
    data.status === 'queued' || data.type === 'delta' ? scope.rules.maxUploadBytes : Number(data.sizeInBytes)
  const isExact = !multipart && data.type !== 'delta'
  return scope.blobs.partUploadUrl(ref, {
    partNumber: partNumber ?? 1,
    // Uploaders send the type of the file for its signature, too.
    contentType: data.type === 'file' ? data.contentType : null,
    totalBytes,
    isExact,
  })
}

/** Throws `invalid` for a number that no part of an upload has. */
export function assertPartNumber(partNumber: number): void {
  if (partNumber < 1 || partNumber > MAX_UPLOAD_PARTS)
    throw invalid('partNumber', `partNumber must be from 1 to ${MAX_UPLOAD_PARTS}`, {
      reason: 'unknown_value',
      min: 1,
      max: MAX_UPLOAD_PARTS,
    })
}

/** Starts an upload in the store, or continues the one that an earlier or concurrent request has started. */
async function beginUploadOnce(scope: ViewerScope, key: FileDataKey, data: OwnFileData, partNumber?: number) {
  if (data.uploadRef !== null)
    return { ref: data.uploadRef, multipart: data.category === 'multipart', begunBefore: true }
  const multipart = data.category === 'multipart' || partNumber !== undefined
  const ref = await scope.blobs.beginUpload({ contentType: data.contentType, multipart })
  const category = multipart ? 'multipart' : 'simple'
  const isFirst = await transact(scope, async (tx) => {
    await lockStorage(tx, data.file.ownerId)
    const { count } = await tx.db.fileData.updateMany({
      where: { ...key, uploadRef: null, status: { not: 'complete' } },
      data: { uploadRef: ref, category, status: 'waiting', startedAt: tx.now },
    })
    if (count === 1) await auditUploadStart(tx, key, data)
    if (key.type === 'delta') await assertWithinStorage(tx, data.file.ownerId)
    return count === 1
  }).catch(async (error: unknown) => {
    await scope.blobs.abortUpload(ref)
    throw error
  })
  if (isFirst) return { ref, multipart, begunBefore: false }
  await scope.blobs.abortUpload(ref)
  const { uploadRef, category: begun } = await readOwnFileData(scope, key)
  if (uploadRef === null)
    throw new Failure('conflict', 'This upload has just been finished', { reason: 'upload_finished' })
  return { ref: uploadRef, multipart: begun === 'multipart', begunBefore: true }
}

/** Writes an audit entry for each URL, since anybody who knows it can write. */
const auditUploadStart = (scope: ViewerScope, { fileId, version, type }: FileDataKey, { file }: OwnFileData) =>
  ownerOrAdminAct(scope, 'startFileDataUpload', async () => ({
    subjectId: fileId,
    ownerId: file.ownerId,
    details: { version, type },
  }))

/** Forgets a failed upload, so that it can be started again. */
async function resetUpload(scope: ViewerScope, key: FileDataKey, ref: string): Promise<void> {
  await transact(scope, ({ db }) =>
    db.fileData.updateMany({
      where: { ...key, uploadRef: ref, status: { not: 'complete' } },
      data: { uploadRef: null, startedAt: null },
    }),
  )
  await scope.blobs.abortUpload(ref)
}

/**
 * Completes an upload if its size and MD5 are as announced, and if it is an image when one was announced. Otherwise the
 * upload is forgotten. `etags` are those of the parts in order, not required for an upload in one piece. Idempotent.
 * Throws `invalid`.
 */
export async function finishFileDataUpload(
  scope: ViewerScope,
  key: FileDataKey,
  etags: readonly string[] | undefined,
): Promise<FileWithVersions> {
  const data = await readOwnFileData(scope, key)
  if (data.status !== 'complete') await finishUpload(scope, key, data, etags?.length ? etags : null)
  return readFile(scope, key.fileId)
}

async function finishUpload(scope: ViewerScope, key: FileDataKey, data: OwnFileData, etags: readonly string[] | null) {
  const ref = data.uploadRef
  if (ref === null) throw invalid('fileType', 'This upload has not begun', 'upload_not_begun')
  if (data.category === 'multipart' && etags === null)
    throw invalid('etags', 'etags of all parts in order are needed to finish an upload in parts', 'required')
  const blob = await scope.blobs
    .finishUpload(ref, etags)
    .catch((error: unknown) => forgetIfLost(scope, key, ref, error))
  try {
    await assertExpectedContent(scope, key, data, blob)
    await completeFileData(scope, key, data, blob)
  } finally {
    scope.blobs.settle(blob.key)
  }
  await scope.blobs.abortUpload(ref)
}

/** Throws `invalid`, and forgets the upload, when it is not what was announced. */
async function assertExpectedContent(scope: ViewerScope, key: FileDataKey, data: OwnFileData, blob: StoredBlob) {
  try {
    assertMatchesAnnouncement(data, blob)
    await assertDecodableImage(scope, data, blob)
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'invalid')) throw error
    if (data.uploadRef !== null) await resetUpload(scope, key, data.uploadRef)
    await noteFreedBlob(scope, blob.key)
    throw error
  }
}

/** An upload that the store has lost can be started again. */
async function forgetIfLost(scope: ViewerScope, key: FileDataKey, ref: string, error: unknown): Promise<never> {
  if (error instanceof Failure && error.reason === 'upload_gone') await resetUpload(scope, key, ref)
  throw error
}

/** Size and MD5 of a delta are not announced. */
function assertMatchesAnnouncement({ type, sizeInBytes, md5 }: OwnFileData, blob: StoredBlob) {
  if (type === 'delta') return
  if (BigInt(blob.size) !== sizeInBytes)
    throw invalid('sizeInBytes', `${blob.size} bytes were uploaded, but ${sizeInBytes} announced`, 'upload_mismatch')
  if (Buffer.from(blob.md5, 'hex').toString('base64') !== md5)
    throw invalid('md5', 'What was uploaded has another md5 than was announced', 'upload_mismatch')
}

/** An image that can be scaled to this size can be decoded. */
const PROBE_THUMBNAIL_SIZE = 64

async function assertDecodableImage(scope: ViewerScope, { type, file }: OwnFileData, { key, size }: StoredBlob) {
  if (type !== 'file' || !isImageFile(file)) return
  await assertDecodable(scope, blobReader(scope, { id: file.id, blobKey: key, size }))
}

/** Throws `invalid` for content that is not an image that can be decoded. */
export async function assertDecodable(scope: ViewerScope, read: ReadImage): Promise<void> {
  await withImageSlot(scope, () => scope.images.thumbnail(read, PROBE_THUMBNAIL_SIZE))
}

async function completeFileData(scope: ViewerScope, key: FileDataKey, data: OwnFileData, blob: StoredBlob) {
  const isAssetUpload = key.type === 'file' && isAsset(data.file)
  const published = await transact(scope, async (tx) => {
    // Transactions that delete the file lock it before its data.
    await lockFileOfData(tx, key.fileId)
    const { count } = await tx.db.fileData.updateMany({
      where: { ...key, uploadRef: data.uploadRef, status: { not: 'complete' } },
      data: {
        status: 'complete',
        blobKey: blob.key,
        completedAt: tx.now,
        uploadRef: null,
        md5: Buffer.from(blob.md5, 'hex').toString('base64'),
        sizeInBytes: blob.size,
      },
    })
    // A concurrent request was faster, or the version was deleted.
    if (count === 0) return false
    const { fileId, version, type } = key
    await ownerOrAdminAct(tx, 'finishFileDataUpload', async () => ({
      subjectId: fileId,
      ownerId: data.file.ownerId,
      details: { version, type },
    }))
    if (isAssetUpload) await createAssetReview(tx, key)
    emitFileChanged(tx, await readFile(tx, fileId), 'updated')
    return true
  })
  if (!published) await noteFreedBlob(scope, blob.key)
  if (published && isAssetUpload) await scope.jobs.send(ANALYSE_FILES_JOB)
}

/** Most responses that are delayed at a time; beyond it, requests are answered at once. */
const MAX_DELAYED_RESPONSES = BOUNDS.delayedResponses.most
let delayedResponses = 0

/**
 * Progress of an upload for the legacy operation, which is documented to time out for complete data: the response is
 * then delayed by `legacyStatusTimeout`, without a database connection, before `conflict` is thrown.
 */
export async function readLegacyUploadStatus(scope: ViewerScope, key: FileDataKey) {
  const data = await readOwnFileData(scope, key)
  if (data.status !== 'complete')
    return { data, parts: data.uploadRef === null ? [] : await scope.blobs.parts(data.uploadRef) }
  await delayResponse(scope.rules.legacyStatusTimeout)
  const message = 'This upload is complete; its status is not told any more'
  throw new Failure('conflict', message, { reason: 'upload_complete' })
}

export type UploadStatus = Awaited<ReturnType<typeof readLegacyUploadStatus>>

async function delayResponse(milliseconds: number): Promise<void> {
  if (delayedResponses >= MAX_DELAYED_RESPONSES) return
  delayedResponses += 1
  try {
    await pause(milliseconds)
  } finally {
    delayedResponses -= 1
  }
}
