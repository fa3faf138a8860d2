import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentTransaction, Prisma } from '../../../generated/prisma/client.ts'
import { SECOND } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, trusted, type UserId } from '../../../kernel/ids.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockFriend, lockUser } from '../../users/locks.ts'
import { readEconomyProfile } from '../economyProfile.ts'
import { assertEconomyOnline } from '../economyState.ts'
import { paymentChanged } from '../events.ts'
import { LIVE_STATUSES } from '../subscriptions/arrangement.ts'
import { inputHashOf, type Order, readOrder, type StorePurchase } from './order.ts'

const START_LIMIT: RateLimit = { name: 'start-store-purchase', points: 100, window: 24 * 60 * 60 }
/** ISO 4217. All prices are in cents of it. */
const CURRENCY = 'USD'
/** How long the provider may take to open a payment, in milliseconds. */
const CHECKOUT_TIMEOUT = 10 * SECOND

const economyBlocked = () =>
  new Failure('forbidden', 'You cannot spend tokens or money.', { reason: 'economy_blocked' })
const keyReused = () => invalid('idempotencyKey', 'idempotencyKey was used for another purchase', 'key_reused')

/**
 * Starts a payment of the viewer's for a bundle or a subscription; its `checkoutUrl` is where the buyer pays. The same key
 * with the same input answers the same payment. Throws `unavailable` without a provider, while the economy is offline and if
 * the provider does not answer; `forbidden` for people who are blocked; `missing` for what is not sold; `invalid` for a
 * receiver who is no friend, and for a key that was used for another input; `conflict` for a subscription of a tier of which the
 * viewer has one already; `exhausted` after 100 times in a day.
 */
export async function startStorePurchase(scope: ViewerScope, purchase: StorePurchase): Promise<PaymentTransaction> {
  await scope.limits.take(START_LIMIT, scope.viewer.id)
  if (!scope.payments.isConnected)
    throw new Failure('unavailable', 'No payment provider is connected.', { reason: 'provider_missing' })
  await assertEconomyOnline(scope)
  return checkOut(scope, await openPayment(scope, purchase))
}

/** Stores the payment, unless it was stored by a request with the same key. */
const openPayment = (scope: ViewerScope, purchase: StorePurchase): Promise<PaymentTransaction> =>
  transact(scope, async (tx) => {
    const key = `payment:${tx.viewer.id}:${purchase.idempotencyKey}`
    const inputHash = inputHashOf(purchase)
    await lockParties(tx, purchase.receiverId)
    const known = await tx.db.paymentTransaction.findUnique({ where: { key } })
    if (known) return assertSameInput(known, inputHash)
    if ((await readEconomyProfile(tx, tx.viewer.id))?.blockedAt) throw economyBlocked()
    const order = await readOrder(tx, purchase)
    await assertNotSubscribed(tx, order)
    // A request with the same key may have come first, as gifts do not exclude each other.
    await tx.db.paymentTransaction.createMany({
      data: [paymentOf(tx, order, { key, inputHash })],
      skipDuplicates: true,
    })
    return assertSameInput(await tx.db.paymentTransaction.findUniqueOrThrow({ where: { key } }), inputHash)
  })

/** Locks the buyer, and a receiver, who must be a friend. */
async function lockParties(tx: ViewerTransaction, receiverId: UserId | undefined): Promise<void> {
  if (receiverId === undefined) return lockUser(tx, tx.viewer.id)
  if (receiverId === tx.viewer.id)
    throw invalid('receiverId', 'receiverId must be a friend: leave it out to buy for yourself', 'self_target')
  const { areFriends } = await lockFriend(tx, tx.viewer.id, receiverId)
  if (!areFriends) throw invalid('receiverId', 'receiverId must be a friend', 'not_friends')
}

/**
 * Throws `conflict` for a subscription of a tier of which the viewer has one, or of which they have started to pay one. Gifts
 * to others are no matter of what the viewer has. The caller has locked the viewer, so that of two at once one finds the other.
 */
async function assertNotSubscribed({ db, viewer }: ViewerTransaction, order: Order): Promise<void> {
  if (order.itemType !== 'subscription' || order.receiverId !== null || order.isBulkGift) return
  const tier = Number(order.item.tier)
  const live = { userId: viewer.id, tier, status: { in: [...LIVE_STATUSES] } }
  if ((await db.userSubscription.count({ where: live })) > 0)
    throw new Failure('conflict', 'You have a subscription of this tier already.', { reason: 'already_owned' })
  const started = {
    buyerId: viewer.id,
    receiverId: null,
    isBulkGift: false,
    itemType: 'subscription',
    status: 'pending',
  }
  const where = { ...started, item: { path: ['tier'], equals: tier } }
  if ((await db.paymentTransaction.count({ where })) > 0)
    throw new Failure('conflict', 'You have started to pay for a subscription of this tier: finish that payment.', {
      reason: 'already_exists',
    })
}

