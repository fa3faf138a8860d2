import type { Readable } from 'node:stream'
import type { ByteRange } from '../../../kernel/blobs.ts'
import { Failure, missingCredentials } from '../../../kernel/failure.ts'
import type { FileId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assertNotWithheld, canSeeFile, fileNotFound, isAvatarAsset, isImageFile } from '../policy.ts'
import type { FileDataKey } from './uploads.ts'

/** Streams a blob or a range of it. Throws `unavailable` for a blob that the store has lost. */
export async function openBlob({ blobs }: Scope, key: string, range?: ByteRange): Promise<Readable> {
  const found = await blobs.read(key, range)
  if (!found)
    throw new Failure('unavailable', 'The store does not have this file right now', { reason: 'store_unavailable' })
  return found.stream
}

/** Reads a small blob, or a range of one, into memory. Throws `unavailable` for a blob that the store has lost. */
export async function readBlob(scope: Scope, key: string, range?: ByteRange): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await openBlob(scope, key, range)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Reads a blob when it is called. */
export const blobReader = (scope: Scope, key: string) => () => readBlob(scope, key)

/** A blob with what a download of it tells the client. */
export interface DownloadSource {
  readonly blobKey: string
  readonly contentType: string
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  /** Raster images are displayed by browsers, and downloaded without a session. */
  readonly isImage: boolean
}

/** Images of other types are downloaded as `application/octet-stream`. */
const BROWSER_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * Finds complete data of a version. Throws `missing`, `unauthenticated` for files that require a session, and `forbidden`
 * for assets that are withheld from the viewer.
 */
export async function findDataDownload(scope: Scope, key: FileDataKey): Promise<DownloadSource> {
  const { fileId, type } = key
  const data = await scope.db.fileData.findUnique({
    where: { fileId_version_type: key, status: 'complete' },
    include: {
      fileVersion: { include: { file: { select: { id: true, ownerId: true, mimeType: true, extension: true } } } },
    },
    relationLoadStrategy: 'join',
  })
  const file = data?.fileVersion.file
  if (!data?.blobKey || !file) throw scope.viewer ? fileNotFound(fileId) : await fileHiddenFailure(scope, fileId)
  if (!canSeeFile(scope, file)) throw missingCredentials()
  await assertNotWithheld(scope, file)
  const isImage = type === 'file' && isImageFile(file) && !isAvatarAsset(file)
  const { blobKey, fileName, sizeInBytes } = data
  const contentType = isImage ? imageContentType(data.contentType) : data.contentType
  return { blobKey, fileName, contentType, size: Number(sizeInBytes), isImage }
}

/** Without a session, only the existence of images is revealed: a missing file is reported as missing, too. */
async function fileHiddenFailure({ db }: Scope, id: FileId): Promise<Error> {
  const file = await db.file.findUnique({ where: { id }, select: { mimeType: true } })
  return file && !isImageFile(file) ? missingCredentials() : fileNotFound(id)
}

function imageContentType(contentType: string): string {
  const standard = contentType === 'image/jpg' ? 'image/jpeg' : contentType
  return BROWSER_IMAGE_TYPES.includes(standard) ? standard : 'application/octet-stream'
}

/** URL at which the blob store serves the download; null when this server serves it, as it always does for images. */
export const directDownloadUrl = ({ blobs }: Scope, { blobKey, fileName, contentType, isImage }: DownloadSource) =>
  isImage ? Promise.resolve(null) : blobs.downloadUrl(blobKey, { fileName, contentType, inline: false })
