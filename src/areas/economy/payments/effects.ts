import type { PaymentEvent, PaymentTransaction } from '../../../generated/prisma/client.ts'
import type { PaymentEventType } from '../../../kernel/payments.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { houseAccount, userAccount } from '../ledger/accounts.ts'
import { reverseTransfer } from '../ledger/reversal.ts'
import { postTransfer } from '../ledger/transfer.ts'
import { changeEconomyProfile } from '../profile.ts'
import {
  cancelSubscriptionOfTransaction,
  endSubscriptionsOfTransaction,
  renewSubscription,
  restoreSubscriptionsOfTransaction,
  startSubscription,
} from '../subscriptions/subscriptions.ts'
import { blockForPayment, chargeLosses, collectDebt, liftBlock } from './debt.ts'
import { isPaymentEventType, jsonObjectOf, type StoredNotice } from './notice.ts'
import type { PaymentStatus } from './states.ts'

type EffectTransaction = Scope & InTransaction

/** An event that is applied to a locked payment, whose status is `to` from now on. */
interface AppliedEvent {
  /** As it was before. */
  readonly payment: PaymentTransaction
  readonly event: Pick<PaymentEvent, 'type' | 'provider' | 'eventId'>
  readonly notice: StoredNotice
  readonly to: PaymentStatus
}

/** What an event means for tokens, licenses and people. */
type Effect = (tx: EffectTransaction, applied: AppliedEvent) => Promise<void>

const isBundle = ({ itemType }: Pick<PaymentTransaction, 'itemType'>) => itemType === 'bundle'

const succeed: Effect = async (tx, { payment, notice }) => {
  const { buyerId } = payment
  const { externalStoreId } = notice
  if (externalStoreId !== null) await changeEconomyProfile(tx, buyerId, { externalStoreId })
  if (isBundle(payment)) return topUp(tx, payment)
  if (!payment.isBulkGift) await startPaid(tx, payment)
}

/** Starts what was paid for one person. Orders of several start nothing until they are given away. */
async function startPaid(tx: EffectTransaction, { id, buyerId, receiverId, itemId, item }: PaymentTransaction) {
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
async function topUp(tx: EffectTransaction, { id, buyerId, tokens, provider }: PaymentTransaction): Promise<void> {
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

const debtOf = async ({ db }: EffectTransaction, userId: string): Promise<bigint> =>
  (await db.economyProfile.findUnique({ where: { userId }, select: { debt: true } }))?.debt ?? 0n

/** Whether another payment of the buyer is disputed. */
const hasOtherDispute = async ({ db }: EffectTransaction, { id, buyerId }: PaymentTransaction): Promise<boolean> =>
  (await db.paymentTransaction.count({ where: { buyerId, status: 'chargeback', id: { not: id } } })) > 0

/** The transfer that has moved the tokens of a payment last, and was not reversed. */
async function lastTransferOf({ db }: EffectTransaction, { id }: PaymentTransaction): Promise<string> {
  const transfer = await db.ledgerTransfer.findFirstOrThrow({
    where: { transactionId: id, reversedBy: null },
    select: { id: true },
  })
  return String(transfer.id)
}

const keyOf = ({ provider, eventId }: AppliedEvent['event']) => `event:${provider}:${eventId}`

/** Takes the tokens of a payment back, from the losses what the buyer has spent. Returns the buyer's debt. */
async function takeBack(
  tx: EffectTransaction,
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
  tx: EffectTransaction,
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
