import type { Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { assertPlatformTags, isAuthorTag, tagRules } from '../../../kernel/contentTags.ts'
import { trusted, type WorldId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { OWNER_ACTS_OF_STAFF, type OwnerOrAdminAct } from '../../audit/actNames.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { contentChanged } from '../../files/events.ts'
import { type LockedWorld, lockJudgedWorld, lockOwnWorld, lockWorld } from '../locks.ts'

export type WorldChange = Prisma.WorldUncheckedUpdateInput

export interface WorldChangeDecision {
  readonly change: WorldChange
  /** Whether the change needs the rights of an admin, even for a world of the viewer. */
  readonly needsAdmin?: boolean
}

/**
 * Locks a world that the viewer can change, and writes the change that `decide` returns; an empty one keeps the time of the
 * last change. Throws `missing`, `forbidden`, and `conflict` for a deleted world.
 */
export const changeLockedWorld = (
  scope: ViewerScope,
  { act, id }: { readonly act: OwnerOrAdminAct; readonly id: WorldId },
  decide: (tx: ViewerTransaction, world: LockedWorld) => Promise<WorldChangeDecision>,
): Promise<void> =>
  ownerOrAdminAct(scope, act, async (tx) => {
    const world = await lockWorldFor(tx, act, id)
    const { change, needsAdmin = false } = await decide(tx, world)
    await writeWorldChange(tx, world, change)
    return { subjectId: id, ownerId: world.authorId, needsAdmin }
  })

/** Locks a world that the viewer can change as its author or, in an act of the staff, as one of the staff. */
function lockWorldFor(tx: ViewerTransaction, act: OwnerOrAdminAct, id: WorldId): Promise<LockedWorld> {
  const isEntrusted = isStaff(tx, ...(OWNER_ACTS_OF_STAFF[act] ?? []))
  return isEntrusted ? lockJudgedWorld(tx, id) : lockOwnWorld(tx, id)
}

/** Writes a change of a locked world, and emits an event. */
export async function writeWorldChange(tx: ViewerTransaction, world: LockedWorld, change: WorldChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.db.world.update({ where: { id: world.id }, data: { ...change, updatedAt: tx.now } })
  tx.emit(
    contentChanged(trusted<'user'>(world.authorId), { contentType: 'world', actionType: 'updated', itemId: world.id }),
  )
}

/**
 * Names the store of a world in its record, which everybody can see; null for none. Locks the world. Does nothing for a
 * deleted world, which has no store.
 */
export async function setWorldStore(
  tx: Scope & InTransaction,
  { worldId, storeId }: { readonly worldId: string; readonly storeId: string | null },
): Promise<void> {
  const world = await lockWorld(tx, worldId)
  if (!world || world.deletedAt !== null || world.storeId === storeId) return
  await tx.db.world.update({ where: { id: worldId }, data: { storeId } })
  const change = { contentType: 'world', actionType: 'updated', itemId: worldId } as const
  tx.emit(contentChanged(trusted<'user'>(world.authorId), change))
}

export const LABS_TAG = 'system_labs'
export const APPROVED_TAG = 'system_approved'

const rules = tagRules(isAuthorTag)
export const { assertCanChangeTags, changesPlatformTags, replaceTags } = rules
const { withinTagLimit } = rules

/** The staff gives the worlds of others any tag, and its own ones what all authors may. */
function assertCanTag(scope: ViewerScope, { authorId }: LockedWorld, tags: readonly string[]): void {
  if (isStaff(scope, 'content') && authorId !== scope.viewer.id) assertPlatformTags(tags)
  else assertCanChangeTags(scope, tags)
}

/**
 * Adds tags to a world. The approval tag removes the labs tag and sets the date of publication. Throws `invalid`, and as
 * `changeLockedWorld` does.
 */
export const addWorldTags = (scope: ViewerScope, id: WorldId, tags: readonly string[]) =>
  changeLockedWorld(scope, { act: 'addWorldTags', id }, async ({ now }, world) => {
    assertCanTag(scope, world, tags)
    const all = withinTagLimit(world.tags, [...new Set([...world.tags, ...tags])])
    const needsAdmin = !tags.every(isAuthorTag)
    if (!tags.includes(APPROVED_TAG) || world.tags.includes(APPROVED_TAG)) return { change: { tags: all }, needsAdmin }
    const publicationDate = world.publicationDate ?? now
    return { change: { tags: all.filter((tag) => tag !== LABS_TAG), publicationDate }, needsAdmin }
  })

export const removeWorldTags = (scope: ViewerScope, id: WorldId, tags: readonly string[]) =>
  changeLockedWorld(scope, { act: 'removeWorldTags', id }, async (_tx, world) => {
    assertCanTag(scope, world, tags)
    return { change: { tags: world.tags.filter((tag) => !tags.includes(tag)) }, needsAdmin: !tags.every(isAuthorTag) }
  })
