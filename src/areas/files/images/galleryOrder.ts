import { invalid } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { canChangeFile, fileNotFound } from '../policy.ts'

/**
 * Puts these files of the viewer's first in a gallery, in this order; its other files follow in their previous order.
 * Returns the order of the whole gallery. Throws `invalid`, and `missing` for files that are not the viewer's.
 */
export async function setGroupGalleryFileOrder(scope: ViewerScope, galleryId: string, ids: readonly string[]) {
  if (!isId('groupGallery', galleryId)) throw invalid('galleryId', 'galleryId must be the id of a gallery')
  if (new Set(ids).size !== ids.length) throw invalid('ids', 'ids must name each file once')
  return ownerOrAdminAct(scope, 'setGroupGalleryFileOrder', async (tx) => {
    await lockAdvisory(tx, 'galleryOrder', galleryId)
    const files = await tx.db.file.findMany({ where: { id: { in: [...ids] } }, select: { id: true, ownerId: true } })
    const own = new Set(files.filter((file) => canChangeFile(scope, file)).map(({ id }) => id))
    const foreign = ids.find((id) => !own.has(id))
    if (foreign !== undefined) throw fileNotFound(foreign)
    const previous = await tx.db.galleryFileOrder.findMany({ where: { galleryId }, orderBy: { position: 'asc' } })
    const order = [...ids, ...previous.map(({ fileId }) => fileId).filter((id) => !own.has(id))]
    await tx.db.galleryFileOrder.deleteMany({ where: { galleryId } })
    const data = order.map((fileId, position) => ({ galleryId, fileId, position }))
    await tx.db.galleryFileOrder.createMany({ data })
    const needsAdmin = files.some(({ ownerId }) => ownerId !== tx.viewer.id)
    return { subjectId: galleryId, ownerId: tx.viewer.id, needsAdmin, result: order }
  })
}
