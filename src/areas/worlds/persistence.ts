import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { checkedJson } from '../system/json.ts'
import { canReadWorld, holdPerson, noSuchWorld } from './policy.ts'

const nothingKept = () => new Failure('missing', 'The user does not have persistence data for the given world.')

/** Throws `forbidden` for what worlds keep for another person, but to admins. */
function mustBeOwnData({ viewer }: SignedScope, userId: UserId): void {
  if (viewer.id !== userId && !viewer.admin)
    throw new Failure('forbidden', 'User ID must be your own.', { code: 'not_own' })
}

/** What a world keeps for a person; null for nothing. Throws `forbidden`. */
export async function readPersistence(scope: SignedScope, userId: UserId, worldId: WorldId): Promise<unknown> {
  mustBeOwnData(scope, userId)
  const kept = await scope.db.worldPersistence.findUnique({ where: { userId_worldId: { userId, worldId } } })
  return kept?.data ?? null
}

/** Throws `missing` where the world keeps nothing for the person; `forbidden`. */
export async function checkPersistence(scope: SignedScope, userId: UserId, worldId: WorldId): Promise<void> {
  mustBeOwnData(scope, userId)
  if ((await scope.db.worldPersistence.count({ where: { userId, worldId } })) === 0) throw nothingKept()
}

const SAVING = { name: 'save-persistence', points: 600, window: 3_600 }

/**
 * Keeps data of the viewer's for a world, in place of what was kept before. Throws `missing` for a world that the
 * viewer can't read, `exhausted` after 600 times in an hour.
 */
export async function saveWorldPersistence(
  scope: SignedScope,
  worldId: WorldId,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const userId = scope.viewer.id
  const data = checkedJson('data', given, () => null)
  await scope.limits.take(SAVING, userId)
  await transact(scope, async (open) => {
    await holdPerson(open, userId)
    const world = await open.db.world.findUnique({ where: { id: worldId } })
    if (!world || !canReadWorld(open, world)) throw noSuchWorld(worldId)
    const kept = { data, updatedAt: open.now }
    const where = { userId_worldId: { userId, worldId } }
    await open.db.worldPersistence.upsert({ where, create: { userId, worldId, ...kept }, update: kept })
  })
}

/** Throws `missing` where the world keeps nothing for the person; `forbidden`. */
export async function deletePersistence(scope: SignedScope, userId: UserId, worldId: WorldId): Promise<void> {
  mustBeOwnData(scope, userId)
  await transact(scope, async (open) => {
    const { count } = await open.db.worldPersistence.deleteMany({ where: { userId, worldId } })
    if (count === 0) throw nothingKept()
    await auditForeign(open, userId, { act: 'deleteUserPersistence', subjectId: userId, details: { worldId } })
  })
}

/** Deletes what all worlds keep for a person. Throws `forbidden`. */
export async function deleteAllPersistence(scope: SignedScope, userId: UserId): Promise<void> {
  mustBeOwnData(scope, userId)
  await transact(scope, async (open) => {
    await open.db.worldPersistence.deleteMany({ where: { userId } })
    await auditForeign(open, userId, { act: 'deleteAllUserPersistenceData', subjectId: userId })
  })
}
