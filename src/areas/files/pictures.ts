import type { Prisma } from '../../generated/prisma/client.ts'
import type { StoredBlob } from '../../kernel/blobs.ts'
import { adminOnly, Failure, invalid } from '../../kernel/failure.ts'
import { type FileId, isId, newId } from '../../kernel/ids.ts'
import type { Image } from '../../kernel/images.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { announce, type FoundFile, readFile, removeFile } from './files.ts'
import {
  type Animation,
  animationOf,
  countedWith,
  IMAGE_KINDS,
  type ImageKindName,
  MOST_IMAGE_BYTES,
} from './imageKinds.ts'
import { mustBeOwn } from './policy.ts'
import { readBlob } from './reading.ts'
import { linkedAmong } from './references.ts'

/** How a picture is shown, beside its bytes. */
export interface PictureOptions
  extends Partial<Record<'animationStyle' | 'loopStyle' | 'maskTag', string | undefined>> {
  readonly frames?: number | undefined
  readonly framesOverTime?: number | undefined
}

const UPLOADS = { name: 'upload-image', points: 120, window: 3_600 }

/** A picture that somebody brings: bytes, and the uploaded file that they are of, which goes away for it. */
export interface Taken {
  readonly bytes: Buffer
  readonly fileId?: FileId | undefined
}

/**
 * Makes a file of a picture, for one purpose: decoded, encoded anew without metadata, complete in its version 1. Throws
 * `invalid` for what is no such picture, `forbidden` for purposes of admins, `conflict` for more than a person may hold.
 */
export async function uploadImage(
  scope: SignedScope,
  kind: ImageKindName,
  taken: Taken,
  options: PictureOptions = {},
): Promise<FoundFile> {
  const { frames, framesOverTime } = options
  const animation = animationOf(IMAGE_KINDS[kind], {
    ...(frames !== undefined && { frames }),
    ...(framesOverTime !== undefined && { framesOverTime }),
  })
  const made = await shapePicture(scope, kind, taken.bytes)
  const id = await transact(scope, async (open) => {
    const ownerId = await useUp(open, taken)
    await mustHaveRoom(open, kind)
    const fileId = await addPicture(open, kind, made, { ...options, animation })
    announce(open, await readFile(open, fileId), 'created')
    const isAdmins = IMAGE_KINDS[kind].adminOnly || ownerId !== open.viewer.id
    await auditIf(open, isAdmins, { act: 'uploadImage', subjectId: fileId, details: { kind } })
    return fileId
  })
  return readFile(scope, id)
}

/**
 * Takes the uploaded file away that a picture was made of, and keeps the person's pictures from becoming more until the
 * transaction ends; no file is held before. Answers whose it was; the viewer's where there is none.
 */
