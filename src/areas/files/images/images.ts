import { assertAdmin } from '../../../kernel/access.ts'
import type { StoredBlob } from '../../../kernel/blobs.ts'
import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type AvatarId, type FileId, newId, type UploadId } from '../../../kernel/ids.ts'
import type { EncodedImage, ReadImage } from '../../../kernel/images.ts'
import { assertAll } from '../../../kernel/inputFaults.ts'
import { keyedSlots } from '../../../kernel/keyedSlots.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { deleteFileInTransaction, emitFileChanged, type FileWithVersions, readFile } from '../files.ts'
import { lockFiles } from '../locks.ts'
import { assertOwnFile, assertWithinStorage } from '../policy.ts'
import { withRowOf } from '../storage/cleanup.ts'
import { blobReader } from '../storage/downloads.ts'
import { consumeUpload } from '../uploads/uploads.ts'
import {
  type Animation,
  animationOf,
  animationRules,
  assertImageCapacity,
  findImageToEvict,
  galleryRules,
  IMAGE_KINDS,
  type ImageKindName,
  lockGallery,
  lockImageQuota,
  MAX_IMAGE_BYTES,
} from './kinds.ts'

/** How an emoji or sticker is displayed, and where an image is shown. */
export interface ImageOptions extends Partial<Record<'animationStyle' | 'loopStyle' | 'maskTag', string | undefined>> {
  readonly frames?: number | undefined
  readonly framesOverTime?: number | undefined
  /** The avatar whose gallery is to show an image of the kind `avatargallery`. */
  readonly galleryId?: AvatarId | undefined
}

const UPLOAD_LIMIT = { name: 'upload-image', points: 120, window: 3_600 }

/** An image that a person provides: its bytes and, unless they came in a form, the file or upload that the act consumes. */
export interface ImageSource {
  readonly read: ReadImage
  /** An uploaded file, which is deleted. */
  readonly fileId?: FileId | undefined
  /** An upload of the viewer's, which is used. */
  readonly uploadId?: UploadId | undefined
  /** The input field of the image, for error messages; `file` by default. */
  readonly field?: string | undefined
}

/**
 * Creates a file with an image for one purpose: re-encoded without metadata, complete in version 1. Throws `invalid` for
 * an unsuitable image, `forbidden` for purposes of admins, `conflict` beyond the number that a person or a gallery can
 * have, and what `AvatarGalleries.lockOwn` throws.
 */
export async function uploadImage(
  scope: ViewerScope,
  kind: ImageKindName,
  source: ImageSource,
  options: ImageOptions = {},
): Promise<FileWithVersions> {
  await assertAll([...animationRules(IMAGE_KINDS[kind], options), ...galleryRules(kind, options)])
  const animation = animationOf(IMAGE_KINDS[kind], options)
  const id = await withEncodedImage(scope, kind, source, (stored) =>
    ownerOrAdminAct(scope, 'uploadImage', async (tx) => {
      const place = await lockGallery(tx, options)
      const ownerId = await consumeSource(tx, source)
      await assertImageCapacity(tx, kind)
      const fileId = await addImageFile(tx, kind, stored, { ...options, ...place, animation })
      emitFileChanged(tx, await readFile(tx, fileId), 'created')
      const needsAdmin = IMAGE_KINDS[kind].adminOnly
      return { subjectId: fileId, ownerId, needsAdmin, details: { kind }, result: fileId }
    }),
  )
  return readFile(scope, id)
}

/**
 * Deletes the uploaded file of an image, or uses its upload, and locks the number of the viewer's images until the transaction ends. Returns
 * the owner of that file; the viewer without one. `others` are files that the act also changes: all files are locked in
 * one order, by one statement.
 */
export async function consumeSource(
  tx: ViewerScope & InTransaction,
  { fileId, uploadId }: ImageSource,
  others: readonly string[] = [],
): Promise<string> {
  await lockImageQuota(tx)
  if (uploadId) await consumeUpload(tx, uploadId)
  if (others.length > 0) await lockFiles(tx, fileId ? [...others, fileId] : others)
  return fileId ? (await deleteFileInTransaction(tx, fileId)).ownerId : tx.viewer.id
}

/** An image whose bytes are in the blob store, before a row refers to them. */
export interface StoredImage {
  readonly image: EncodedImage
  readonly blob: StoredBlob
}

/**
 * Encodes and stores an image of a kind, and runs the work that writes its row. Throws `invalid`, `forbidden` for kinds
 * of admins, `exhausted`.
 */
export async function withEncodedImage<R>(
  scope: ViewerScope,
  kind: ImageKindName,
  { read, field }: ImageSource,
  work: (stored: StoredImage) => Promise<R>,
): Promise<R> {
  const { shape, adminOnly } = IMAGE_KINDS[kind]
  if (adminOnly) assertAdmin(scope)
  await scope.limits.take(UPLOAD_LIMIT, scope.viewer.id)
  const image = await namingField(field, () => withImageSlot(scope, () => scope.images.encode(read, shape)))
  const blob = await scope.blobs.store(image.bytes, image.contentType)
  return withRowOf(scope, blob, () => work({ image, blob }))
}

/** Runs work on an image, whose faults it then tells of this input field instead of `file`. */
export async function namingField<R>(field: string | undefined, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (field === undefined || !(error instanceof Failure) || error.kind !== 'invalid') throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: [field] }))
    throw new Failure('invalid', error.message, { reason: 'unsupported_file', issues })
  }
}

/**
 * The image in the latest version of a file of the viewer's, not read yet. Throws `missing`, `forbidden`, and `invalid` for a file
 * that is not uploaded or too large.
 */
