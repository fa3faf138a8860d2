import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { setRoleSold } from '../../groups/roles/sale.ts'

/** Locks a group that sells roles or has a store until the transaction ends, even a deleted group. */
export async function lockSellingGroup(tx: InTransaction, groupId: string): Promise<void> {
  const lock = rowLock(tx, 'group', { keys: [groupId], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Group" WHERE id = ${groupId} ${lock}`
}

/** Lets a role be given by hand again, unless a product sells it. The caller has locked the group. */
export async function releaseRole(
  tx: Scope & InTransaction,
  { groupId, roleId }: { readonly groupId: string; readonly roleId: string },
): Promise<void> {
  if ((await tx.db.product.count({ where: { groupRoleId: roleId, archivedAt: null } })) === 0)
    await setRoleSold(tx, { groupId, roleId, isSold: false })
}
