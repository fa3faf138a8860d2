import type { File } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { emitFileChanged, type FileWithVersions, readFile } from './files.ts'
import { MAX_IMAGE_BYTES } from './images/kinds.ts'
import { lockOwnFile, lockStorage } from './locks.ts'
import { assertOwnFile, assertWithinStorage, canChangeFile, fileNotFound, isImageFile } from './policy.ts'

/** Metadata of a new version: MD5 in base64, sizes in bytes. Without `fileMd5` it is a delta to the previous version. */
export interface NewFileVersion {
  readonly fileMd5?: string | undefined
  readonly fileSizeInBytes?: number | undefined
  readonly signatureMd5: string
  readonly signatureSizeInBytes: number
}

export const CREATE_VERSION_LIMIT = { name: 'create-file-version', points: 600, window: 3_600 }
const MAX_VERSIONS = 1_000
/** Larger files, in bytes, are uploaded in parts. */
const MULTIPART_THRESHOLD = 64 * 1024 * 1024
const MAX_SIGNATURE_BYTES = 64 * 1024 * 1024

/** Announces the data of a new version. Throws `missing`, `forbidden`, and `invalid` for data that is too large. */
export const createFileVersion = async (
  scope: ViewerScope,
  id: FileId,
  announced: NewFileVersion,
): Promise<FileWithVersions> => {
  await scope.limits.take(CREATE_VERSION_LIMIT, scope.viewer.id)
  const file = await scope.db.file.findUnique({ where: { id } })
  assertOwnFile(scope, id, file)
  await assertAll(sizeRules(scope, file, announced))
  await ownerOrAdminAct(scope, 'createFileVersion', async (tx) => {
    await lockStorage(tx, file.ownerId)
    await lockOwnFile(tx, id)
    const version = await nextVersion(tx, id)
    await tx.db.fileVersion.create({
      data: { fileId: id, version, createdAt: tx.now, data: { create: newVersionData(file, version, announced) } },
    })
    await assertWithinStorage(tx, file.ownerId)
    await touchFile(tx, file)
    return { subjectId: id, ownerId: file.ownerId, details: { version } }
  })
  return readFile(scope, id)
}

/** The number of the next version of a locked file. Throws `invalid` beyond the maximum. */
export async function nextVersion({ db }: InTransaction, fileId: FileId): Promise<number> {
  const last = await db.fileVersion.aggregate({ where: { fileId }, _max: { version: true } })
  const version = (last._max.version ?? -1) + 1
  if (version > MAX_VERSIONS)
    throw invalid('fileId', `A file has at most ${MAX_VERSIONS} versions`, {
      reason: 'too_many_versions',
      max: MAX_VERSIONS,
    })
  return version
}

/** The rules for the announced data of a version of the viewer's file; none for a file of somebody else. */
export async function newVersionRules(
  scope: ViewerScope,
  id: FileId,
  announced: Partial<NewFileVersion>,
): Promise<InputRule[]> {
  const file = await scope.db.file.findUnique({ where: { id } })
  return file && canChangeFile(scope, file) ? sizeRules(scope, file, announced) : []
}

const sizeRules = (
  { rules }: ViewerScope,
  file: File,
  { fileSizeInBytes = 0, signatureSizeInBytes = 0 }: Partial<NewFileVersion>,
): InputRule[] => [
  () => assertSize('fileSizeInBytes', fileSizeInBytes, isImageFile(file) ? MAX_IMAGE_BYTES : rules.maxUploadBytes),
  () => assertSize('signatureSizeInBytes', signatureSizeInBytes, MAX_SIGNATURE_BYTES),
]

function assertSize(field: string, size: number, max: number): void {
  if (size > max) throw invalid(field, `${field} must be ${max} at most`, { reason: 'too_large', max })
}

/** The name of downloads of a version. */
export const dataFileName = (file: Pick<File, 'id' | 'name' | 'extension'>, version: number) =>
  `${file.name}.${file.id}.${version}${file.extension}`

function newVersionData(file: File, version: number, announced: NewFileVersion) {
  const fileName = dataFileName(file, version)
  const { fileMd5, fileSizeInBytes = 0, signatureMd5, signatureSizeInBytes } = announced
  const signature = {
    type: 'signature',
    contentType: 'application/x-rsync-signature',
    fileName: `${fileName}.signature`,
    ...pendingUpload(signatureMd5, signatureSizeInBytes),
  }
  if (fileMd5 === undefined) return [signature, { ...QUEUED_DELTA, fileName: `${fileName}.delta` }]
  return [signature, { type: 'file', contentType: file.mimeType, fileName, ...pendingUpload(fileMd5, fileSizeInBytes) }]
}

/** MD5 and size of a delta are not announced, so it is queued until its upload starts. */
const QUEUED_DELTA = {
  type: 'delta',
  contentType: 'application/x-rsync-delta',
  md5: '',
  sizeInBytes: 0,
  category: 'queued',
  status: 'queued',
}

const pendingUpload = (md5: string, sizeInBytes: number) => ({
  md5,
  sizeInBytes,
  status: 'waiting',
  category: sizeInBytes > MULTIPART_THRESHOLD ? 'multipart' : 'simple',
})

/** Sets the time of the last change, and announces the change. */
export async function touchFile(tx: ViewerScope & InTransaction, file: File): Promise<void> {
  await tx.db.file.update({ where: { id: file.id }, data: { updatedAt: tx.now } })
  emitFileChanged(tx, file, 'updated')
}

/** Deletes the latest version; its number is not used again. Throws the errors that clients of the platform expect. */
export async function deleteFileVersion(scope: ViewerScope, id: FileId, version: number): Promise<FileWithVersions> {
  await ownerOrAdminAct(scope, 'deleteFileVersion', async (tx) => {
    await lockOwnFile(tx, id)
    const file = await tx.db.file.findUniqueOrThrow({ where: { id } })
    const left = await tx.db.fileVersion.findMany({
      where: { fileId: id, deletedAt: null },
      orderBy: { version: 'asc' },
      select: { version: true },
    })
    assertLatestVersion(left, id, version)
    const key = { fileId: id, version }
    await tx.db.fileData.deleteMany({ where: key })
    await tx.db.fileThumbnail.deleteMany({ where: key })
    await tx.db.fileAnalysis.deleteMany({ where: key })
    await tx.db.assetReview.deleteMany({ where: key })
    await tx.db.fileVersion.update({ where: { fileId_version: key }, data: { deletedAt: tx.now } })
    await touchFile(tx, file)
    return { subjectId: id, ownerId: file.ownerId, details: { version } }
  })
  return readFile(scope, id)
}

function assertLatestVersion(left: readonly { readonly version: number }[], id: FileId, version: number) {
  if (version === 0)
    throw invalid(
      'versionId',
      'Cannot delete the initial version of the file, just delete the entire file record.',
      'first_version',
    )
  if (!left.some((one) => one.version === version)) throw fileNotFound(`${id}/${version}`)
  const latest = left.at(-1)?.version
  const message = `409 Cannot delete against anything but the latest version of this file: ${version}, ${latest}`
  if (latest !== version) throw new Failure('conflict', message, { reason: 'middle_version' })
}
