import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { FileVersionReference, ImageSize } from '../../../kernel/webUrls.ts'
import { canSeeHidden, fileNotFound, HIDING_COLUMNS } from '../policy.ts'
import { withRowOf } from '../storage/cleanup.ts'
import { blobReader, type DownloadSource, findDataDownload } from '../storage/downloads.ts'
import { senderOf, withImageSlot } from './images.ts'
import { MAX_IMAGE_BYTES } from './kinds.ts'

interface ThumbnailKey extends FileVersionReference {
  readonly size: ImageSize
}

/** The blob of a thumbnail. */
interface StoredThumbnail {
  readonly blobKey: string
  readonly contentType: string
  readonly sizeInBytes: number
}

/**
 * The thumbnail of an image, made on the first request. Throws `missing` for files that are no image, `exhausted` for a
 * person or network that has too many made.
 */
export async function findImageDownload(scope: Scope, key: ThumbnailKey): Promise<DownloadSource> {
  const stored = (await readThumbnail(scope, key)) ?? (await createThumbnailOnce(scope, key))
  const { blobKey, contentType, sizeInBytes } = stored
  const extension = contentType === 'image/png' ? 'png' : 'jpg'
  const fileName = `${key.fileId}.${key.version}.${key.size}.${extension}`
  return { id: key.fileId, blobKey, contentType, fileName, size: sizeInBytes, isImage: true }
}

/** A thumbnail that was made. Throws `missing` for an image that the staff has hidden from the viewer. */
async function readThumbnail(scope: Scope, key: ThumbnailKey): Promise<StoredThumbnail | null> {
  const found = await scope.db.fileThumbnail.findUnique({
    where: { fileId_version_size: key },
    include: { fileVersion: { select: { file: { select: HIDING_COLUMNS } } } },
    relationLoadStrategy: 'join',
  })
  if (found && !canSeeHidden(scope, found.fileVersion.file)) throw fileNotFound(key.fileId)
  return found
}

/** Thumbnails that this process makes, by file, version and size. */
const inWork = new Map<string, Promise<StoredThumbnail>>()

/** Concurrent requests for one thumbnail wait for one image. */
async function createThumbnailOnce(scope: Scope, key: ThumbnailKey): Promise<StoredThumbnail> {
  const name = `${key.fileId}/${key.version}/${key.size}`
  const shared = inWork.get(name)
  if (shared !== undefined) return shared.catch((error: unknown) => retryOwn(scope, key, error))
  const made = createThumbnail(scope, key).finally(() => inWork.delete(name))
  inWork.set(name, made)
  return made
}

/** The limits of whoever came first do not concern the others. */
function retryOwn(scope: Scope, key: ThumbnailKey, error: unknown): Promise<StoredThumbnail> {
  if (error instanceof Failure && error.kind !== 'invalid') return createThumbnailOnce(scope, key)
  throw error
}

/** Thumbnails that a person or network has made: each costs some seconds of CPU time at worst. */
const CREATE_LIMIT = { name: 'create-thumbnail', points: 300, window: 300 }

async function createThumbnail(scope: Scope, key: ThumbnailKey): Promise<StoredThumbnail> {
  // It may have been made since it was looked for.
  const stored = await readThumbnail(scope, key)
  if (stored) return stored
  const original = await findDataDownload(scope, { fileId: key.fileId, version: key.version, type: 'file' })
  if (!original.isImage) throw fileNotFound(key.fileId)
  if (original.size > MAX_IMAGE_BYTES)
    throw new Failure('missing', 'This picture is too large for thumbnails', { reason: 'thumbnail_not_found' })
  await scope.limits.take(CREATE_LIMIT, senderOf(scope))
  const read = blobReader(scope, original)
  const image = await withImageSlot(scope, () => scope.images.thumbnail(read, key.size))
  const blob = await scope.blobs.store(image.bytes, image.contentType)
  const thumbnail = { blobKey: blob.key, contentType: image.contentType, sizeInBytes: blob.size }
  // Of concurrent requests on several nodes the first row is kept; the version may have been deleted meanwhile.
  await withRowOf(scope, blob, () =>
    scope.client.fileThumbnail.createMany({ data: [{ ...key, ...thumbnail }], skipDuplicates: true }),
  ).catch((error: unknown) => scope.log.debug({ err: error, ...key }, 'a thumbnail was not kept'))
  return thumbnail
}
