import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { endLicenses } from '../licenses/grants.ts'
import { endBoughtItems } from './items.ts'
import { lockRemainingGroups, type RoleMembership, takeEndedRoles } from './roles.ts'
import { tellOfPurchase } from './write.ts'

type Transaction = Scope & InTransaction

/** Locks the groups of the roles that a purchase gave, before anything else that its end locks. */
export const lockGroupsToEnd = (tx: Transaction, purchase: ProductPurchase): Promise<RoleMembership[]> =>
  lockRemainingGroups(tx, purchase)

/** Ends what a purchase gave, with roles that no other purchase gives. The purchase and the groups are locked. */
export async function endPurchase(
  tx: Transaction,
  purchase: ProductPurchase,
  { memberships, status }: { readonly memberships: readonly RoleMembership[]; readonly status: 'expired' | 'refunded' },
): Promise<void> {
  const { id, receiverId } = purchase
  const refunded = status === 'refunded' ? { refundedAt: tx.now } : {}
  await tx.db.productPurchase.update({ where: { id }, data: { status, willRecur: false, ...refunded } })
  await endLicenses(tx, { userId: receiverId, source: id })
  await endBoughtItems(tx, purchase, status === 'refunded')
  await takeEndedRoles(tx, memberships)
  tellOfPurchase(tx, purchase)
}
