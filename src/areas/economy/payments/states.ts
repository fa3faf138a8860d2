import type { PaymentEventType } from '../../../kernel/payments.ts'

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
