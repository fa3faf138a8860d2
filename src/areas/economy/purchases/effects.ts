import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, inOrder } from '../../../kernel/transaction.ts'
import { endItemsOfSource, grantItems, isSourceUnused } from '../../inventory/grant/grants.ts'
import { type HandedOver, handOverItems, renewItems } from '../../inventory/grant/handOver.ts'
import { purchasesChanged } from '../events.ts'
import {
  holdTokens,
  type LedgerTransaction,
  postTransfer,
  type TransferKind,
  userAccount,
} from '../ledger/transfers.ts'
import { endLicenses, giveLicenses } from '../licenses/grants.ts'
import { lockRemainingGroups, type RoleMembership, takeEndedRoles } from './boughtRoles.ts'
import { heldUntil, type NewPurchase, salePostings } from './newPurchase.ts'
import { insertPurchase } from './queries.ts'
import { boughtProducts, LASTING_STATUSES, purchaseGrants, templatesOf } from './snapshot.ts'

/** What moves the tokens of a purchase. */
interface SaleTransfer {
  readonly key: string
  readonly kind: TransferKind
  readonly memo?: string
}

/** Key of the hold on what the seller of a purchase got. */
export const saleHoldKey = (purchaseId: string) => `sale:${purchaseId}`

/**
 * Takes the tokens and writes a purchase with what it gives, but for roles. All statements are sent at once, as the accounts
 * of the seller and the platform, which all sales share, are locked from the transfer to the commit. They are sent, and the
 * events emitted, before the first answer, since licenses of purchases bring no permissions. Throws `invalid` with reason
 * insufficient_funds.
 */
export async function writePurchase(
  tx: LedgerTransaction,
  purchase: NewPurchase,
  { key, kind, memo = '' }: SaleTransfer,
): Promise<void> {
  const { id, price, value, buyerId, sellerId, isRefundable } = purchase
  const grants = purchaseGrants(purchase)
  const transfer = { key, kind, memo, actorId: buyerId, purchaseId: id, postings: salePostings(purchase, purchase) }
  const hold = {
    key: saleHoldKey(id),
    account: userAccount(sellerId, 'earnings'),
    amount: value,
    until: heldUntil(purchase),
  }
  tellOfPurchase(tx, purchase)
  await inOrder([
    grants.licenses.length > 0 ? giveLicenses(tx, grants) : undefined,
    price > 0 ? postTransfer(tx, transfer) : undefined,
    isRefundable && value > 0 ? holdTokens(tx, hold) : undefined,
    insertPurchase(tx, purchase, price > 0 ? key : null),
  ])
}

/** Who has a part in a purchase. */
interface PurchaseParties {
  readonly id: string
  readonly buyerId: string
  readonly receiverId: string
  readonly sellerId: string
}

/** Tells buyer, receiver and seller that a purchase was made or has changed. */
export function tellOfPurchase(
  { emit }: Pick<InTransaction, 'emit'>,
  { id: purchaseId, buyerId, receiverId, sellerId }: PurchaseParties,
): void {
  for (const userId of new Set([buyerId, receiverId, sellerId]))
    emit(purchasesChanged(trusted<'user'>(userId), { purchaseId }))
}

/**
 * Gives the items of a purchase to its receiver. One that extends or renews another keeps the items of that, with their
 * slots and colors; a new period also gives again what is gone of them. The caller has locked the receiver. Throws `conflict`
 * for a full inventory, and if nothing is given because nobody can have two.
 */
export async function giveBoughtItems(tx: Scope & InTransaction, purchase: NewPurchase): Promise<void> {
  const { id: source, receiverId: userId, listingType, quantity } = purchase
  const templateIds = templatesOf(boughtProducts(purchase.products))
  if (templateIds.length === 0) return
  const items = listingType === 'instant' ? quantity : 1
  const expiryDate = expiryOf(purchase)
  const grant = { userId, templateIds, quantity: items, expiryDate, source, whenFull: 'refuse' } as const
  const former = await formerPurchase(tx, purchase)
  const passed =
    listingType === 'duration'
      ? former && (await handOverItems(tx, { userId, from: former.id, to: source, expiryDate }))
      : former && (await renewItems(tx, grant, former.id))
  if (former && passed) return noteUse(tx, former, passed)
  if ((await grantItems(tx, grant)).length === 0)
    throw new Failure('conflict', 'You already own this.', { reason: 'already_owned' })
}

