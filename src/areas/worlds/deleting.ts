import { Failure, invalid } from '../../kernel/failure.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { contentChanged } from '../files/events.ts'
import { dropFiles } from '../files/references.ts'
import { changeWorld } from './changing.ts'
import { worldDeleted } from './events.ts'
import { summaryOf } from './packages.ts'
import { authorOf, type HeldWorld, holdAnyOwnWorld } from './policy.ts'

/**
 * Hides an own world for good and deletes its files, but those that something else uses. Its id stays taken. A second
 * time changes nothing. Throws `missing`, `forbidden`.
 */
export const deleteWorld = (scope: SignedScope, id: WorldId): Promise<void> =>
  transact(scope, async (open) => {
    const world = await holdAnyOwnWorld(open, id)
    if (!world.deletedAt) await hide(open, world)
    await auditForeign(open, world.authorId, { act: 'deleteWorld', subjectId: id })
  })

async function hide(open: Scope & Open, world: HeldWorld): Promise<void> {
  const { id, authorId } = world
  const data = { releaseStatus: 'hidden', deletedAt: open.now, updatedAt: open.now, imageFileId: null }
  await open.db.world.update({ where: { id }, data })
  await open.db.unityPackage.updateMany({ where: { worldId: id }, data: { assetFileId: null } })
  const files = [world.imageFileId, ...world.packages.map(({ assetFileId }) => assetFileId)]
  await dropFiles(open, authorId, files)
  open.emit(worldDeleted(id, authorId))
  open.emit(contentChanged(authorOf(world), { contentType: 'world', actionType: 'deleted', itemId: id }))
}

/**
 * Takes the asset for a platform away from an own world. Throws `missing` where there is none, `invalid` for the last
 * one: a world without any is deleted instead.
 */
export const deleteWorldPlatform = (scope: SignedScope, id: WorldId, platform: string): Promise<void> =>
  changeWorld(scope, { act: 'deleteWorldPlatform', id }, async (open, world) => {
    const left = world.packages.filter((one) => one.platform !== platform)
    if (left.length === world.packages.length)
      throw new Failure('missing', `The world has nothing for the platform ${platform}`)
    if (left.length === 0) throw invalid('publishedPlatform', 'A world keeps one platform at least; delete the world')
    await open.db.unityPackage.deleteMany({ where: { worldId: id, platform } })
    return { change: { version: { increment: 1 }, ...summaryOf(left) } }
  })