export async function useUp(open: SignedScope & Open, { fileId }: Taken): Promise<string> {
  const { db, viewer } = open
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`pictures:${viewer.id}`}, 0))`
  return fileId ? (await removeFile(open, fileId)).ownerId : viewer.id
}

/** A picture whose bytes are in the store; what comes of them is yet to be written. */
export interface Made {
  readonly image: Image
  readonly blob: StoredBlob
}

/** Makes of bytes what pictures of a kind must be. Throws `invalid`, `forbidden` for kinds of admins, `exhausted`. */
export async function shapePicture(scope: SignedScope, kind: ImageKindName, bytes: Buffer): Promise<Made> {
  const { shape, adminOnly: forAdmins } = IMAGE_KINDS[kind]
  if (forAdmins && !scope.viewer.admin) throw adminOnly()
  await scope.limits.take(UPLOADS, scope.viewer.id)
  const image = await scope.images.shape(bytes, shape)
  return { image, blob: await scope.blobs.store(image.bytes, image.contentType) }
}

/** The bytes of the latest version of an own file. Throws `invalid` for one that is not uploaded, or too large. */
export async function readUploaded(scope: SignedScope, id: FileId): Promise<Buffer> {
  const file = await readFile(scope, id)
  mustBeOwn(scope, id, file)
  const data = file.versions.at(-1)?.data.find(({ type, status }) => type === 'file' && status === 'complete')
  if (!data?.blobKey) throw invalid('fileId', 'fileId must be a file whose latest version is uploaded')
  if (data.sizeInBytes > MOST_IMAGE_BYTES) throw invalid('fileId', `A picture has at most ${MOST_IMAGE_BYTES} bytes`)
  return readBlob(scope, data.blobKey)
}

/** Asked after useUp, so that two uploads at once don't both take the last place. Throws `conflict` where there is none. */
export async function mustHaveRoom(open: SignedScope & Open, kind: ImageKindName): Promise<void> {
  if (!(await hasRoom(open, countedAs(open, kind), kind))) throw noRoom(kind)
}

/**
 * The same for kinds of which no client shows a list to make room in: the oldest goes for the new one, but for those
 * that content links. Throws `conflict` where none can go.
 */
export async function makeRoom(open: SignedScope & Open, kind: ImageKindName): Promise<void> {
  const where = countedAs(open, kind)
  if (await hasRoom(open, where, kind)) return
  const files = await open.db.file.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: IMAGE_KINDS[kind].most,
    select: { id: true },
  })
  const ids = files.map(({ id }) => id).filter((id) => isId('file', id))
  const linked = await linkedAmong(open, ids)
  const oldest = ids.find((id) => !linked.includes(id))
  if (!oldest) throw noRoom(kind)
  await removeFile(open, oldest)
}

/** The person's pictures that count together. */
const countedAs = ({ viewer }: SignedScope, kind: ImageKindName) => ({
  ownerId: viewer.id,
  tags: { hasSome: [...countedWith(kind)] },
})

const hasRoom = async ({ db }: Open, where: Prisma.FileWhereInput, kind: ImageKindName) =>
  (await db.file.count({ where })) < IMAGE_KINDS[kind].most

const noRoom = (kind: ImageKindName) =>
  new Failure('conflict', `You can have at most ${IMAGE_KINDS[kind].most} pictures of this kind`)

/** Clients ask for moving emoji by either tag. */
const tagsOf = (kind: ImageKindName) => [...new Set([kind, ...(kind === 'emojianimated' ? ['emoji'] : [])])]

/** Writes the file of a picture whose bytes are stored, in the transaction that is open. */
export async function addPicture(
  { db, now, viewer }: SignedScope & Open,
  kind: ImageKindName,
  { image, blob }: Made,
  { animation, ...options }: PictureOptions & { readonly animation: Animation | null },
): Promise<FileId> {
  const id = newId('file', now)
  const extension = image.contentType === 'image/png' ? '.png' : '.jpg'
  const shown = kind === 'emoji' || kind === 'emojianimated' || kind === 'sticker'
  await db.file.create({
    data: {
      ...{ id, ownerId: viewer.id, name: kind, mimeType: image.contentType, extension, tags: tagsOf(kind) },
      ...(shown && { maskTag: options.maskTag ?? 'square', animationStyle: options.animationStyle ?? null }),
      ...(animation && { ...animation, loopStyle: options.loopStyle ?? 'linear' }),
      ...{ createdAt: now, updatedAt: now },
    },
  })
  await db.fileVersion.createMany({ data: [0, 1].map((version) => ({ fileId: id, version, createdAt: now })) })
  await db.fileData.create({ data: pictureData(id, 1, { image, blob }, now) })
  return id
}

const MOST_VERSIONS = 1_000

/**
 * Writes a picture whose bytes are stored as the next version of its file, in the transaction that is open. Answers its
 * number, which is none that was there before: owners announce versions by themselves, too.
 */
export async function addPictureVersion({ db, now }: Open & SignedScope, fileId: FileId, made: Made): Promise<number> {
  await db.$executeRaw`SELECT FROM "File" WHERE id = ${fileId} FOR UPDATE`
  const last = await db.fileVersion.aggregate({ where: { fileId }, _max: { version: true } })
  const version = (last._max.version ?? 0) + 1
  if (version > MOST_VERSIONS) throw invalid('image', `A picture is changed at most ${MOST_VERSIONS} times`)
  await db.fileVersion.create({ data: { fileId, version, createdAt: now } })
  await db.fileData.create({ data: pictureData(fileId, version, made, now) })
  await db.file.update({ where: { id: fileId }, data: { updatedAt: now } })
  return version
}

/** The data of a version that is complete as it is made. */
const pictureData = (fileId: FileId, version: number, { image, blob }: Made, now: Date) => ({
  ...{ fileId, version, type: 'file', category: 'simple', status: 'complete' },
  ...{ fileName: `image.${fileId}.${version}.${image.contentType === 'image/png' ? 'png' : 'jpg'}` },
  ...{ contentType: image.contentType, md5: Buffer.from(blob.md5, 'hex').toString('base64'), sizeInBytes: blob.size },
  ...{ blobKey: blob.key, startedAt: now, completedAt: now },
})
