import { Failure, invalid } from '../../../kernel/failure.ts'
import { trusted, type UserId, type WorldId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { contentChanged } from '../../files/events.ts'
import { deleteUnlinkedFiles } from '../../files/links.ts'
import { packageSummary } from '../../files/unity/packages.ts'
import { type LockedWorld, lockOwnWorld, lockOwnWorldIncludingDeleted, lockWorldsOf } from '../locks.ts'
import { canUpdateWorld } from '../policy.ts'
import { deleteVisitsOf } from '../visits/queries.ts'
import { writeWorldChange } from './write.ts'

/**
 * Deletes a world and those of its files that nothing else uses. The row stays, so that the id is never reused. A second
 * call changes nothing. Throws `missing`, `forbidden`.
 */
export const deleteWorld = (scope: ViewerScope, id: WorldId): Promise<void> =>
  ownerOrAdminAct(scope, 'deleteWorld', async (tx) => {
    const world = await lockOwnWorldIncludingDeleted(tx, id)
    if (canUpdateWorld(tx, world)) await markWorldDeleted(tx, world)
    return { subjectId: id, ownerId: world.authorId }
  })

async function markWorldDeleted(tx: Scope & InTransaction, world: LockedWorld): Promise<void> {
  const { id, authorId } = world
  const data = { releaseStatus: 'hidden', deletedAt: tx.now, updatedAt: tx.now, imageFileId: null, storeId: null }
  await tx.db.world.update({ where: { id }, data })
  await tx.db.unityPackage.updateMany({ where: { worldId: id }, data: { assetFileId: null } })
  const files = [world.imageFileId, ...world.packages.map(({ assetFileId }) => assetFileId)]
  await deleteUnlinkedFiles(tx, authorId, files)
  tx.emit(contentChanged(trusted<'user'>(world.authorId), { contentType: 'world', actionType: 'deleted', itemId: id }))
}

/**
 * Removes the asset for a platform from a world, and returns the id of its package. Throws `missing` if there is none,
 * `invalid` for the last one, and as `lockOwnWorld` does.
 */
export const deleteWorldPlatform = (scope: ViewerScope, id: WorldId, platform: string): Promise<string> =>
  ownerOrAdminAct(scope, 'deleteWorldPlatform', async (tx) => {
    const world = await lockOwnWorld(tx, id)
    const removed = world.packages.find((one) => one.platform === platform)
    const remaining = world.packages.filter((one) => one.platform !== platform)
    if (!removed) throw platformNotFound(platform)
    if (remaining.length === 0) throw lastPlatform()
    await tx.db.unityPackage.deleteMany({ where: { worldId: id, platform } })
    await writeWorldChange(tx, world, { version: { increment: 1 }, ...packageSummary(remaining) })
    return { subjectId: id, ownerId: world.authorId, result: removed.id }
  })

const platformNotFound = (platform: string) =>
  new Failure('missing', `The world has nothing for the platform ${platform}`, { reason: 'platform_not_found' })
const lastPlatform = () =>
  invalid('publishedPlatform', 'A world keeps one platform at least; delete the world', 'last_platform')

/**
 * Hides the worlds of a person whose account is erased, clears what the person wrote about them, and deletes the person's
 * visits, persistence data and feedback. The files area deletes the files.
 */
export async function eraseWorlds(tx: Scope & InTransaction, id: UserId): Promise<void> {
  const { db, now } = tx
  await lockWorldsOf(tx, id)
  const blank = { description: '', urlList: [], metadata: {}, previewYoutubeId: null, imageFileId: null, storeId: null }
  await db.world.updateMany({ where: { authorId: id }, data: { releaseStatus: 'hidden', updatedAt: now, ...blank } })
  const erased = await db.world.updateManyAndReturn({
    where: { authorId: id, deletedAt: null },
    data: { deletedAt: now },
    select: { id: true },
  })
  for (const { id: itemId } of erased)
    tx.emit(contentChanged(id, { contentType: 'world', actionType: 'deleted', itemId }))
  await db.unityPackage.updateMany({ where: { world: { authorId: id } }, data: { assetFileId: null } })
  await deleteVisitsOf(tx, id)
  await db.worldPersistence.deleteMany({ where: { userId: id } })
  await db.feedback.deleteMany({ where: { OR: [{ commenterId: id }, { contentAuthorId: id }] } })
}
