import type { Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type AvatarId, type FileId, trusted } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockStorage } from '../locks.ts'
import { linkedFileIds } from '../queries.ts'
import type { ImageSource } from './images.ts'
import { IMAGE_KINDS, type ImageKindName, kindsCountedTogether } from './kinds.ts'

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
