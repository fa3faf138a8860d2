import { assertOwnerOrAdmin } from '../../kernel/access.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import { validatedJson } from '../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { lockUser } from '../users/locks.ts'
import { assertCanReadWorld } from './policy.ts'

const persistenceNotFound = () =>
  new Failure('missing', 'The user does not have persistence data for the given world.', {
    reason: 'persistence_not_found',
  })

/** Persistence data of a person in a world; null for none. Throws `forbidden`. */
export async function readPersistence(scope: ViewerScope, userId: UserId, worldId: WorldId): Promise<unknown> {
  assertOwnerOrAdmin(scope, userId)
  const row = await scope.db.worldPersistence.findUnique({ where: { userId_worldId: { userId, worldId } } })
  return row?.data ?? null
}

/** Throws `missing` if the world has no data of the person; `forbidden`. */
export async function assertPersistenceExists(scope: ViewerScope, userId: UserId, worldId: WorldId): Promise<void> {
  assertOwnerOrAdmin(scope, userId)
  if ((await scope.db.worldPersistence.count({ where: { userId, worldId } })) === 0) throw persistenceNotFound()
}

/** Worlds that can keep data of one person. */
const MOST_WORLDS = 1_000
const SAVE_LIMIT = { name: 'save-persistence', points: 600, window: 3_600 }

/**
 * Replaces the viewer's data in a world. Throws `missing` for a world that the viewer can't read, `conflict` if
 * 1,000 worlds have data of the viewer, `exhausted` after 600 times in an hour.
 */
export async function saveWorldPersistence(
  scope: ViewerScope,
  worldId: WorldId,
  json: Readonly<Record<string, unknown>>,
): Promise<void> {
  const userId = scope.viewer.id
  const data = validatedJson('data', json, () => null)
  await scope.limits.take(SAVE_LIMIT, userId)
  await transact(scope, async (tx) => {
    await lockUser(tx, userId)
    await assertCanReadWorld(tx, worldId)
    const update = { data, updatedAt: tx.now }
    const where = { userId_worldId: { userId, worldId } }
    if (!(await tx.db.worldPersistence.findUnique({ where, select: { userId: true } })))
      assertBelowCap(await tx.db.worldPersistence.count({ where: { userId } }), MOST_WORLDS, 'worlds with saved data')
    await tx.db.worldPersistence.upsert({ where, create: { userId, worldId, ...update }, update })
  })
}

/** Deletes the data of a person in a world. Throws `missing` if there is none; `forbidden`. */
export async function deletePersistence(scope: ViewerScope, userId: UserId, worldId: WorldId): Promise<void> {
  assertOwnerOrAdmin(scope, userId)
  await ownerOrAdminAct(scope, 'deleteUserPersistence', async (tx) => {
    const { count } = await tx.db.worldPersistence.deleteMany({ where: { userId, worldId } })
    if (count === 0) throw persistenceNotFound()
    return { subjectId: userId, ownerId: userId, details: { worldId } }
  })
}

/** Deletes the data of a person in all worlds. Throws `forbidden`. */
export async function deleteAllPersistence(scope: ViewerScope, userId: UserId): Promise<void> {
  assertOwnerOrAdmin(scope, userId)
  await ownerOrAdminAct(scope, 'deleteAllUserPersistenceData', async (tx) => {
    await tx.db.worldPersistence.deleteMany({ where: { userId } })
    return { subjectId: userId, ownerId: userId }
  })
}
