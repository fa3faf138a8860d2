import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { readEconomyState } from '../economyState.ts'
import { isForSale } from '../policy.ts'
import { hasAcceptedTerms, readEconomyProfile } from '../profile.ts'
import { giveBoughtItems } from './items.ts'
import { lockPurchase } from './locks.ts'
import { notifyOfEnd } from './notices.ts'
import { type NewPurchase, spanOf } from './plan.ts'
import { proceedsOf } from './price.ts'
import { assertCanHold, giveBoughtRoles, lockRoleGroups } from './roles.ts'
import { boughtProducts } from './snapshot.ts'
import { tellOfPurchase, writePurchase } from './write.ts'

/** Renewals come so long before the end that what was bought never pauses between runs of the job. */
const LEAD = 2 * MINUTE
const BATCH_SIZE = 100

type Transaction = Scope & InTransaction
/** A purchase whose next period is due. */
type Due = Pick<ProductPurchase, 'id' | 'buyerId' | 'receiverId' | 'listingId' | 'renewsId'>

/** What keeps a purchase from being renewed, for the buyer to read. */
class NotRenewed extends Error {}

/**
 * Buys the next period of everything that ends soon and is renewed. What can't be renewed is not tried again, and the buyer
 * is told. While the economy is offline nothing is renewed, and nothing that would be ends. Answers how many were renewed.
 */
export async function renewPurchases(scope: Scope): Promise<number> {
  if (!(await readEconomyState(scope)).isOnline) return 0
  let renewed = 0
  for (let after = ''; ; ) {
    const due = await scope.db.productPurchase.findMany({
      where: {
        willRecur: true,
        status: 'active',
        endsAt: { lte: addMilliseconds(scope.now, LEAD) },
        id: { gt: after },
      },
      select: { id: true, buyerId: true, receiverId: true, listingId: true, renewsId: true },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    })
    renewed += await renewEach(scope, due)
    after = due.at(-1)?.id ?? ''
    if (due.length < BATCH_SIZE) return renewed
  }
}

/** Renews each of these, or ends its renewal. Answers how many were renewed. */
async function renewEach(scope: Scope, due: readonly Due[]): Promise<number> {
  let renewed = 0
  for (const purchase of due) if (await renewOrEnd(scope, purchase)) renewed += 1
  return renewed
}

async function renewOrEnd(scope: Scope, due: Due): Promise<boolean> {
  try {
    return await transact(scope, (tx) => renew(tx, due))
  } catch (error) {
    if (!(error instanceof NotRenewed) && !(error instanceof Failure)) throw error
    await transact(scope, (tx) => endRenewal(tx, due, error.message))
    return false
  }
}

/** False if it is not renewed any longer, or was by another node. Throws if its buyer can't pay or nobody sells it. */
async function renew(waited: Transaction, due: Due): Promise<boolean> {
  const { purchase, people } = await lockPurchase(waited, due)
  const tx = { ...waited, now: waited.clock.now() }
  if (!purchase.willRecur || purchase.status !== 'active') return false
  await assertRenewable(tx, purchase, people)
  const next = nextPeriod(tx, purchase)
  const memberships = await lockRoleGroups(tx, next)
  for (const membership of memberships) assertCanHold(membership)
  const key = `renewal:${next.renewsId}:${next.periods}`
  await tx.db.productPurchase.update({ where: { id: purchase.id }, data: { willRecur: false } })
  await giveBoughtItems(tx, next)
  await writePurchase(tx, next, { key, kind: 'renewal' })
  await giveBoughtRoles(tx, memberships)
  tellOfPurchase(tx, purchase)
  return true
}

async function assertRenewable(tx: Transaction, purchase: ProductPurchase, people: ReadonlySet<string>): Promise<void> {
  const { buyerId, receiverId, listingId } = purchase
  if (!people.has(buyerId) || !people.has(receiverId)) throw new NotRenewed('The account was deleted.')
  const listing = await tx.db.listing.findUnique({ where: { id: listingId } })
  if (!listing || !isForSale(tx, listing)) throw new NotRenewed('It is not sold any longer.')
  const profile = await readEconomyProfile(tx, buyerId)
  if (profile?.blockedAt) throw new NotRenewed("You can't spend tokens at the moment.")
  if (!hasAcceptedTerms(tx, profile)) throw new NotRenewed('The terms of the payment provider are not accepted.')
}

/** The next period at the price of this one, from its end, or from now if that is over. */
function nextPeriod({ now, rules }: Transaction, purchase: ProductPurchase) {
  const { ledgerTransferId: _transfer, products, context: _context, endsAt, ...rest } = purchase
  const from = endsAt !== null && endsAt > now ? endsAt : now
  const next: NewPurchase = {
    ...rest,
    ...proceedsOf(purchase.price, purchase.sellerId, rules.economyFeeBasisPoints),
    ...spanOf(purchase, purchase.quantity, from),
    id: newId('purchase', now),
    key: null,
    inputHash: null,
    purchaseType: 'renewal',
    products: boughtProducts(products).map((product) => ({ ...product })),
    context: {},
    willRecur: true,
    usedAt: null,
    createdAt: now,
  }
  return { ...next, renewsId: purchase.renewsId ?? purchase.id, periods: purchase.periods + 1 }
}

/** Notes that a purchase is not renewed, and tells the buyer why. */
async function endRenewal(tx: Transaction, due: Due, reason: string): Promise<void> {
  const { purchase, people } = await lockPurchase(tx, due)
  if (!purchase.willRecur) return
  await tx.db.productPurchase.update({ where: { id: purchase.id }, data: { willRecur: false } })
  tellOfPurchase(tx, purchase)
  if (people.has(purchase.buyerId)) await notifyOfEnd(tx, purchase, reason)
}
