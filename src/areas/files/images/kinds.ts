import type { Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type AvatarId, type FileId, trusted } from '../../../kernel/ids.ts'
import type { ImageSpec } from '../../../kernel/images.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockStorage } from '../locks.ts'
import { linkedFileIds } from '../queries.ts'
import type { ImageSource } from './images.ts'

/** Most bytes of an uploaded image. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024

/** Requirements on images of a kind, and how many of them a person can have. */
interface ImageKind {
  readonly shape: ImageSpec
  /** Counts the kinds of `kindsCountedTogether`. */
  readonly maxPerUser: number
  /** A sheet of frames, uploaded with their number and rate. */
  readonly animated: boolean
  /** Uploaded by admins only. */
  readonly adminOnly: boolean
}

const ANY_IMAGE: ImageSpec = { format: 'png', minSide: 64, maxSide: 2048 }
const SQUARE_IMAGE: ImageSpec = { ...ANY_IMAGE, square: true }
const SMALL_SQUARE_IMAGE: ImageSpec = { ...SQUARE_IMAGE, maxSide: 1024 }
const FRAME_SHEET: ImageSpec = { format: 'png', minSide: 1024, maxSide: 1024, square: true }

const imageKind = (shape: ImageSpec, maxPerUser: number, more: Partial<ImageKind> = {}): ImageKind => ({
  shape,
  maxPerUser,
  animated: false,
  adminOnly: false,
  ...more,
})

/** The tags of uploadImage, then kinds with other operations. getConfig reports the limits of emoji and stickers. */
export const IMAGE_KINDS = {
  admin: imageKind(ANY_IMAGE, 1000, { adminOnly: true }),
  avatargallery: imageKind(ANY_IMAGE, 256),
  avatarimage: imageKind(ANY_IMAGE, 256),
  bundle: imageKind(ANY_IMAGE, 64),
  emoji: imageKind(SMALL_SQUARE_IMAGE, 18),
  emojianimated: imageKind(FRAME_SHEET, 18, { animated: true }),
  gallery: imageKind(ANY_IMAGE, 64),
  icon: imageKind(SQUARE_IMAGE, 64),
  listinggallery: imageKind(ANY_IMAGE, 256),
  product: imageKind(ANY_IMAGE, 256),
  sticker: imageKind(SMALL_SQUARE_IMAGE, 18),
  print: imageKind(ANY_IMAGE, 64),
  invitePhoto: imageKind(ANY_IMAGE, 64),
  worldimage: imageKind(ANY_IMAGE, 1_000),
  propimage: imageKind(ANY_IMAGE, 1_000),
}
export type ImageKindName = keyof typeof IMAGE_KINDS
/** The kinds of other operations than uploadImage. */
const OTHER_KINDS = ['print', 'invitePhoto', 'worldimage', 'propimage'] as const
/** The kinds that uploadImage uploads. */
export type ImageTag = Exclude<ImageKindName, (typeof OTHER_KINDS)[number]>

/** Whether uploadImage uploads images of a kind. */
export const isImageTag = (name: string): name is ImageTag =>
  Object.hasOwn(IMAGE_KINDS, name) && !OTHER_KINDS.some((other) => other === name)

const EMOJI_KINDS: readonly ImageKindName[] = ['emoji', 'emojianimated']

/** The kinds that share the limit of this one: emoji with and without animation share theirs. */
export const kindsCountedTogether = (name: ImageKindName): readonly ImageKindName[] =>
  EMOJI_KINDS.includes(name) ? EMOJI_KINDS : [name]

const MAX_FRAMES = 64

/** How a sheet of frames is played. */
export interface Animation {
  readonly frames: number
  /** Frames per second. */
  readonly framesOverTime: number
}

type AnimationOptions = { readonly [K in keyof Animation]?: Animation[K] | undefined }

/** The animation of an image; null for kinds without one. Throws `invalid` for a missing or invalid number. */
export function animationOf({ animated }: ImageKind, options: AnimationOptions): Animation | null {
  if (!animated) return null
  return { frames: framesIn(options), framesOverTime: frameRateIn(options) }
}

/** The rules for the animation of an image; none for kinds without one. */
export const animationRules = ({ animated }: ImageKind, options: AnimationOptions): InputRule[] =>
  animated ? [() => framesIn(options), () => frameRateIn(options)] : []

