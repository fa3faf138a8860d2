import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { groupChanged, groupDeleted } from '../events.ts'
import { groupAct } from '../groupAct.ts'

/** Name of the job that takes deleted groups apart. */
export const REMOVE_DELETED_GROUPS = 'remove-deleted-groups'

/** Posts, galleries and the log of a deleted group are kept for this time. */
const RETENTION = 30 * DAY

/**
 * Deletes a group for everybody at once; a job then tells its members. Its content is kept for admins for 30 days, unless
 * `hardDelete`. Throws `missing`, `forbidden` for all but the owner.
 */
export async function deleteGroup(
  scope: ViewerScope,
  groupId: GroupId,
  { hardDelete = false }: { readonly hardDelete?: boolean | undefined } = {},
): Promise<void> {
  await groupAct(scope, { act: 'deleteGroup', groupId, needs: 'ownership', details: { hardDelete } }, ({ tx }) =>
    markDeleted(tx, groupId, hardDelete ? tx.now : addMilliseconds(tx.now, RETENTION)),
  )
}

/** Deletes a group that nobody is left to own, in the transaction that has locked it. */
export const deleteOwnerlessGroup = (tx: Scope & InTransaction, groupId: string): Promise<void> =>
  markDeleted(tx, groupId, addMilliseconds(tx.now, RETENTION))

async function markDeleted(
  { db, now, emit, requestJob }: Scope & InTransaction,
  id: string,
  purgeAt: Date,
): Promise<void> {
  const offer = { transferTargetId: null, transferExpiresAt: null }
  await db.group.update({ where: { id }, data: { deletedAt: now, purgeAt, updatedAt: now, ...offer } })
  emit(groupDeleted(id))
  emit(groupChanged(id))
  requestJob(REMOVE_DELETED_GROUPS)
}
