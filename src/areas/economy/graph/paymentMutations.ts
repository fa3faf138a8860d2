import { z } from 'zod'
import { PaymentTransactionId, SubscriptionPlanId, TokenBundleId, UserId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { followOwnEvents } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { PAYMENT_EVENT_TYPES } from '../../../kernel/payments.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { paymentChanged } from '../events.ts'
import { startStorePurchase } from '../payments/checkout.ts'
import { purchaseRules } from '../payments/order.ts'
import { refundStorePurchase, settleTestPayment } from '../payments/payments.ts'
import { paymentRef, slugOf } from './payment.ts'
import { PaymentEventType } from './paymentEvent.ts'

/** Most subscriptions of an order to give away. */
const MAX_BULK_GIFTS = 100

/** Fields of a purchase that exclude each other. A refused value counts as neither given nor left out. */
const KINDS = ['bundleId', 'subscriptionId', 'quantity', 'receiverId'] as const
const isParsed = (valid: object, given: ReadonlySet<string>) =>
  KINDS.every((name) => !given.has(name) || Object.hasOwn(valid, name))

const transactionId = PaymentTransactionId.describe('Id of the payment.')

mutation('startStorePurchase', {
  description:
    'Starts a payment with money for a bundle of tokens, or for a subscription: for the viewer, for a friend, or several to give away. The viewer pays at `checkoutUrl` of the payment. Refused for a subscription of a tier of which the viewer has one, or has started to pay one. 100 times in a day.',
  input: z.object({
    bundleId: TokenBundleId.optional().describe('Id of the bundle; omitted for a subscription.'),
    subscriptionId: SubscriptionPlanId.optional().describe('Id of the subscription; omitted for a bundle.'),
    quantity: z
      .int()
      .min(1)
      .max(MAX_BULK_GIFTS)
      .optional()
      .describe('Number of subscriptions to give away one by one; omitted for one subscription, and for a bundle.'),
    receiverId: UserId.optional().describe('Id of the friend who gets the subscription; omitted for the viewer.'),
    idempotencyKey: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'idempotencyKey must have 1 to 128 visible characters')
      .describe('Any text that names the purchase: with the same one, the same payment is answered again.'),
  }),
  rules: (_scope, purchase, given) => (isParsed(purchase, given) ? purchaseRules(purchase) : []),
  run: async (scope, { bundleId, subscriptionId, ...purchase }) => {
    const { id } = await startStorePurchase(scope, {
      ...purchase,
      bundleId: bundleId && slugOf(bundleId),
      subscriptionId: subscriptionId && slugOf(subscriptionId),
    })
    return { transactionId: id }
  },
  payload: (t) => ({ transaction: t.field(paymentRef('transactionId', 'The payment.')) }),
})

mutation('refundStorePurchase', {
  description:
    'Asks the payment provider to pay back the money of a payment: of an order to give away, within 14 days and while nothing of it was given away; admins of any. What it brought ends when the provider confirms that.',
  input: z.object({ transactionId }),
  run: async (scope, { transactionId: id }) => {
    await refundStorePurchase(scope, id)
    return { transactionId: id }
  },
  payload: (t) => ({ transaction: t.field(paymentRef('transactionId', 'The payment.')) }),
})

mutation('settleTestPayment', {
  description:
    'Decides what becomes of a payment of the test provider, which moves no money: its buyer and admins can. Refused for other providers. 60 times in a minute.',
  input: z.object({
    transactionId,
    outcome: z.enum(PAYMENT_EVENT_TYPES).describe('What the provider tells of the payment.'),
  }),
  types: { outcome: PaymentEventType },
  run: async (scope, { transactionId: id, outcome }) => {
    await settleTestPayment(scope, id, outcome)
    return { transactionId: id }
  },
  payload: (t) => ({ transaction: t.field(paymentRef('transactionId', 'The payment after that.')) }),
})

interface PaymentChangeData {
  readonly transactionId: string
}

const PaymentChange = builder.objectRef<PaymentChangeData>('PaymentChange').implement({
  description: 'A change of a payment of the viewer.',
  fields: (t) => ({
    transactionId: t.exposeID('transactionId', { description: 'Id of the payment.' }),
    transaction: t.field(paymentRef('transactionId', 'The payment after the change.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
  }),
})

builder.subscriptionField('paymentChanged', (t) =>
  t.field({
    type: PaymentChange,
    description: 'Emits when a payment of the viewer was started, or has changed its state.',
    subscribe: (_root, _args, context) => followOwnEvents(context, [paymentChanged]),
    resolve: (event): PaymentChangeData => ({ transactionId: event.ids?.transactionId ?? '' }),
  }),
)
