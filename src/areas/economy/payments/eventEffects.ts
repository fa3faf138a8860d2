import type { PaymentEvent, PaymentTransaction } from '../../../generated/prisma/client.ts'
import type { PaymentEventType } from '../../../kernel/payments.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { changeEconomyProfile } from '../economyProfile.ts'
import { reverseTransfer } from '../ledger/reversal.ts'
import { houseAccount, postTransfer, userAccount } from '../ledger/transfers.ts'
import {
  cancelSubscriptionOfTransaction,
  endSubscriptionsOfTransaction,
  renewSubscription,
  restoreSubscriptionsOfTransaction,
  startSubscription,
} from '../subscriptions/subscriptions.ts'
import { blockForPayment, chargeLosses, collectDebt, liftBlock } from './debts.ts'
import { isPaymentEventType, jsonObjectOf, type StoredNotice } from './paymentEvents.ts'

/** An event that is applied to a locked payment, whose status is `to` from now on. */
interface AppliedEvent {
  /** As it was before. */
  readonly payment: PaymentTransaction
  readonly event: Pick<PaymentEvent, 'type' | 'provider' | 'eventId'>
  readonly notice: StoredNotice
  readonly to: PaymentStatus
}

/** What an event means for tokens, licenses and people. */
type Effect = (tx: Scope & InTransaction, applied: AppliedEvent) => Promise<void>

const isBundle = ({ itemType }: Pick<PaymentTransaction, 'itemType'>) => itemType === 'bundle'

const succeed: Effect = async (tx, { payment, notice }) => {
  const { buyerId } = payment
  const { externalStoreId } = notice
  if (externalStoreId !== null) await changeEconomyProfile(tx, buyerId, { externalStoreId })
  if (isBundle(payment)) return topUp(tx, payment)
  if (!payment.isBulkGift) await startPaid(tx, payment)
}

/** Starts what was paid for one person. Orders of several start nothing until they are given away. */
async function startPaid(tx: Scope & InTransaction, { id, buyerId, receiverId, itemId, item }: PaymentTransaction) {
  const paid = { planId: itemId, transactionId: id, store: tx.rules.externalStoreName }
  const gift = receiverId === null ? { userId: buyerId } : { userId: receiverId, giverId: buyerId, isGift: true }
  const terms = termsOf(item)
  await startSubscription(tx, { ...paid, ...gift, ...(terms && { terms }) })
}

/** What a subscription costs and gives as it was bought. */
function termsOf(item: PaymentTransaction['item']) {
  const { amount, period, tier, description } = jsonObjectOf(item)
  const isWhole = typeof amount === 'number' && typeof tier === 'number'
  if (!isWhole || typeof period !== 'string' || typeof description !== 'string') return undefined
  return { amount, period, tier, description }
}

/** Gives the tokens of a bundle. Those of an erased person are forfeited: nobody could spend them. */
async function topUp(tx: Scope & InTransaction, { id, buyerId, tokens, provider }: PaymentTransaction): Promise<void> {
  const isErased = (await tx.db.user.count({ where: { id: buyerId, erasedAt: null } })) === 0
  await postTransfer(tx, {
    key: `topup:${id}`,
    kind: 'topup',
    postings: [
      { account: houseAccount(`issued:${provider}`), amount: -tokens },
      { account: isErased ? houseAccount('forfeited') : userAccount(buyerId, 'standard'), amount: tokens },
    ],
    transactionId: id,
  })
  await collectDebt(tx, buyerId)
}

const refund: Effect = async (tx, { payment, event }) => {
  const { buyerId, status } = payment
  // After a dispute the tokens are back already.
  if (status === 'chargeback') return
  if (!isBundle(payment)) return endSubscriptionsOfTransaction(tx, payment.id, 'expired')
  if ((await takeBack(tx, payment, event)) > 0n) await blockForPayment(tx, buyerId)
}

const dispute: Effect = async (tx, { payment, event, to }) => {
  await blockForPayment(tx, payment.buyerId)
  if (to !== 'chargeback') return
  if (isBundle(payment)) await takeBack(tx, payment, event)
  else await endSubscriptionsOfTransaction(tx, payment.id, 'chargeback')
}

const win: Effect = async (tx, { payment, event, to }) => {
  const { buyerId } = payment
  if (to === 'active' && !isBundle(payment)) await restoreSubscriptionsOfTransaction(tx, payment.id)
  const isGivenBack = to === 'active' && isBundle(payment)
  const debt = isGivenBack ? await giveAgain(tx, payment, event) : await debtOf(tx, buyerId)
  if (debt === 0n && !(await hasOtherDispute(tx, payment))) await liftBlock(tx, buyerId)
  if (debt > 0n) await collectDebt(tx, buyerId)
}

const debtOf = async ({ db }: Scope & InTransaction, userId: string): Promise<bigint> =>
  (await db.economyProfile.findUnique({ where: { userId }, select: { debt: true } }))?.debt ?? 0n

/** Whether another payment of the buyer is disputed. */
const hasOtherDispute = async ({ db }: Scope & InTransaction, { id, buyerId }: PaymentTransaction): Promise<boolean> =>
  (await db.paymentTransaction.count({ where: { buyerId, status: 'chargeback', id: { not: id } } })) > 0

