import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { endItemsOfSource, grantItems, isSourceUnused } from '../../inventory/grant/grants.ts'
import { type HandedOver, handOverItems, renewItems } from '../../inventory/grant/handOver.ts'
import type { NewPurchase } from './plan.ts'
import { boughtProducts, LASTING_STATUSES, templatesOf } from './snapshot.ts'

type Transaction = Scope & InTransaction

/**
 * Gives the items of a purchase to its receiver. One that extends or renews another keeps the items of that, with their
 * slots and colors; a new period also gives again what is gone of them. The caller has locked the receiver. Throws `conflict`
 * for a full inventory, and if nothing is given because nobody can have two.
 */
export async function giveBoughtItems(tx: Transaction, purchase: NewPurchase): Promise<void> {
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
async function formerPurchase({ db, now }: Transaction, purchase: NewPurchase): Promise<ProductPurchase | null> {
  const { id, listingId, receiverId, listingType, renewsId } = purchase
  if (renewsId) {
    const where = { OR: [{ id: renewsId }, { renewsId }], NOT: { id } }
    return db.productPurchase.findFirst({ where, orderBy: { periods: 'desc' } })
  }
  return listingType === 'duration' ? latestRunning({ db, now }, { id, listingId, receiverId }) : null
}

/** The purchase of a listing for a receiver that ends last, apart from one. */
const latestRunning = (
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { id, listingId, receiverId }: Pick<ProductPurchase, 'id' | 'listingId' | 'receiverId'>,
): Promise<ProductPurchase | null> =>
  db.productPurchase.findFirst({
    where: { listingId, receiverId, status: { in: LASTING_STATUSES }, endsAt: { gt: now }, NOT: { id } },
    orderBy: { endsAt: 'desc' },
  })

/** Keeps in mind that what a purchase gave was used before another one got it. */
async function noteUse({ db }: Transaction, { id, usedAt }: ProductPurchase, passed: HandedOver): Promise<void> {
  if (usedAt === null && passed.usedAt !== null)
    await db.productPurchase.update({ where: { id }, data: { usedAt: passed.usedAt } })
}

/** A purchase as it is used: what it gave was consumed or equipped, or was so before another purchase got it. */
export async function withUse<P extends ProductPurchase>(tx: Transaction, purchase: P): Promise<P> {
  if (purchase.usedAt !== null || (await isSourceUnused(tx, purchase.id))) return purchase
  return { ...purchase, usedAt: tx.now }
}

/**
 * Takes the items of a purchase, whose status was written before. Those of a refunded extension go back to the purchase that
 * it extended. The caller has locked the receiver and the purchases of the listing.
 */
export async function endBoughtItems(tx: Transaction, purchase: ProductPurchase, isRefunded: boolean): Promise<void> {
  const { id: from, receiverId: userId, listingType } = purchase
  if (isRefunded && listingType === 'duration') {
    const former = await latestRunning(tx, purchase)
    const back = former && { userId, from, to: former.id, expiryDate: former.endsAt }
    if (back && (await handOverItems(tx, back))) return
  }
  await endItemsOfSource(tx, from)
}

/** Moves the end of the items of purchases to the ends of these. */
export async function moveItemEnds(tx: Transaction, purchases: readonly ProductPurchase[]): Promise<void> {
  for (const { id, receiverId: userId, endsAt } of purchases)
    await handOverItems(tx, { userId, from: id, to: id, expiryDate: endsAt })
}
