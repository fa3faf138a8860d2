import type { Prisma } from '../../generated/prisma/client.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { contentChanged } from '../files/events.ts'
import { worldChanged } from './events.ts'
import { authorOf, type HeldWorld, holdOwnWorld } from './policy.ts'

export type WorldChange = Prisma.WorldUncheckedUpdateInput

export interface Decision {
  readonly change: WorldChange
  /** Whether only an admin may decide it so, even of an own world. */
  readonly isAdmins?: boolean
}

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
  decide: (open: SignedScope & Open, world: HeldWorld) => Promise<Decision>,
): Promise<void> =>
  transact(scope, async (open) => {
    const world = await holdOwnWorld(open, id)
    const { change, isAdmins = false } = await decide(open, world)
    await writeWorld(open, world, change)
    await auditIf(open, isAdmins || open.viewer.id !== world.authorId, { act, subjectId: id })
  })

/** Writes a change of a world that is locked, and tells of it. */
export async function writeWorld(open: SignedScope & Open, world: HeldWorld, change: WorldChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await open.db.world.update({ where: { id: world.id }, data: { ...change, updatedAt: open.now } })
  open.emit(worldChanged(world.id, world.authorId))
  open.emit(contentChanged(authorOf(world), { contentType: 'world', actionType: 'updated', itemId: world.id }))
}