/** The transfer that has moved the tokens of a payment last, and was not reversed. */
async function lastTransferOf({ db }: Scope & InTransaction, { id }: PaymentTransaction): Promise<string> {
  const transfer = await db.ledgerTransfer.findFirstOrThrow({
    where: { transactionId: id, reversedBy: null },
    select: { id: true },
  })
  return String(transfer.id)
}

const keyOf = ({ provider, eventId }: AppliedEvent['event']) => `event:${provider}:${eventId}`

/** Takes the tokens of a payment back, from the losses what the buyer has spent. Returns the buyer's debt. */
async function takeBack(
  tx: Scope & InTransaction,
  payment: PaymentTransaction,
  event: AppliedEvent['event'],
): Promise<bigint> {
  const { transferId } = await reverseTransfer(tx, await lastTransferOf(tx, payment), {
    key: keyOf(event),
    kind: 'chargeback',
    isFilledFromLosses: true,
  })
  return chargeLosses(tx, payment.buyerId, transferId)
}

/** Gives the tokens of a payment again. Returns the buyer's debt. */
async function giveAgain(
  tx: Scope & InTransaction,
  payment: PaymentTransaction,
  event: AppliedEvent['event'],
): Promise<bigint> {
  const { transferId } = await reverseTransfer(tx, await lastTransferOf(tx, payment), {
    key: keyOf(event),
    kind: 'chargeback',
  })
  return chargeLosses(tx, payment.buyerId, transferId)
}

const nothing: Effect = async () => {}

const EFFECTS: Readonly<Record<PaymentEventType, Effect>> = {
  'payment.succeeded': succeed,
  'payment.failed': nothing,
  'payment.refunded': refund,
  'payment.disputed': dispute,
  'dispute.won': win,
  'subscription.renewed': (tx, { payment, notice }) => renewSubscription(tx, payment.id, notice.periodEnd ?? undefined),
  'subscription.cancelled': (tx, { payment }) => cancelSubscriptionOfTransaction(tx, payment.id),
  'subscription.expired': (tx, { payment }) => endSubscriptionsOfTransaction(tx, payment.id, 'expired'),
}

/** What an event means. */
export const effectOf = ({ type }: Pick<PaymentEvent, 'type'>): Effect =>
  isPaymentEventType(type) ? EFFECTS[type] : nothing

/** States of a payment, the first before the buyer has paid. */
const PAYMENT_STATUSES = ['pending', 'active', 'expired', 'failed', 'chargeback'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const isPaymentStatus = (text: string): text is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === text)

/** What of a payment decides what an event means. */
interface PaymentState {
  readonly status: PaymentStatus
  readonly isSubscription: boolean
  /** Whether a dispute was applied that was not won since. */
  readonly hasOpenDispute: boolean
}

/** What becomes of an event: it is applied, comes too early and waits, or can have no effect any longer. */
export type Verdict =
  | { readonly action: 'apply'; readonly to: PaymentStatus }
  | { readonly action: 'wait' }
  | { readonly action: 'ignore'; readonly reason: string }

const apply = (to: PaymentStatus): Verdict => ({ action: 'apply', to })
const ignore = (reason: string): Verdict => ({ action: 'ignore', reason })
const WAIT: Verdict = { action: 'wait' }

const PAID = ignore('The payment has succeeded already.')
const OVER = ignore('The payment is over.')
const UNPAID = { pending: WAIT, failed: WAIT }

/**
 * What an event means in each state. A success counts even after a failure: the provider has the money, so the buyer gets what
 * was paid. A refund and an end are final: what comes after them changes no status, so that the order of events makes no
 * difference.
 */
const STEPS: Readonly<Record<PaymentEventType, Readonly<Record<PaymentStatus, Verdict>>>> = {
  'payment.succeeded': {
    pending: apply('active'),
    failed: apply('active'),
    active: PAID,
    expired: PAID,
    chargeback: PAID,
  },
  'payment.failed': {
    pending: apply('failed'),
    failed: ignore('The payment has failed already.'),
    active: PAID,
    expired: PAID,
    chargeback: PAID,
  },
  'payment.refunded': { ...UNPAID, active: apply('expired'), expired: OVER, chargeback: apply('expired') },
  'payment.disputed': { ...UNPAID, active: apply('chargeback'), expired: apply('expired'), chargeback: WAIT },
  'dispute.won': { ...UNPAID, active: WAIT, expired: apply('expired'), chargeback: apply('active') },
  'subscription.renewed': { ...UNPAID, active: apply('active'), expired: OVER, chargeback: WAIT },
  'subscription.cancelled': { ...UNPAID, active: apply('active'), expired: OVER, chargeback: WAIT },
  'subscription.expired': { ...UNPAID, active: apply('expired'), expired: OVER, chargeback: apply('expired') },
}

/** What becomes of an event of a payment in a state. Pure. */
export function verdictOf(type: PaymentEventType, { status, isSubscription, hasOpenDispute }: PaymentState): Verdict {
  if (type.startsWith('subscription.') && !isSubscription) return ignore('The payment is for no subscription.')
  // One dispute is settled before the next one, and none can be won that is not known.
  if (type === 'payment.disputed' && hasOpenDispute) return WAIT
  if (type === 'dispute.won' && !hasOpenDispute) return WAIT
  return STEPS[type][status]
}
