import type { Prisma } from '../../generated/prisma/client.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { contentChanged } from '../files/events.ts'
import { worldChanged } from './events.ts'
import { changesPlatformTags } from './ownTags.ts'
import { authorOf, type HeldWorld, holdOwnWorld } from './policy.ts'

export type WorldChange = Prisma.WorldUncheckedUpdateInput

/** The name of an act, and the world that it changes. */
interface ChangingAct {
  readonly act: string
  readonly id: WorldId
}

/**
 * Changes an own world as `decide` says, who sees it as it stands and locked. Nothing to change leaves its date alone.
 * Throws `missing`, `forbidden`, and `conflict` for a deleted one.
 */
export const changeWorld = (
  scope: SignedScope,
  { act, id }: ChangingAct,
  decide: (open: SignedScope & Open, world: HeldWorld) => Promise<WorldChange>,
): Promise<void> =>
  transact(scope, async (open) => {
    const world = await holdOwnWorld(open, id)
    const change = await decide(open, world)
    await writeWorld(open, world, change)
    await auditIf(open, isAdmins(open, world, change), { act, subjectId: id })
  })

/** What admins alone do: with a world of somebody else, or with what its author does not decide. */
const isAdmins = ({ viewer }: SignedScope, { authorId, tags }: HeldWorld, change: WorldChange): boolean =>
  viewer.id !== authorId ||
  change.featured !== undefined ||
  (Array.isArray(change.tags) && changesPlatformTags(tags, change.tags))

/** Writes a change of a world that is locked, and tells of it. */
export async function writeWorld(open: SignedScope & Open, world: HeldWorld, change: WorldChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await open.db.world.update({ where: { id: world.id }, data: { ...change, updatedAt: open.now } })
  open.emit(worldChanged(world.id, world.authorId))
  open.emit(contentChanged(authorOf(world), { contentType: 'world', actionType: 'updated', itemId: world.id }))
}
