import type { InTransaction } from '../../../kernel/transaction.ts'
import { EVERYONE_ORDER } from '../access.ts'

/**
 * The rank of a person in a group: the least order among their roles, that of Everyone without a role. The caller holds
 * the lock of the group, which all who give and take roles take.
 */
export async function readRank({ db }: Pick<InTransaction, 'db'>, groupId: string, userId: string): Promise<number> {
  const lowest = await db.groupRole.aggregate({
    where: { holders: { some: { groupId, userId } } },
    _min: { order: true },
  })
  return lowest._min.order ?? EVERYONE_ORDER
}
