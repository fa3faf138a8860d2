import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { WorldId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { lockUser } from '../../users/locks.ts'
import { type LockedWorld, lockJudgedWorld, lockOwnWorld } from '../locks.ts'
import { assertCanChangeWorld, hasAsset } from '../policy.ts'
import { APPROVED_TAG, changeLockedWorld, LABS_TAG, type WorldChange, writeWorldChange } from './write.ts'

/** An author can publish one world in this time. */
const PUBLISH_INTERVAL = 7 * DAY

/**
 * The people among `ids` who have published a world in the last 7 days. Includes worlds that are private again, because
 * they keep the date of their last publication. One statement.
 */
export async function recentPublishers({ db, now }: Pick<Scope, 'db' | 'now'>, ids: readonly string[]) {
  const since = addMilliseconds(now, -PUBLISH_INTERVAL)
  const found = await db.world.groupBy({
    by: 'authorId',
    where: { authorId: { in: [...ids] }, labsPublicationDate: { gt: since } },
  })
  return found.map(({ authorId }) => authorId)
}

const hasPublishedRecently = async (scope: Pick<Scope, 'db' | 'now'>, authorId: string) =>
  (await recentPublishers(scope, [authorId])).length > 0

/** Whether a world of the viewer can be published now. Throws `missing`, `forbidden`. */
export async function canPublishWorld(scope: ViewerScope, id: WorldId): Promise<boolean> {
  const world = await scope.db.world.findUnique({ where: { id } })
  assertCanChangeWorld(scope, id, world)
  return isPublishable(world) && !(await hasPublishedRecently(scope, world.authorId))
}

/** Whether a world is in a state from which it can be published, unless its author has published one recently. */
export const isPublishable = (world: Pick<LockedWorld, 'releaseStatus' | 'platforms'>): boolean =>
  world.releaseStatus === 'private' && hasAsset(world)

/**
 * Makes a world public, with the labs tag until the platform approves it. A public world stays as it is. Throws `invalid`
 * without an asset and if its author has published one in the last 7 days, `forbidden` also if an admin has hidden it; `missing`, and
 * `conflict` for a deleted one.
 */
export async function publishWorld(scope: ViewerScope, id: WorldId): Promise<void> {
  const known = await scope.db.world.findUnique({ where: { id } })
  assertCanChangeWorld(scope, id, known)
  await ownerOrAdminAct(scope, 'publishWorld', async (tx) => {
    // Serialises the publications of an author.
    await lockUser(tx, known.authorId)
    const world = await lockOwnWorld(tx, id)
    if (world.hiddenFrom !== null)
      throw new Failure('forbidden', 'This world was hidden by an admin', { reason: 'hidden_by_admin' })
    if (world.releaseStatus !== 'public') await makeWorldPublic(tx, world)
    return { subjectId: id, ownerId: world.authorId }
  })
}

async function makeWorldPublic(tx: ViewerTransaction, world: LockedWorld): Promise<void> {
  if (!hasAsset(world)) throw invalid('worldId', 'A world needs an asset before it can be published', 'asset_missing')
  if (await hasPublishedRecently(tx, world.authorId))
    throw invalid('worldId', 'You can publish one world in 7 days', 'published_lately')
  const approved = world.tags.includes(APPROVED_TAG)
  const tags = approved ? world.tags : [...new Set([...world.tags, LABS_TAG])]
  await writeWorldChange(tx, world, { releaseStatus: 'public', tags, labsPublicationDate: tx.now })
}

/** The change that unpublishes a world. Its date of publication stays, so that it can't be published again at once. */
export const unpublishChange = ({ tags }: LockedWorld): WorldChange => ({
  releaseStatus: 'private',
  tags: tags.filter((tag) => tag !== LABS_TAG),
})

/** Makes a public world private; other worlds stay as they are. Throws as `changeLockedWorld` does. */
export const unpublishWorld = (scope: ViewerScope, id: WorldId): Promise<void> =>
  changeLockedWorld(scope, { act: 'unpublishWorld', id }, async (_tx, world) => ({
    change: world.releaseStatus === 'public' ? unpublishChange(world) : {},
  }))

/**
 * Hides a world from everybody but its author and the staff until `showWorld`; only the staff may call it. Throws `missing`, and
 * `conflict` for a world that is hidden or deleted.
 */
export async function hideWorld(tx: ViewerTransaction, id: WorldId): Promise<LockedWorld> {
  const world = await lockJudgedWorld(tx, id)
  if (world.hiddenFrom !== null)
    throw new Failure('conflict', 'This world is hidden already', { reason: 'already_hidden' })
  await writeWorldChange(tx, world, { releaseStatus: 'hidden', hiddenFrom: world.releaseStatus })
  return world
}

/** Undoes `hideWorld`. Throws `missing`, and `conflict` for a world that nobody has hidden or that is deleted. */
export async function showWorld(tx: ViewerTransaction, id: WorldId): Promise<LockedWorld> {
  const world = await lockJudgedWorld(tx, id)
  if (world.hiddenFrom === null) throw new Failure('conflict', 'This world is not hidden', { reason: 'not_hidden' })
  await writeWorldChange(tx, world, { releaseStatus: world.hiddenFrom, hiddenFrom: null })
  return world
}
