import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** Notes that something which grants have given was consumed or equipped. The holder is locked. */
export const markGrantsUsed = async (
  { db, now }: InTransaction & Pick<Scope, 'now'>,
  itemId: string,
): Promise<void> => {
  await db.inventoryGrant.updateMany({ where: { usedAt: null, items: { some: { itemId } } }, data: { usedAt: now } })
}

/**
 * Takes one from the oldest grant that has given of an item, so that the end of a grant takes no more than what is left of
 * it. Answers the id of the grant; null for an item without any. The holder is locked.
 */
export async function takeShare({ db }: InTransaction, itemId: string): Promise<string | null> {
  const share = await db.inventoryGrantItem.findFirst({
    where: { itemId },
    orderBy: [{ grant: { createdAt: 'asc' } }, { grantId: 'asc' }],
  })
  if (!share) return null
  const { grantId, quantity } = share
  const where = { grantId_itemId: { grantId, itemId } }
  if (quantity > 1) await db.inventoryGrantItem.update({ where, data: { quantity: { decrement: 1 } } })
  else await db.inventoryGrantItem.delete({ where })
  return grantId
}