const framesIn = ({ frames }: AnimationOptions) => assertIntegerFrom(2, 'frames', frames)
const frameRateIn = ({ framesOverTime }: AnimationOptions) => assertIntegerFrom(1, 'framesOverTime', framesOverTime)

function assertIntegerFrom(min: number, field: string, value = Number.NaN): number {
  if (Number.isInteger(value) && value >= min && value <= MAX_FRAMES) return value
  throw invalid(field, `${field} must be a whole number from ${min} to ${MAX_FRAMES}.`, {
    reason: 'unknown_value',
    min,
    max: MAX_FRAMES,
  })
}

/** Images that the gallery of one avatar can show. */
const MOST_IMAGES = 20

interface Shown {
  /** The avatar whose gallery is to show the image. */
  readonly galleryId?: AvatarId | undefined
}

/** The rule for the gallery of an image: only images for galleries of avatars are shown in one. */
export const galleryRules = (kind: ImageKindName | undefined, { galleryId }: Shown): InputRule[] => [
  () => {
    if (galleryId !== undefined && kind !== undefined && kind !== 'avatargallery')
      throw invalid('galleryId', 'galleryId is for images with the tag avatargallery', 'wrong_combination')
  },
]

/**
 * Locks the gallery to which the viewer adds an image, and answers the place after the others; nothing without one. Throws
 * `conflict` for a full one, and what `AvatarGalleries.lockOwn` throws.
 */
export async function lockGallery(tx: ViewerTransaction, { galleryId }: Shown) {
  if (galleryId === undefined) return {}
  await tx.avatarGalleries.lockOwn(tx, galleryId)
  const { _count, _max } = await tx.db.file.aggregate({
    where: { avatarId: galleryId },
    _count: true,
    _max: { galleryPosition: true },
  })
  if (_count >= MOST_IMAGES)
    throw new Failure('conflict', `The gallery of an avatar has at most ${MOST_IMAGES} pictures`, {
      reason: 'limit_reached',
    })
  tx.avatarGalleries.announce(tx, galleryId)
  return { galleryPosition: (_max.galleryPosition ?? 0) + 1 }
}

/** Locks the number of the viewer's images, and what the viewer stores, until the transaction ends. */
export async function lockImageQuota(tx: ViewerScope & InTransaction): Promise<void> {
  await lockAdvisory(tx, 'imageQuota', `pictures:${tx.viewer.id}`)
  await lockStorage(tx, tx.viewer.id)
}

/** Called after `consumeSource`, whose lock keeps concurrent uploads from exceeding the limit. Throws `conflict`. */
export async function assertImageCapacity(tx: ViewerScope & InTransaction, kind: ImageKindName): Promise<void> {
  if (!(await hasImageCapacity(tx, countedImagesWhere(tx, kind), kind))) throw imageLimitReached(kind)
}

/** The image to delete for a new one; null when the limit is not reached once the source file is deleted. */
export async function findImageToEvict(
  tx: ViewerScope & InTransaction,
  kind: ImageKindName,
  { fileId }: ImageSource,
): Promise<FileId | null> {
  const where = { ...countedImagesWhere(tx, kind), ...(fileId && { NOT: { id: fileId } }) }
  if (await hasImageCapacity(tx, where, kind)) return null
  const files = await tx.db.file.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: IMAGE_KINDS[kind].maxPerUser,
    select: { id: true },
  })
  const ids = files.map(({ id }) => trusted<'file'>(id))
  const linked = await linkedFileIds(tx, tx.viewer.id, ids)
  const oldest = ids.find((id) => !linked.includes(id))
  if (!oldest) throw imageLimitReached(kind)
  return oldest
}

/** The viewer's images that count towards the limit of a kind. */
const countedImagesWhere = ({ viewer }: ViewerScope, kind: ImageKindName) => ({
  ownerId: viewer.id,
  tags: { hasSome: [...kindsCountedTogether(kind)] },
})

const hasImageCapacity = async ({ db }: InTransaction, where: Prisma.FileWhereInput, kind: ImageKindName) =>
  (await db.file.count({ where })) < IMAGE_KINDS[kind].maxPerUser

const imageLimitReached = (kind: ImageKindName) =>
  new Failure('conflict', `You can have at most ${IMAGE_KINDS[kind].maxPerUser} pictures of this kind`, {
    reason: 'limit_reached',
  })
