import { newUuid, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { markArchived } from './catalogue/manageListings.ts'
import { releaseHoldsOf } from './ledger/queries.ts'
import { houseAccount, type LedgerTransaction, postTransfer, userAccount } from './ledger/transfers.ts'
import {
  lockAccountsOfOwner,
  lockListingsOfSeller,
  lockPaymentsOf,
  lockRenewedPurchases,
  lockStoresOfSeller,
} from './locks.ts'
import { tellOfPurchase } from './purchases/effects.ts'
import { endSubscriptionsOfErased } from './subscriptions/subscriptions.ts'

/** Ends what a person sells and pays for. What was bought, paid and moved stays with the id alone. */
export async function eraseTrade(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  await endSubscriptionsOfErased(tx, userId)
  await archiveListingsOfErased(tx, userId)
  await erasePayments(tx, userId)
  await cancelRenewalsOfErased(tx, userId)
}

/** Forfeits the tokens of a person, and forgets what the economy knows beside them. */
export async function eraseTokens(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  await forfeitTokens(tx, userId)
  await tx.db.licenseGrant.deleteMany({ where: { userId } })
  await tx.db.economyProfile.deleteMany({ where: { userId } })
}

/**
 * Ends the holds of a person, and moves all tokens of the person to `house:forfeited`. Entries stay. It locks the accounts,
 * so it is the last of what a transaction locks, but for feeds.
 */
async function forfeitTokens(tx: LedgerTransaction, userId: string): Promise<void> {
  const forfeited = houseAccount('forfeited')
  const [accounts] = await Promise.all([lockAccountsOfOwner(tx, userId, forfeited), releaseHoldsOf(tx, userId)])
  const postings = (['standard', 'earnings'] as const).map((purpose) => {
    const account = userAccount(userId, purpose)
    return { account, amount: -Number(accounts.find(({ code }) => code === account.code)?.posted ?? 0) }
  })
  const total = postings.reduce((sum, { amount }) => sum - amount, 0)
  if (total === 0) return
  await postTransfer(tx, {
    key: `forfeit:${userId}:${newUuid(tx.now)}`,
    kind: 'forfeit',
    postings: [...postings, { account: forfeited, amount: total }],
  })
}

/**
 * Leaves the ids and amounts of an erased person's payments alone: what providers have told of the payer goes, and nothing
 * can be paid any longer that is not paid yet.
 */
async function erasePayments(tx: Scope & InTransaction, userId: string): Promise<void> {
  const { db, now } = tx
  await lockPaymentsOf(tx, userId)
  const payments = await db.paymentTransaction.findMany({ where: { buyerId: userId }, select: { id: true } })
  const ids = payments.map(({ id }) => id)
  await db.paymentTransaction.updateMany({
    where: { buyerId: userId },
    data: { details: {}, checkoutUrl: null, key: null, inputHash: null },
  })
  await db.paymentTransaction.updateMany({
    where: { buyerId: userId, status: 'pending' },
    data: { status: 'failed', error: 'The account was deleted.', updatedAt: now },
  })
  await db.paymentEvent.updateMany({
    where: { transactionId: { in: ids }, state: { not: 'waiting' } },
    data: { payload: {} },
  })
}

/** Ends all renewals that an erased person pays. The person is locked. */
async function cancelRenewalsOfErased(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const where = { buyerId: userId, willRecur: true }
  await lockRenewedPurchases(tx, userId)
  const renewed = await tx.db.productPurchase.findMany({ where })
  await tx.db.productPurchase.updateMany({ where, data: { willRecur: false, status: 'cancelled' } })
  for (const purchase of renewed) tellOfPurchase(tx, purchase)
}

/**
 * Archives what a person sells whose account is erased, takes away the texts, and deletes the person's stores. A job lets
 * the roles be given by hand again. The caller has locked the person.
 */
export async function archiveListingsOfErased(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const { db, now } = tx
  const listingIds = await lockListingsOfSeller(tx, userId)
  await lockStoresOfSeller(tx, userId)
  await markArchived(tx, listingIds)
  const blank = { description: '', tags: [], updatedAt: now }
  await db.listing.updateMany({ where: { sellerId: userId }, data: { ...blank, subtitle: '', imageId: null } })
  await db.product.updateMany({ where: { sellerId: userId, archivedAt: null }, data: { archivedAt: now } })
  await db.product.updateMany({ where: { sellerId: userId }, data: blank })
  await db.store.deleteMany({ where: { sellerId: userId } })
}
