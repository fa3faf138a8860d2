import { Failure } from '../../kernel/failure.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { writeWorld } from './changing.ts'
import { type HeldWorld, holdOwnWorld } from './policy.ts'

/**
 * Takes a world from everybody but its author and admins; it can't be published until it is shown again. Whoever calls
 * is an admin. Throws `missing`, and `conflict` for one that is hidden already or was deleted.
 */
export async function hideWorld(open: SignedScope & Open, id: WorldId): Promise<HeldWorld> {
  const world = await holdOwnWorld(open, id)
  if (world.hiddenFrom !== null) throw new Failure('conflict', 'This world is hidden already')
  await writeWorld(open, world, { releaseStatus: 'hidden', hiddenFrom: world.releaseStatus })
  return world
}

/** Makes a hidden world what it was before. Throws as hiding does, and `conflict` for one that no admin has hidden. */
export async function showWorld(open: SignedScope & Open, id: WorldId): Promise<HeldWorld> {
  const world = await holdOwnWorld(open, id)
  if (world.hiddenFrom === null) throw new Failure('conflict', 'This world is not hidden')
  await writeWorld(open, world, { releaseStatus: world.hiddenFrom, hiddenFrom: null })
  return world
}
