import { invalid } from '../../kernel/failure.ts'
import { isId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { mayChangeFile, noSuchFile } from './policy.ts'

/**
 * Says in which order a gallery shows the viewer's own files; what is not named keeps its place behind them. Answers the
 * order of the whole gallery. Throws `invalid`, and `missing` for a file that is not the viewer's.
 */
export async function setGroupGalleryFileOrder(scope: SignedScope, galleryId: string, ids: readonly string[]) {
  if (!isId('groupGallery', galleryId)) throw invalid('galleryId', 'galleryId must be the id of a gallery')
  if (new Set(ids).size !== ids.length) throw invalid('ids', 'ids must name each file once')
  return transact(scope, async (open) => {
    await open.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${galleryId}, 0))`
    const files = await open.db.file.findMany({ where: { id: { in: [...ids] } }, select: { id: true, ownerId: true } })
    const own = new Set(files.filter((file) => mayChangeFile(scope, file)).map(({ id }) => id))
    const strange = ids.find((id) => !own.has(id))
    if (strange !== undefined) throw noSuchFile(strange)
    const standing = await open.db.galleryFileOrder.findMany({ where: { galleryId }, orderBy: { position: 'asc' } })
    const behind = standing.map(({ fileId }) => fileId).filter((id) => !own.has(id))
    const order = [...ids, ...behind]
    await open.db.galleryFileOrder.deleteMany({ where: { galleryId } })
    await open.db.galleryFileOrder.createMany({
      data: order.map((fileId, position) => ({ galleryId, fileId, position })),
    })
    const isAdmins = files.some(({ ownerId }) => ownerId !== open.viewer.id)
    await auditIf(open, isAdmins, { act: 'setGroupGalleryFileOrder', subjectId: galleryId })
    return order
  })
}
