import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { Failure, notOwn } from '../../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { alreadyReversed, reverseTransfer } from '../ledger/reversal.ts'
import { type LockedPurchase, lockPurchase } from '../locks.ts'
import { purchaseNotFound } from '../policy.ts'
import { endPurchase, lockGroupsToEnd, moveItemEnds, saleHoldKey, tellOfPurchase, withUse } from './effects.ts'
import { BUYER_REFUND_TIME, SELLER_REFUND_TIME } from './newPurchase.ts'
import { movePurchasesBack, readPurchases } from './queries.ts'
import { LASTING_STATUSES } from './snapshot.ts'

type Refundable = Pick<ProductPurchase, 'createdAt' | 'isRefundable' | 'usedAt' | 'status' | 'buyerId' | 'sellerId'>
type Acting = Pick<Scope, 'viewer' | 'now'>

const isWithin = ({ createdAt }: Refundable, now: Date, time: number) => addMilliseconds(createdAt, time) > now

/** Whether a person can return a purchase of theirs: within 14 days, unless it was used or was sold without that. */
const canReturn = ({ viewer, now }: Acting, purchase: Refundable): boolean =>
  viewer?.id === purchase.buyerId &&
  purchase.isRefundable &&
  purchase.usedAt === null &&
  isWithin(purchase, now, BUYER_REFUND_TIME)

/** Whether a person can refund what they have sold, within 90 days. */
const canRefundSale = ({ viewer, now }: Acting, purchase: Refundable): boolean =>
  viewer?.id === purchase.sellerId && isWithin(purchase, now, SELLER_REFUND_TIME)

/** Whether only being an admin lets the viewer refund a purchase. */
const canRefundAsAdmin = (scope: Acting, purchase: Refundable): boolean =>
  isAdmin(scope) && isWithin(purchase, scope.now, SELLER_REFUND_TIME)

/** Whether the viewer can refund a purchase at the time of the scope. */
export const canRefund = (scope: Acting, purchase: Refundable): boolean =>
  purchase.status !== 'refunded' &&
  (canReturn(scope, purchase) || canRefundSale(scope, purchase) || canRefundAsAdmin(scope, purchase))

/**
 * Refunds a purchase in full and ends what it gave. `house:losses` pays what the seller no longer has. Throws `missing`
 * without a part in it; `forbidden` for who has only received it; `conflict` if it was refunded; `invalid` if its time is
 * over or it was used.
 */
export async function refundPurchase(scope: ViewerScope, purchaseId: string): Promise<void> {
  const [known] = await readPurchases(scope, [purchaseId])
  if (!known) throw purchaseNotFound()
  await ownerOrAdminAct(scope, 'refundPurchase', async (waited) => {
    const found = await lockPurchase(waited, known)
    const tx = { ...waited, now: waited.clock.now() }
    const purchase = await withUse(tx, found.purchase)
    const locked = { ...found, purchase }
    assertRefundable(tx, locked)
    const memberships = await lockGroupsToEnd(tx, purchase)
    await returnTokens(tx, purchase)
    await bringForward(tx, locked)
    await endRenewalOf(tx, locked)
    await endPurchase(tx, purchase, { memberships, status: 'refunded' })
    const needsAdmin = !canReturn(tx, purchase) && !canRefundSale(tx, purchase)
    return { subjectId: purchaseId, ownerId: tx.viewer.id, needsAdmin, details: { price: purchase.price } }
  })
}

function assertRefundable(tx: ViewerScope, { purchase, people }: LockedPurchase): void {
  const { buyerId, sellerId, status } = purchase
  const { id } = tx.viewer
  if (id !== buyerId && id !== sellerId && !isAdmin(tx)) throw notOwn()
  if (status === 'refunded') throw alreadyReversed()
  if (!canRefund(tx, purchase) || !people.has(buyerId))
    throw new Failure('invalid', 'This purchase cannot be refunded any more.', { reason: 'not_refundable' })
}

/** Moves the tokens back, also those that the seller could not spend yet. */
async function returnTokens(tx: ViewerScope & InTransaction, { id, ledgerTransferId }: ProductPurchase): Promise<void> {
  if (ledgerTransferId === null) return
  const cause = { key: `refund:${id}`, kind: 'refund' as const, actorId: tx.viewer.id }
  await reverseTransfer(tx, String(ledgerTransferId), { ...cause, isFilledFromLosses: true, holdKey: saleHoldKey(id) })
}

/** Whoever returns a period of a subscription does not want the next one. */
async function endRenewalOf(tx: ViewerScope & InTransaction, { purchase, latest }: LockedPurchase): Promise<void> {
  if (!latest.willRecur || latest.id === purchase.id) return
  await tx.db.productPurchase.update({ where: { id: latest.id }, data: { willRecur: false, status: 'cancelled' } })
  tellOfPurchase(tx, latest)
}

/** Time that was to follow the refunded one follows what remains, so that it is not given for nothing. */
async function bringForward(tx: Scope & InTransaction, { purchase, later }: LockedPurchase) {
  const { startsAt, endsAt, status } = purchase
  if (later.length === 0 || startsAt === null || endsAt === null || !LASTING_STATUSES.includes(status)) return
  const left = endsAt.getTime() - Math.max(startsAt.getTime(), tx.now.getTime())
  const ids = later.map(({ id }) => id)
  await movePurchasesBack(tx, ids, left)
  await moveItemEnds(tx, await tx.db.productPurchase.findMany({ where: { id: { in: ids } } }))
}