function assertSameInput(payment: PaymentTransaction, inputHash: string): PaymentTransaction {
  if (payment.inputHash !== inputHash) throw keyReused()
  return payment
}

const paymentOf = (
  { viewer, clock, payments }: ViewerTransaction,
  order: Order,
  known: Pick<PaymentTransaction, 'key' | 'inputHash'>,
): Prisma.PaymentTransactionCreateManyInput => {
  // After the locks, so that ids sort by time.
  const now = clock.now()
  const { name: provider, isSandbox } = payments
  const id = newId('paymentTransaction', now)
  const state = { currency: CURRENCY, status: 'pending', provider, isSandbox, createdAt: now, updatedAt: now }
  return { id, buyerId: viewer.id, ...known, ...order, ...state }
}

/** Asks the provider for the page of the payment, unless it has one. A crash in between is mended by the same key. */
async function checkOut(scope: ViewerScope, payment: PaymentTransaction): Promise<PaymentTransaction> {
  if (payment.checkoutUrl !== null) return payment
  if (payment.status !== 'pending') throw providerUnavailable()
  const opened = await askProvider(scope, payment.id, CHECKOUT_TIMEOUT, () =>
    scope.payments.checkout(providerOrderOf(payment), payment.id),
  ).catch(async (refusal: unknown) => {
    await markUnopened(scope, payment)
    throw refusal
  })
  return transact(scope, async (tx) => {
    const { id } = payment
    const change = { providerRef: opened.ref, checkoutUrl: storedUrl(tx, opened.url), updatedAt: tx.clock.now() }
    await tx.db.paymentTransaction.updateMany({ where: { id, checkoutUrl: null }, data: change })
    tx.emit(paymentChanged(tx.viewer.id, { transactionId: id }))
    return tx.db.paymentTransaction.findUniqueOrThrow({ where: { id } })
  })
}

/** What the provider is told. */
const providerOrderOf = (payment: PaymentTransaction) => ({
  transactionId: payment.id,
  cents: payment.amount,
  currency: payment.currency,
  buyerId: payment.buyerId,
  description: descriptionOf(payment),
  recurs: payment.itemType === 'subscription' && payment.receiverId === null && !payment.isBulkGift,
})

/** One line for the page of the provider. */
export function descriptionOf({
  item,
  itemId,
  quantity,
}: Pick<PaymentTransaction, 'item' | 'itemId' | 'quantity'>): string {
  const known = item !== null && typeof item === 'object' && 'description' in item ? item.description : null
  const name = typeof known === 'string' && known !== '' ? known : itemId
  return quantity === 1 ? name : `${quantity} × ${name}`
}

/** The payment has failed, unless the provider has told of it meanwhile. */
const markUnopened = (scope: ViewerScope, { id, buyerId }: PaymentTransaction): Promise<void> =>
  transact(scope, async (tx) => {
    const change = { status: 'failed', error: 'The payment provider does not answer.', updatedAt: tx.clock.now() }
    const { count } = await tx.db.paymentTransaction.updateMany({
      where: { id, status: 'pending', checkoutUrl: null },
      data: change,
    })
    if (count > 0) tx.emit(paymentChanged(trusted<'user'>(buyerId), { transactionId: id }))
  })

const providerUnavailable = () =>
  new Failure('unavailable', 'The payment provider does not answer.', { reason: 'provider_unavailable' })

/**
 * Asks the payment provider, outside of any transaction, and waits `timeout` milliseconds at most. Throws `unavailable` if it
 * refuses or does not answer; why is logged by the name of its error alone, as a message may repeat a secret.
 */
export async function askProvider<R>(
  { log, payments }: Pick<Scope, 'log' | 'payments'>,
  transactionId: string,
  timeout: number,
  ask: () => Promise<R>,
): Promise<R> {
  const ended = new AbortController()
  const late = async (): Promise<never> => {
    await pause(timeout, undefined, { signal: ended.signal, ref: false })
    throw new Error('timeout')
  }
  try {
    return await Promise.race([ask(), late()])
  } catch (error) {
    const failure = error instanceof Error ? error.name : typeof error
    log.warn({ provider: payments.name, transactionId, failure }, 'the payment provider does not answer')
    throw providerUnavailable()
  } finally {
    ended.abort()
  }
}
