import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure, notOwn } from '../../../kernel/failure.ts'
import { newId, trusted } from '../../../kernel/ids.ts'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { hasAcceptedTerms, readEconomyProfile } from '../economyProfile.ts'
import { readEconomyState } from '../economyState.ts'
import { type KnownPurchase, lockPurchase } from '../locks.ts'
import { isForSale, purchaseNotFound } from '../policy.ts'
import { assertCanHold, giveBoughtRoles, lockRoleGroups } from './boughtRoles.ts'
import { giveBoughtItems, tellOfPurchase, writePurchase } from './effects.ts'
import { type NewPurchase, proceedsOf, spanOf } from './newPurchase.ts'
import { readPurchases } from './queries.ts'
import { boughtProducts } from './snapshot.ts'

/** Renewals come so long before the end that what was bought never pauses between runs of the job. */
const LEAD = 2 * MINUTE
const BATCH_SIZE = 100

/** What keeps a purchase from being renewed, for the buyer to read. */
class NotRenewed extends Error {
  readonly reason: RefusalReason
  constructor(message: string, reason: RefusalReason) {
    super(message)
    this.reason = reason
  }
}

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
async function renewEach(scope: Scope, due: readonly KnownPurchase[]): Promise<number> {
  let renewed = 0
  for (const purchase of due) if (await renewOrEnd(scope, purchase)) renewed += 1
  return renewed
}

async function renewOrEnd(scope: Scope, due: KnownPurchase): Promise<boolean> {
  try {
    return await transact(scope, (tx) => renew(tx, due))
  } catch (error) {
    if (!(error instanceof NotRenewed) && !(error instanceof Failure)) throw error
    await transact(scope, (tx) => endRenewal(tx, due, error))
    return false
  }
}

/** False if it is not renewed any longer, or was by another node. Throws if its buyer can't pay or nobody sells it. */
async function renew(waited: Scope & InTransaction, due: KnownPurchase): Promise<boolean> {
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

async function assertRenewable(
  tx: Scope & InTransaction,
  purchase: ProductPurchase,
  people: ReadonlySet<string>,
): Promise<void> {
  const { buyerId, receiverId, listingId } = purchase
  if (!people.has(buyerId) || !people.has(receiverId))
    throw new NotRenewed('The account was deleted.', 'user_not_found')
  const listing = await tx.db.listing.findUnique({ where: { id: listingId } })
  if (!listing || !isForSale(tx, listing)) throw new NotRenewed('It is not sold any longer.', 'listing_not_found')
  const profile = await readEconomyProfile(tx, buyerId)
  if (profile?.blockedAt) throw new NotRenewed("You can't spend tokens at the moment.", 'economy_blocked')
  if (!hasAcceptedTerms(tx, profile))
    throw new NotRenewed('The terms of the payment provider are not accepted.', 'terms_not_accepted')
}

/** The next period at the price of this one, from its end, or from now if that is over. */
function nextPeriod({ now, rules }: Scope & InTransaction, purchase: ProductPurchase) {
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
async function endRenewal(tx: Scope & InTransaction, due: KnownPurchase, error: NotRenewed | Failure): Promise<void> {
  const { purchase, people } = await lockPurchase(tx, due)
  if (!purchase.willRecur) return
  await tx.db.productPurchase.update({ where: { id: purchase.id }, data: { willRecur: false } })
  tellOfPurchase(tx, purchase)
  if (people.has(purchase.buyerId)) await notifyOfEnd(tx, purchase, error)
}

/**
 * Ends the renewal of what the viewer has bought for a period; it lasts until the end of the period. Any period of it names
 * it. Returns the id of the last one. Throws `missing` without a part in it; `forbidden` unless the viewer has bought it;
 * `invalid` if it is not renewed.
 */
export async function cancelRenewal(scope: ViewerScope, purchaseId: string): Promise<string> {
  const [known] = await readPurchases(scope, [purchaseId])
  if (!known) throw purchaseNotFound()
  const { buyerId: ownerId } = known
  if (ownerId !== scope.viewer.id && !isStaff(scope, 'economy')) throw notOwn()
  return ownerOrAdminAct(scope, 'cancelRenewal', async (tx) => {
    const { latest } = await lockPurchase(tx, known)
    if (!latest.willRecur) throw new Failure('invalid', 'This purchase is not renewed.', { reason: 'not_recurring' })
    await tx.db.productPurchase.update({ where: { id: latest.id }, data: { willRecur: false, status: 'cancelled' } })
    tellOfPurchase(tx, latest)
    return { subjectId: latest.id, ownerId, result: latest.id }
  })
}

/** Tells a person that a purchase of theirs was not renewed. */
async function notifyOfEnd(
  tx: Pick<Scope, 'now' | 'rules'> & InTransaction,
  { id: purchaseId, buyerId, listingId, listingDisplayName }: ProductPurchase,
  error: NotRenewed | Failure,
): Promise<void> {
  await sendNotifications(tx, [
    {
      type: 'economy.alert',
      receiverId: trusted<'user'>(buyerId),
      senderId: null,
      title: 'A purchase was not renewed',
      message: `${listingDisplayName} was not renewed: ${error.message}`,
      category: 'economy',
      data: { purchaseId, listingId, listingDisplayName },
      subjectId: purchaseId,
      facts: { occasion: 'purchase_not_renewed', subjectName: listingDisplayName, refusalReason: error.reason },
    },
  ])
}
