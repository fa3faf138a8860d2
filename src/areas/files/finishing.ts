import type { StoredBlob } from '../../kernel/blobs.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { ANALYSE_FILES, isAsset } from './analyses.ts'
import { announce, type FoundFile, readFile } from './files.ts'
import { isPicture } from './policy.ts'
import { readBlob } from './reading.ts'
import { type DataKey, type OwnData, readOwnData, restart } from './uploads.ts'

/**
 * Joins what was uploaded and makes it part of the version, if it is what was announced: size, md5, and a picture where
 * a picture was said. `etags` are those of the parts in order; they are not needed for an upload of one piece. What is
 * refused is forgotten, and nothing of it is published. Finishing twice answers the same. Throws `invalid`.
 */
export async function finishFileDataUpload(
  scope: SignedScope,
  key: DataKey,
  etags: readonly string[] | undefined,
): Promise<FoundFile> {
  const data = await readOwnData(scope, key)
  if (data.status !== 'complete') await finish(scope, key, data, etags?.length ? etags : null)
  return readFile(scope, key.fileId)
}

async function finish(scope: SignedScope, key: DataKey, data: OwnData, etags: readonly string[] | null) {
  const ref = data.uploadRef
  if (ref === null) throw invalid('fileType', 'This upload has not begun')
  if (data.category === 'multipart' && etags === null)
    throw invalid('etags', 'etags of all parts in order are needed to finish an upload in parts')
  const blob = await scope.blobs.finishUpload(ref, etags)
  try {
    mustBeAnnounced(data, blob)
    await mustBePicture(scope, data, blob)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') await restart(scope, key, ref)
    throw error
  }
  await publish(scope, key, data, blob)
  await scope.blobs.abortUpload(ref)
}

/** Of a delta nothing was announced. */
function mustBeAnnounced({ type, sizeInBytes, md5 }: OwnData, blob: StoredBlob) {
  if (type === 'delta') return
  if (BigInt(blob.size) !== sizeInBytes)
    throw invalid('sizeInBytes', `${blob.size} bytes were uploaded, but ${sizeInBytes} announced`)
  if (Buffer.from(blob.md5, 'hex').toString('base64') !== md5)
    throw invalid('md5', 'What was uploaded has another md5 than was announced')
}

/** The smallest thumbnail shows that it can be decoded. */
const PROOF = 64

async function mustBePicture(scope: SignedScope, { type, file }: OwnData, blob: StoredBlob) {
  if (type !== 'file' || !isPicture(file)) return
  await scope.images.thumbnail(await readBlob(scope, blob.key), PROOF)
}

async function publish(scope: SignedScope, key: DataKey, data: OwnData, blob: StoredBlob) {
  const published = await transact(scope, async (open) => {
    // The file first, as whoever deletes it.
    await open.db.$executeRaw`SELECT FROM "File" WHERE id = ${key.fileId} FOR SHARE`
    const { count } = await open.db.fileData.updateMany({
      where: { ...key, uploadRef: data.uploadRef, status: { not: 'complete' } },
      data: {
        ...{ status: 'complete', blobKey: blob.key, completedAt: open.now, uploadRef: null },
        ...{ md5: Buffer.from(blob.md5, 'hex').toString('base64'), sizeInBytes: blob.size },
      },
    })
    // Somebody else was faster, or the version is gone.
    if (count === 0) return false
    const { fileId, version, type } = key
    const details = { version, type }
    await auditForeign(open, data.file.ownerId, { act: 'finishFileDataUpload', subjectId: fileId, details })
    if (key.type === 'file' && isAsset(data.file)) await openReview(open, key)
    announce(open, await readFile(open, key.fileId), 'updated')
    return true
  })
  if (published && key.type === 'file' && isAsset(data.file)) await scope.jobs.send(ANALYSE_FILES)
}

/** Assets wait for a review; its notes are written by updateAssetReviewNotes. */
const openReview = ({ db, now }: Open & SignedScope, { fileId, version }: DataKey) =>
  db.assetReview.create({
    data: { id: newId('assetReview', now), fileId, version, createdAt: now, updatedAt: now },
  })