/** Items of a duration end by the clock; those of a subscription with it, as it may be renewed late. */
const expiryOf = ({ listingType, endsAt }: Pick<NewPurchase, 'listingType' | 'endsAt'>) =>
  listingType === 'duration' ? endsAt : null

/** The purchase that another one extends or renews. */
async function formerPurchase(
  { db, now }: Scope & InTransaction,
  purchase: NewPurchase,
): Promise<ProductPurchase | null> {
  const { id, listingId, receiverId, listingType, renewsId } = purchase
  if (renewsId) {
    const where = { OR: [{ id: renewsId }, { renewsId }], NOT: { id } }
    return db.productPurchase.findFirst({ where, orderBy: { periods: 'desc' } })
  }
  return listingType === 'duration' ? latestRunning({ db, now }, { id, listingId, receiverId }) : null
}

/** The purchase of a listing for a receiver that ends last, apart from one. */
const latestRunning = (
  { db, now }: Pick<Scope & InTransaction, 'db' | 'now'>,
  { id, listingId, receiverId }: Pick<ProductPurchase, 'id' | 'listingId' | 'receiverId'>,
): Promise<ProductPurchase | null> =>
  db.productPurchase.findFirst({
    where: { listingId, receiverId, status: { in: LASTING_STATUSES }, endsAt: { gt: now }, NOT: { id } },
    orderBy: { endsAt: 'desc' },
  })

/** Keeps in mind that what a purchase gave was used before another one got it. */
async function noteUse(
  { db }: Scope & InTransaction,
  { id, usedAt }: ProductPurchase,
  passed: HandedOver,
): Promise<void> {
  if (usedAt === null && passed.usedAt !== null)
    await db.productPurchase.update({ where: { id }, data: { usedAt: passed.usedAt } })
}

/** A purchase as it is used: what it gave was consumed or equipped, or was so before another purchase got it. */
export async function withUse<P extends ProductPurchase>(tx: Scope & InTransaction, purchase: P): Promise<P> {
  if (purchase.usedAt !== null || (await isSourceUnused(tx, purchase.id))) return purchase
  return { ...purchase, usedAt: tx.now }
}

/**
 * Takes the items of a purchase, whose status was written before. Those of a refunded extension go back to the purchase that
 * it extended. The caller has locked the receiver and the purchases of the listing.
 */
async function endBoughtItems(
  tx: Scope & InTransaction,
  purchase: ProductPurchase,
  isRefunded: boolean,
): Promise<void> {
  const { id: from, receiverId: userId, listingType } = purchase
  if (isRefunded && listingType === 'duration') {
    const former = await latestRunning(tx, purchase)
    const back = former && { userId, from, to: former.id, expiryDate: former.endsAt }
    if (back && (await handOverItems(tx, back))) return
  }
  await endItemsOfSource(tx, from)
}

/** Moves the end of the items of purchases to the ends of these. */
export async function moveItemEnds(tx: Scope & InTransaction, purchases: readonly ProductPurchase[]): Promise<void> {
  for (const { id, receiverId: userId, endsAt } of purchases)
    await handOverItems(tx, { userId, from: id, to: id, expiryDate: endsAt })
}

/** Locks the groups of the roles that a purchase gave, before anything else that its end locks. */
export const lockGroupsToEnd = (tx: Scope & InTransaction, purchase: ProductPurchase): Promise<RoleMembership[]> =>
  lockRemainingGroups(tx, purchase)

/** Ends what a purchase gave, with roles that no other purchase gives. The purchase and the groups are locked. */
export async function endPurchase(
  tx: Scope & InTransaction,
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
