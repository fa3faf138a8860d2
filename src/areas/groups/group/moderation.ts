import { Failure } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { groupChanged } from '../events.ts'
import { lockGroup } from '../locks.ts'

/**
 * Hides a group from everybody but its members and admins until `showGroup`; only admins may call it. Throws `missing`, and
 * `conflict` for a group that is hidden already.
 */
export async function hideGroup(tx: ViewerTransaction, id: GroupId): Promise<void> {
  const { hiddenAt } = await lockGroup(tx, id)
  if (hiddenAt !== null) throw new Failure('conflict', 'This group is hidden already', { reason: 'already_hidden' })
  await writeHiddenAt(tx, id, tx.now)
}

/** Undoes `hideGroup`. Throws `missing`, and `conflict` for a group that no admin has hidden. */
export async function showGroup(tx: ViewerTransaction, id: GroupId): Promise<void> {
  const { hiddenAt } = await lockGroup(tx, id)
  if (hiddenAt === null) throw new Failure('conflict', 'This group is not hidden', { reason: 'not_hidden' })
  await writeHiddenAt(tx, id, null)
}

async function writeHiddenAt(tx: ViewerTransaction, id: GroupId, hiddenAt: Date | null): Promise<void> {
  await tx.db.group.update({ where: { id }, data: { hiddenAt, updatedAt: tx.now } })
  tx.emit(groupChanged(id))
}

/** Marks a group as verified by the platform, or not any longer. Throws `forbidden` unless an admin acts, `missing`. */
export const verifyGroup = (scope: ViewerScope, id: GroupId, isVerified: boolean): Promise<void> =>
  adminAct(scope, 'verifyGroup', async (tx) => {
    await lockGroup(tx, id)
    await tx.db.group.update({ where: { id }, data: { isVerified, updatedAt: tx.now } })
    tx.emit(groupChanged(id))
    return { subjectId: id, details: { isVerified } }
  })
