import { invalid } from '../../../kernel/failure.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** Throws `invalid` unless all roles are roles of the group. */
export async function assertRolesOfGroup(
  { db }: Pick<InTransaction, 'db'>,
  groupId: string,
  field: string,
  roleIds: readonly string[],
): Promise<void> {
  const distinct = [...new Set(roleIds)]
  if (distinct.length === 0) return
  if ((await db.groupRole.count({ where: { groupId, id: { in: distinct } } })) < distinct.length)
    throw invalid(field, `${field} must be roles of this group`, 'unknown_reference')
}
