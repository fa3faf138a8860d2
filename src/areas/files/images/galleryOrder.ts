import { invalid } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { fileNotFound } from '../policy.ts'
import { lockStorage } from '../storage/quota.ts'

/** Of a user: galleries with an order, and files in the order of one. */
const MAX_GALLERIES = 100
const MAX_FILES = 1_000

/**
 * Puts these files of the viewer's first in the order that the viewer keeps of own files in a gallery; the others follow in
 * their previous order. Returns the whole order, which nobody else reads or changes. Throws `missing` for files that are
 * not the viewer's, and `invalid` beyond 100 galleries or 1,000 files.
 */
export async function setGroupGalleryFileOrder(scope: ViewerScope, galleryId: string, ids: readonly string[]) {
  if (!isId('groupGallery', galleryId)) throw invalid('galleryId', 'galleryId must be the id of a gallery', 'malformed')
  if (new Set(ids).size !== ids.length) throw invalid('ids', 'ids must name each file once', 'duplicate_entries')
  const ownerId = scope.viewer.id
  return transact(scope, async (tx) => {
    await lockStorage(tx, ownerId)
    const files = await tx.db.file.findMany({ where: { id: { in: [...ids] }, ownerId }, select: { id: true } })
    const own = new Set<string>(files.map(({ id }) => id))
    const foreign = ids.find((id) => !own.has(id))
    if (foreign !== undefined) throw fileNotFound(foreign)
    const places = await tx.db.galleryFileOrder.findMany({
      where: { file: { ownerId } },
      orderBy: { position: 'asc' },
      select: { galleryId: true, fileId: true },
    })
    const previous = places.filter((place) => place.galleryId === galleryId).map(({ fileId }) => fileId)
    const order = [...ids, ...previous.filter((fileId) => !own.has(fileId))]
    const galleries = new Set([...places.map((place) => place.galleryId), galleryId])
    if (galleries.size > MAX_GALLERIES)
      throw invalid('galleryId', `Own files are ordered in ${MAX_GALLERIES} galleries at most`, 'too_many_entries')
    if (order.length > MAX_FILES)
      throw invalid('ids', `At most ${MAX_FILES} files are ordered in a gallery`, {
        reason: 'too_many_entries',
        max: MAX_FILES,
      })
    await tx.db.galleryFileOrder.deleteMany({ where: { galleryId, fileId: { in: [...previous, ...ids] } } })
    const data = order.map((fileId, position) => ({ galleryId, fileId, position }))
    await tx.db.galleryFileOrder.createMany({ data })
    return order
  })
}
