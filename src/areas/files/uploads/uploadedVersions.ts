import type { File } from '../../../generated/prisma/client.ts'
import type { StoredBlob } from '../../../kernel/blobs.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type FileId, newId, trusted, type UploadId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { ANALYSE_FILES_JOB, createAssetReview, isAsset } from '../assets/analyses.ts'
import { emitFileChanged, type FileWithVersions, readFile } from '../files.ts'
import { namingField } from '../images/images.ts'
import { lockOwnFile, lockStorage } from '../locks.ts'
import { assertOwnFile, assertWithinStorage, isImageFile } from '../policy.ts'
import { blobReader } from '../storage/downloads.ts'
import { assertDecodable } from '../storage/uploads.ts'
import { CREATE_VERSION_LIMIT, dataFileName, nextVersion, touchFile } from '../versions.ts'
import { blobOfUpload, consumeUpload, type ReceivedUpload, receiveUpload } from './uploads.ts'

const FIELD = 'uploadId'

/**
 * Makes an upload of the viewer's the next version of a file, complete at once; it has no rsync signature. Throws `missing`,
 * `forbidden`, and `invalid` for an upload of another type than the file or an image that cannot be decoded.
 */
export async function createUploadedVersion(
  scope: ViewerScope,
  id: FileId,
  uploadId: UploadId,
): Promise<FileWithVersions> {
  await scope.limits.take(CREATE_VERSION_LIMIT, scope.viewer.id)
  const file = await scope.db.file.findUnique({ where: { id } })
  assertOwnFile(scope, id, file)
  const upload = await receiveUpload(scope, { uploadId, field: FIELD, accepts: ['fileversion'] })
  await assertSuits(scope, file, upload)
  await ownerOrAdminAct(scope, 'createFileVersion', async (tx) => {
    await lockStorage(tx, file.ownerId)
    await lockOwnFile(tx, id)
    await consumeUpload(tx, uploadId)
    const version = await nextVersion(tx, id)
    await addCompleteVersion(tx, { file, version, upload })
    await assertWithinStorage(tx, file.ownerId)
    await touchFile(tx, file)
    return { subjectId: id, ownerId: file.ownerId, details: { version } }
  })
  if (isAsset(file)) await scope.jobs.send(ANALYSE_FILES_JOB)
  return readFile(scope, id)
}

async function assertSuits(scope: ViewerScope, file: File, upload: ReceivedUpload): Promise<void> {
  if (upload.mimeType !== file.mimeType)
    throw invalid(
      FIELD,
      `${FIELD}: the file has the type ${file.mimeType}, the upload ${upload.mimeType}`,
      'unsupported_file',
    )
  if (isImageFile(file)) await namingField(FIELD, () => assertDecodable(scope, blobReader(scope, blobOfUpload(upload))))
}

interface UploadedVersion {
  readonly file: Pick<File, 'id' | 'name' | 'mimeType' | 'extension'>
  readonly version: number
  readonly upload: ReceivedUpload
}

/** Inserts a version whose only data is the content of an upload, which the transaction has used. */
export async function addCompleteVersion(
  tx: ViewerScope & InTransaction,
  { file, version, upload }: UploadedVersion,
): Promise<void> {
  const { db, now } = tx
  const data = {
    type: 'file',
    category: 'simple',
    status: 'complete',
    fileName: dataFileName(file, version),
    contentType: file.mimeType,
    md5: Buffer.from(upload.md5, 'hex').toString('base64'),
    sizeInBytes: upload.sizeInBytes,
    blobKey: upload.blobKey,
    startedAt: upload.createdAt,
    completedAt: now,
  }
  await db.fileVersion.create({ data: { fileId: file.id, version, createdAt: now, data: { create: data } } })
  if (isAsset(file)) await createAssetReview(tx, { fileId: file.id, version })
}

/** An asset that the server itself has made and stored, before a row refers to it. */
interface StoredAsset {
  readonly ownerId: string
  readonly name: string
  readonly mimeType: string
  /** With its dot. */
  readonly extension: string
  readonly blob: StoredBlob
}

/**
 * Inserts a file with a stored asset as its version 1. The caller has locked what its owner stores, and checks it
 * afterwards.
 */
export async function addStoredAsset(
  tx: Pick<Scope, 'now'> & InTransaction,
  { ownerId, name, mimeType, extension, blob }: StoredAsset,
): Promise<FileId> {
  const { db, now } = tx
  const file = { id: newId('file', now), name, extension }
  await db.file.create({ data: { ...file, ownerId, mimeType, createdAt: now, updatedAt: now } })
  await db.fileVersion.createMany({ data: [0, 1].map((version) => ({ fileId: file.id, version, createdAt: now })) })
  await db.fileData.create({
    data: {
      fileId: file.id,
      version: 1,
      type: 'file',
      category: 'simple',
      status: 'complete',
      fileName: dataFileName(file, 1),
      contentType: mimeType,
      md5: Buffer.from(blob.md5, 'hex').toString('base64'),
      sizeInBytes: blob.size,
      blobKey: blob.key,
      startedAt: now,
      completedAt: now,
    },
  })
  emitFileChanged(tx, { id: file.id, ownerId, tags: [] }, 'created')
  return trusted<'file'>(file.id)
}