export async function readImageSource(scope: ViewerScope, fileId: FileId): Promise<ImageSource> {
  const file = await readFile(scope, fileId)
  assertOwnFile(scope, fileId, file)
  const data = file.versions.at(-1)?.data.find(({ type, status }) => type === 'file' && status === 'complete')
  if (!data?.blobKey)
    throw invalid('fileId', 'fileId must be a file whose latest version is uploaded', 'unknown_reference')
  if (data.sizeInBytes > MAX_IMAGE_BYTES)
    throw invalid('fileId', `A picture has at most ${MAX_IMAGE_BYTES} bytes`, {
      reason: 'too_large',
      max: MAX_IMAGE_BYTES,
    })
  const blob = { id: fileId, blobKey: data.blobKey, size: Number(data.sizeInBytes) }
  return { fileId, field: 'fileId', read: blobReader(scope, blob) }
}

/**
 * Like `consumeSource`, for kinds that no client lists: beyond the limit, the oldest image that no content links is
 * deleted. Throws `conflict` when all are linked.
 */
export async function consumeSourceEvictingOldest(
  tx: ViewerScope & InTransaction,
  kind: ImageKindName,
  source: ImageSource,
): Promise<string> {
  await lockImageQuota(tx)
  const oldest = await findImageToEvict(tx, kind, source)
  const sourceOwnerId = await consumeSource(tx, source, oldest ? [oldest] : [])
  if (oldest) await deleteFileInTransaction(tx, oldest)
  return sourceOwnerId
}

/** Clients list animated emoji by either tag. */
export const imageTags = (kind: ImageKindName) => [...new Set([kind, ...(kind === 'emojianimated' ? ['emoji'] : [])])]

interface NewImageFile extends ImageOptions {
  /** A new one by default. */
  readonly id?: FileId
  readonly animation: Animation | null
  readonly galleryPosition?: number | undefined
}

/** Inserts a file with a stored image as its version 1. */
export async function addImageFile(
  tx: ViewerScope & InTransaction,
  kind: ImageKindName,
  { image, blob }: StoredImage,
  { id = newId('file', tx.now), animation, galleryPosition = 0, ...options }: NewImageFile,
): Promise<FileId> {
  const { db, now, viewer } = tx
  const hasMask = kind === 'emoji' || kind === 'emojianimated' || kind === 'sticker'
  await db.file.create({
    data: {
      id,
      ownerId: viewer.id,
      name: kind,
      mimeType: image.contentType,
      extension: imageExtension(image),
      tags: imageTags(kind),
      ...(options.galleryId !== undefined && { avatarId: options.galleryId, galleryPosition }),
      ...(hasMask && { maskTag: options.maskTag ?? 'square', animationStyle: options.animationStyle ?? null }),
      ...(animation && { ...animation, loopStyle: options.loopStyle ?? 'linear' }),
      createdAt: now,
      updatedAt: now,
    },
  })
  await db.fileVersion.createMany({ data: [0, 1].map((version) => ({ fileId: id, version, createdAt: now })) })
  await db.fileData.create({ data: completeImageData(id, 1, { image, blob }, now) })
  await assertWithinStorage(tx, viewer.id)
  return id
}

const MAX_VERSIONS = 1_000

/** Inserts a stored image as the next version of a file, and returns the number of the version. Locks the file. */
export async function addImageVersion(
  tx: InTransaction & ViewerScope,
  fileId: FileId,
  stored: StoredImage,
): Promise<number> {
  const { db, now } = tx
  await lockFiles(tx, [fileId])
  const last = await db.fileVersion.aggregate({ where: { fileId }, _max: { version: true } })
  const version = (last._max.version ?? 0) + 1
  if (version > MAX_VERSIONS)
    throw invalid('image', `A picture is changed at most ${MAX_VERSIONS} times`, 'too_many_versions')
  await db.fileVersion.create({ data: { fileId, version, createdAt: now } })
  await db.fileData.create({ data: completeImageData(fileId, version, stored, now) })
  const { ownerId } = await db.file.update({ where: { id: fileId }, data: { updatedAt: now } })
  await assertWithinStorage(tx, ownerId)
  return version
}

const imageExtension = ({ contentType }: EncodedImage) => (contentType === 'image/png' ? '.png' : '.jpg')

const completeImageData = (fileId: FileId, version: number, { image, blob }: StoredImage, now: Date) => ({
  fileId,
  version,
  type: 'file',
  category: 'simple',
  status: 'complete',
  fileName: `image.${fileId}.${version}${imageExtension(image)}`,
  contentType: image.contentType,
  md5: Buffer.from(blob.md5, 'hex').toString('base64'),
  sizeInBytes: blob.size,
  blobKey: blob.key,
  startedAt: now,
  completedAt: now,
})

/** Images that one person or address has in work: the others wait for it, so that they can't keep out other people's. */
const imageSlots = keyedSlots({
  perKey: BOUNDS.imagesPerUser.most,
  waitingPerKey: BOUNDS.imagesWaitingPerUser.most,
  inAll: BOUNDS.imagesWaiting.most,
  patience: 10_000,
  message: 'Too many pictures are being worked on; try again in a moment.',
})

/** The person who sends a request; without a session the network. */
export const senderOf = ({ viewer, clientInfo }: Scope): string => viewer?.id ?? clientInfo.network

/** Runs work on an image that holds a slot of the sender. Throws `exhausted`, `unavailable`. */
export const withImageSlot = <R>(scope: Scope, work: () => Promise<R>): Promise<R> =>
  imageSlots.run(senderOf(scope), work)
