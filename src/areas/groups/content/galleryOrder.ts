import { invalid } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { fileNotFound } from '../../files/policy.ts'
import { groupChanged } from '../events.ts'
import { groupAct } from '../groupAct.ts'
import { galleryNotFound, groupForbidden } from '../policy.ts'
import { canManageImages, readVisibleGallery } from './galleries.ts'
import { IMAGE_ORDER } from './galleryImages.ts'

interface GalleryOrder {
  readonly galleryId: string
  readonly ids: readonly string[]
}

/** The rules for what is given of an order. */
export const galleryOrderRules = ({ galleryId, ids = [] }: Partial<GalleryOrder>): InputRule[] => [
  () => {
    if (galleryId !== undefined && !isId('groupGallery', galleryId))
      throw invalid('galleryId', 'galleryId must be the id of a gallery', 'malformed')
  },
  () => {
    if (new Set(ids).size !== ids.length) throw invalid('ids', 'ids must name each file once', 'duplicate_entries')
  },
]

/**
 * Puts these files first in the order in which a gallery shows its images; the others follow in their previous order.
 * Returns the whole order. Throws `missing` for an unknown gallery and for files that are not in it, `forbidden` for who
 * does not manage its images, `invalid` for a file named twice.
 */
export async function setGroupGalleryFileOrder(
  scope: ViewerScope,
  galleryId: string,
  ids: readonly string[],
): Promise<string[]> {
  await assertAll(galleryOrderRules({ galleryId, ids }))
  const found = await scope.db.groupGallery.findUnique({ where: { id: galleryId }, select: { groupId: true } })
  if (!found) throw galleryNotFound()
  const options = { act: 'setGroupGalleryFileOrder', groupId: found.groupId, needs: 'membership' } as const
  return groupAct(scope, options, async ({ tx, access }) => {
    const gallery = await readVisibleGallery(tx, access, galleryId)
    if (!canManageImages(access, gallery)) throw groupForbidden()
    const images = await tx.db.groupGalleryImage.findMany({
      where: { galleryId },
      orderBy: [...IMAGE_ORDER],
      select: { fileId: true },
    })
    const present = new Set(images.map(({ fileId }) => fileId))
    const unknown = ids.find((id) => !present.has(id))
    if (unknown !== undefined) throw fileNotFound(unknown)
    const order = [...new Set([...ids, ...present])]
    await writePositions(tx, galleryId, order)
    tx.emit(groupChanged(found.groupId))
    return order
  })
}

const writePositions = ({ sql }: InTransaction, galleryId: string, fileIds: readonly string[]) => sql`
  UPDATE "GroupGalleryImage" AS image SET position = place.number
  FROM unnest(${[...fileIds]}::text[]) WITH ORDINALITY AS place ("fileId", number)
  WHERE image."galleryId" = ${galleryId} AND image."fileId" = place."fileId"`
