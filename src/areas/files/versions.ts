import { Failure, invalid } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { announce, type FoundFile, readFile } from './files.ts'
import { MOST_IMAGE_BYTES } from './imageKinds.ts'
import { holdOwnFile, isPicture, noSuchFile } from './policy.ts'

/** What is announced of a version: md5 in base64, sizes in bytes. Without a file it is a delta to the version before. */
export interface NewVersion {
  readonly fileMd5?: string | undefined
  readonly fileSizeInBytes?: number | undefined
  readonly signatureMd5: string
  readonly signatureSizeInBytes: number
}

const MOST_VERSIONS = 1_000
/** An upload of more bytes comes in parts. */
const ONE_PIECE = 64 * 1024 * 1024
const MOST_SIGNATURE_BYTES = 64 * 1024 * 1024

/** Announces the data of a further version. Throws `missing`, `forbidden`, and `invalid` for more than may be uploaded. */
export async function createFileVersion(scope: SignedScope, id: FileId, given: NewVersion): Promise<FoundFile> {
  return transact(scope, async (open) => {
    await holdOwnFile(open, id)
    const file = await readFile(open, id)
    const version = (file.versions.at(-1)?.version ?? -1) + 1
    if (version > MOST_VERSIONS) throw invalid('fileId', `A file has at most ${MOST_VERSIONS} versions`)
    mustFit(open, file, given)
    await open.db.fileVersion.create({
      data: { fileId: id, version, createdAt: open.now, data: { create: announced(file, version, given) } },
    })
    await touch(open, id)
    await auditForeign(open, file.ownerId, { act: 'createFileVersion', subjectId: id, details: { version } })
    const changed = await readFile(open, id)
    announce(open, changed, 'updated')
    return changed
  })
}

function mustFit({ rules }: SignedScope, file: FoundFile, { fileSizeInBytes = 0, signatureSizeInBytes }: NewVersion) {
  const most = isPicture(file) ? MOST_IMAGE_BYTES : rules.maxUploadBytes
  if (fileSizeInBytes > most) throw invalid('fileSizeInBytes', `fileSizeInBytes must be ${most} at most`)
  if (signatureSizeInBytes > MOST_SIGNATURE_BYTES)
    throw invalid('signatureSizeInBytes', `signatureSizeInBytes must be ${MOST_SIGNATURE_BYTES} at most`)
}

function announced(file: FoundFile, version: number, given: NewVersion) {
  const name = `${file.name}.${file.id}.${version}`
  const signature = {
    type: 'signature',
    contentType: 'application/x-rsync-signature',
    fileName: `${name}${file.extension}.signature`,
    md5: given.signatureMd5,
    sizeInBytes: given.signatureSizeInBytes,
  }
  return [{ ...waiting(given.signatureSizeInBytes), ...signature }, mainData(file, name, given)]
}

/** Of a delta nothing is announced, so it is queued until its upload begins. */
function mainData({ mimeType, extension }: FoundFile, name: string, { fileMd5, fileSizeInBytes = 0 }: NewVersion) {
  const delta = {
    ...{ type: 'delta', contentType: 'application/x-rsync-delta', fileName: `${name}${extension}.delta` },
    ...{ md5: '', sizeInBytes: 0, category: 'queued', status: 'queued' },
  }
  if (fileMd5 === undefined) return delta
  const named = { type: 'file', contentType: mimeType, fileName: `${name}${extension}`, md5: fileMd5 }
  return { ...waiting(fileSizeInBytes), ...named, sizeInBytes: fileSizeInBytes }
}

const waiting = (size: number) => ({ status: 'waiting', category: size > ONE_PIECE ? 'multipart' : 'simple' })

const touch = ({ db, now }: SignedScope & Open, id: FileId) =>
  db.file.update({ where: { id }, data: { updatedAt: now } })

/** Deletes the latest version that is left; its number is not given again. Throws what clients of the platform know. */
export async function deleteFileVersion(scope: SignedScope, id: FileId, version: number): Promise<FoundFile> {
  return transact(scope, async (open) => {
    await holdOwnFile(open, id)
    const { versions, ownerId } = await readFile(open, id)
    mustBeLatest(versions, id, version)
    const key = { fileId: id, version }
    await open.db.fileData.deleteMany({ where: key })
    await open.db.fileThumbnail.deleteMany({ where: key })
    await open.db.fileAnalysis.deleteMany({ where: key })
    await open.db.assetReview.deleteMany({ where: key })
    await open.db.fileVersion.update({ where: { fileId_version: key }, data: { deletedAt: open.now } })
    await touch(open, id)
    await auditForeign(open, ownerId, { act: 'deleteFileVersion', subjectId: id, details: { version } })
    const changed = await readFile(open, id)
    announce(open, changed, 'updated')
    return changed
  })
}

function mustBeLatest(versions: FoundFile['versions'], id: FileId, version: number) {
  const left = versions.filter(({ deletedAt }) => deletedAt === null)
  if (version === 0)
    throw invalid('versionId', 'Cannot delete the initial version of the file, just delete the entire file record.')
  if (!left.some((one) => one.version === version)) throw noSuchFile(`${id}/${version}`)
  const latest = left.at(-1)?.version
  const message = `409 Cannot delete against anything but the latest version of this file: ${version}, ${latest}`
  if (latest !== version) throw new Failure('conflict', message, { code: 'middle_version' })
}
