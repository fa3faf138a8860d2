import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { isAdmin, isStaff } from '../../../kernel/access.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { Failure, notOwn } from '../../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { alreadyReversed, reverseTransfer } from '../ledger/reversal.ts'
import { type LockedPurchase, lockPurchase } from '../locks.ts'
import { purchaseNotFound } from '../policy.ts'
import { endPurchase, lockGroupsToEnd, moveItemEnds, saleHoldKey, tellOfPurchase, withUse } from './effects.ts'
import { BUYER_REFUND_TIME, SELLER_REFUND_TIME } from './newPurchase.ts'
import { movePurchasesBack, readPurchases } from './queries.ts'
import { LASTING_STATUSES } from './snapshot.ts'

type Refundable = Pick<
  ProductPurchase,
  'createdAt' | 'isRefundable' | 'usedAt' | 'status' | 'buyerId' | 'receiverId' | 'sellerId'
>
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

/** The viewer if the purchase is their own, as buyer or receiver. */
const ownerAmong = ({ viewer }: Acting, { buyerId, receiverId }: Refundable): string | undefined =>
  [buyerId, receiverId].find((id) => id === viewer?.id)

/** Whether only being one of the staff lets the viewer refund a purchase. */
const canRefundAsStaff = (scope: Acting, purchase: Refundable): boolean =>
  isStaff(scope, 'economy') && isWithin(purchase, scope.now, SELLER_REFUND_TIME)

/** Whether a person can refund a purchase in which they have a part. */
const canRefundOwn = (scope: Acting, purchase: Refundable): boolean =>
  canReturn(scope, purchase) || canRefundSale(scope, purchase)

/** Whether the viewer can refund a purchase at the time of the scope. Staff who is no admin does not refund its own as such. */
export const canRefund = (scope: Acting, purchase: Refundable): boolean =>
  purchase.status !== 'refunded' &&
  (canRefundOwn(scope, purchase) ||
    (canRefundAsStaff(scope, purchase) && (isAdmin(scope) || ownerAmong(scope, purchase) === undefined)))

/**
 * Refunds a purchase in full and ends what it gave. `house:losses` pays what the seller no longer has. Throws `missing`
 * without a part in it; `forbidden` for who has only received it, and for staff upon what is their own; `conflict` if it was refunded; `invalid` if its time is
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
    const needsAdmin = !canRefundOwn(tx, purchase)
    const aboutId = ownerAmong(tx, purchase)
    return { subjectId: purchaseId, ownerId: tx.viewer.id, aboutId, needsAdmin, details: { price: purchase.price } }
  })
}

function assertRefundable(tx: ViewerScope, { purchase, people }: LockedPurchase): void {
  const { buyerId, sellerId, status } = purchase
  const { id } = tx.viewer
  if (id !== buyerId && id !== sellerId && !isStaff(tx, 'economy')) throw notOwn()
  if (status === 'refunded') throw alreadyReversed()
  if (!(canRefundOwn(tx, purchase) || canRefundAsStaff(tx, purchase)) || !people.has(buyerId))
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
