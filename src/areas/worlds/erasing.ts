import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { worldDeleted } from './events.ts'

/**
 * Hides the worlds of a person whose account is erased, empties what the person wrote about them, and takes away where
 * the person was, what worlds keep for them, and what they have said and heard. Files are the files area's.
 */
export async function eraseWorlds(open: Scope & Open, id: UserId): Promise<void> {
  const { db, now } = open
  const worlds = await db.world.findMany({ where: { authorId: id }, select: { id: true, deletedAt: true } })
  const blank = { description: '', urlList: [], metadata: {}, previewYoutubeId: null, imageFileId: null }
  await db.world.updateMany({ where: { authorId: id }, data: { releaseStatus: 'hidden', updatedAt: now, ...blank } })
  await db.world.updateMany({ where: { authorId: id, deletedAt: null }, data: { deletedAt: now } })
  await db.unityPackage.updateMany({ where: { world: { authorId: id } }, data: { assetFileId: null } })
  for (const world of worlds.filter(({ deletedAt }) => !deletedAt)) open.emit(worldDeleted(world.id, id))
  await db.worldVisitor.deleteMany({ where: { userId: id } })
  await db.worldVisit.deleteMany({ where: { userId: id } })
  await db.worldPersistence.deleteMany({ where: { userId: id } })
  await db.feedback.deleteMany({ where: { OR: [{ commenterId: id }, { contentAuthorId: id }] } })
}
