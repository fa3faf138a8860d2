import { Failure, invalid } from '../../../kernel/failure.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import type { ImageKindName } from './kinds.ts'

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
