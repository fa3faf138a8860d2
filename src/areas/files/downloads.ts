import type { ByteRange } from '../../kernel/blobs.ts'
import { missingCredentials } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ImageSize } from './addresses.ts'
import { isPicture, maySee, noSuchFile } from './policy.ts'
import { openBlob, readBlob } from './reading.ts'
import type { DataType } from './uploads.ts'

/** Bytes that can be handed out. */
export interface Found {
  readonly blobKey: string
  readonly contentType: string
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  /** A raster image: shown in pages, and to people without a session. */
  readonly picture: boolean
}

/** What pictures are told to be: those that browsers show by themselves. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The data of a version, once it is complete. Throws `missing`, and `unauthenticated` for what only people see. */
export async function findData(scope: Scope, fileId: FileId, version: number, type: DataType): Promise<Found> {
  const data = await scope.db.fileData.findUnique({
    where: { fileId_version_type: { fileId, version, type }, status: 'complete' },
    include: { fileVersion: { include: { file: { select: { mimeType: true } } } } },
    relationLoadStrategy: 'join',
  })
  const file = data?.fileVersion.file
  if (!data?.blobKey || !file) throw scope.viewer ? noSuchFile(fileId) : await hidden(scope, fileId)
  if (!maySee(scope, file)) throw missingCredentials()
  const picture = type === 'file' && isPicture(file)
  const { blobKey, fileName, sizeInBytes } = data
  return { blobKey, fileName, contentType: typeOf(data.contentType, picture), size: Number(sizeInBytes), picture }
}

/** Whoever is nobody hears of pictures alone whether they exist. */
async function hidden({ db }: Scope, id: FileId): Promise<Error> {
  const file = await db.file.findUnique({ where: { id }, select: { mimeType: true } })
  return file && !isPicture(file) ? missingCredentials() : noSuchFile(id)
}

const typeOf = (contentType: string, picture: boolean) => {
  if (!picture) return contentType
  const known = contentType === 'image/jpg' ? 'image/jpeg' : contentType
  return SHOWN.includes(known) ? known : 'application/octet-stream'
}

/** Where the store hands it out by itself; null where the server has to. Pictures always go through the server. */
export const linkTo = ({ blobs }: Scope, { blobKey, fileName, contentType, picture }: Found) =>
  picture ? Promise.resolve(null) : blobs.link(blobKey, { fileName, contentType, inline: false })

export const openFound = (scope: Scope, { blobKey }: Found, range?: ByteRange) => openBlob(scope, blobKey, range)

/** A picture with at most so many pixels a side, made when it is first asked for. Throws `missing` for no picture. */
export async function findImage(scope: Scope, fileId: FileId, version: number, size: ImageSize): Promise<Found> {
  const key = { fileId, version, size }
  const kept = await scope.db.fileThumbnail.findUnique({ where: { fileId_version_size: key } })
  const { blobKey, contentType, sizeInBytes } = kept ?? (await makeThumbnail(scope, key))
  const extension = contentType === 'image/png' ? 'png' : 'jpg'
  return {
    blobKey,
    contentType,
    fileName: `${fileId}.${version}.${size}.${extension}`,
    size: sizeInBytes,
    picture: true,
  }
}

interface ThumbnailKey {
  readonly fileId: FileId
  readonly version: number
  readonly size: ImageSize
}

async function makeThumbnail(scope: Scope, key: ThumbnailKey) {
  const original = await findData(scope, key.fileId, key.version, 'file')
  if (!original.picture) throw noSuchFile(key.fileId)
  const image = await scope.images.thumbnail(await readBlob(scope, original.blobKey), key.size)
  const blob = await scope.blobs.store(image.bytes, image.contentType)
  const made = { blobKey: blob.key, contentType: image.contentType, sizeInBytes: blob.size }
  // Of several that make it at once the first is kept; a version that is gone meanwhile keeps none.
  await scope.client.fileThumbnail
    .createMany({ data: [{ ...key, ...made }], skipDuplicates: true })
    .catch((error: unknown) => {
      scope.log.debug({ err: error, ...key }, 'a thumbnail was not kept')
    })
  return made
}
