import { isAdmin } from '../../../kernel/access.ts'
import { Failure, notOwn } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { purchaseNotFound } from '../policy.ts'
import { lockPurchase } from './locks.ts'
import { readPurchases } from './rows.ts'
import { tellOfPurchase } from './write.ts'

/**
 * Ends the renewal of what the viewer has bought for a period; it lasts until the end of the period. Any period of it names
 * it. Returns the id of the last one. Throws `missing` without a part in it; `forbidden` unless the viewer has bought it;
 * `invalid` if it is not renewed.
 */
export async function cancelRenewal(scope: ViewerScope, purchaseId: string): Promise<string> {
  const [known] = await readPurchases(scope, [purchaseId])
  if (!known) throw purchaseNotFound()
  const { buyerId: ownerId } = known
  if (ownerId !== scope.viewer.id && !isAdmin(scope)) throw notOwn()
  return ownerOrAdminAct(scope, 'cancelRenewal', async (tx) => {
    const { latest } = await lockPurchase(tx, known)
    if (!latest.willRecur) throw new Failure('invalid', 'This purchase is not renewed.', { reason: 'not_recurring' })
    await tx.db.productPurchase.update({ where: { id: latest.id }, data: { willRecur: false, status: 'cancelled' } })
    tellOfPurchase(tx, latest)
    return { subjectId: latest.id, ownerId, result: latest.id }
  })
}

/** Ends all renewals that an erased person pays. The person is locked. */
export async function cancelRenewalsOfErased(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const where = { buyerId: userId, willRecur: true }
  const lock = rowLock(tx, 'purchase', { strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "ProductPurchase" WHERE "buyerId" = ${userId} AND "willRecur" ${lock}`
  const renewed = await tx.db.productPurchase.findMany({ where })
  await tx.db.productPurchase.updateMany({ where, data: { willRecur: false, status: 'cancelled' } })
  for (const purchase of renewed) tellOfPurchase(tx, purchase)
}
