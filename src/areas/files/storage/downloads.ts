import type { Readable } from 'node:stream'
import type { ByteRange, NamedBlob } from '../../../kernel/blobs.ts'
import { Failure, missingCredentials } from '../../../kernel/failure.ts'
import type { FileId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  assertNotWithheld,
  canSeeFile,
  canSeeHidden,
  fileNotFound,
  HIDING_COLUMNS,
  isAvatarAsset,
  isImageFile,
} from '../policy.ts'
import { assertStored, lostBlob } from './lostBlobs.ts'
import type { FileDataKey } from './uploads.ts'

/** Streams a blob or a range of it. Throws `missing` for a blob that the store has lost, or that is not whole there. */
export async function openBlob(scope: Scope, named: NamedBlob, range?: ByteRange): Promise<Readable> {
  const found = await scope.blobs.read(named.blobKey, range)
  if (found?.size === named.size) return found.stream
  found?.stream.destroy()
  throw await lostBlob(scope, named, found?.size ?? null)
}

/** Reads a small blob, or a range of one, into memory. Throws what `openBlob` does, and `unavailable` when the store breaks off. */
export async function readBlob(scope: Scope, named: NamedBlob, range?: ByteRange): Promise<Buffer> {
  const stream = await openBlob(scope, named, range)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  } catch (error) {
    scope.log.warn({ err: error, id: named.id }, 'the store broke off while a file was read')
    throw new Failure('unavailable', 'The store of files is not available right now', {
      reason: 'store_unavailable',
      retryAfter: 1,
    })
  }
  return Buffer.concat(chunks)
}

/** Reads a blob when it is called. */
export const blobReader = (scope: Scope, named: NamedBlob) => () => readBlob(scope, named)

/** A blob with what a download of it tells the client. */
export interface DownloadSource extends NamedBlob {
  readonly contentType: string
  readonly fileName: string
  /** Raster images are displayed by browsers, and downloaded without a session. */
  readonly isImage: boolean
}

/** Images of other types are downloaded as `application/octet-stream`. */
const BROWSER_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * Finds complete data of a version. Throws `missing`, also for an image that the staff has hidden from the viewer, `unauthenticated` for files that require a session, and `forbidden`
 * for assets that are withheld from the viewer.
 */
export async function findDataDownload(scope: Scope, key: FileDataKey): Promise<DownloadSource> {
  const { fileId, type } = key
  const data = await scope.db.fileData.findUnique({
    where: { fileId_version_type: key, status: 'complete' },
    include: {
      fileVersion: { include: { file: { select: { id: true, mimeType: true, extension: true, ...HIDING_COLUMNS } } } },
    },
    relationLoadStrategy: 'join',
  })
  const file = data?.fileVersion.file
  if (!data?.blobKey || !file) throw scope.viewer ? fileNotFound(fileId) : await fileHiddenFailure(scope, fileId)
  if (!canSeeFile(scope, file)) throw missingCredentials()
  if (!canSeeHidden(scope, file)) throw fileNotFound(fileId)
  await assertNotWithheld(scope, file)
  const isImage = type === 'file' && isImageFile(file) && !isAvatarAsset(file)
  const { blobKey, fileName, sizeInBytes } = data
  const contentType = isImage ? imageContentType(data.contentType) : data.contentType
  return { id: fileId, blobKey, fileName, contentType, size: Number(sizeInBytes), isImage }
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

/**
 * URL at which the blob store serves the download; null when this server serves it, as it always does for images. Throws
 * `missing` for a blob that the store has lost.
 */
export async function directDownloadUrl(scope: Scope, source: DownloadSource): Promise<string | null> {
  const { blobKey, fileName, contentType, isImage } = source
  if (isImage) return null
  const url = await scope.blobs.downloadUrl(blobKey, { fileName, contentType, inline: false })
  if (url !== null) await assertStored(scope, source)
  return url
}
