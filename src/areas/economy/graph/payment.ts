import { z } from 'zod'
import { PaymentTransactionId, SubscriptionPlanId, TokenBundleId, UserId } from '../../../contract/ids.ts'
import { patternOf } from '../../../contract/shapes/formats.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { followOwnEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { PaymentTransaction as Row } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES, siblingId } from '../../../kernel/ids.ts'
import { PAYMENT_EVENT_TYPES } from '../../../kernel/payments.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { paymentChanged } from '../events.ts'
import { descriptionOf, startStorePurchase } from '../payments/checkout.ts'
import { isPaymentStatus } from '../payments/eventEffects.ts'
import { purchaseRules } from '../payments/order.ts'
import {
  anyPaymentPage,
  canRefund,
  countAnyPayments,
  countGivenAway,
  countPayments,
  paymentsByIds,
  readPaymentPage,
  refundStorePurchase,
  settleTestPayment,
} from '../payments/payments.ts'
import { spanArguments } from './listedSpan.ts'

export const PaymentEventType = enumOf('PaymentEventType', 'What has become of a payment.', {
  'payment.succeeded': 'The buyer has paid.',
  'payment.failed': 'The buyer was not able to pay.',
  'payment.refunded': 'The money was paid back.',
  'payment.disputed': 'The buyer disputes the payment.',
  'dispute.won': 'The dispute was decided for the platform.',
  'subscription.renewed': 'A further period was paid.',
  'subscription.cancelled': 'No further period will be paid.',
  'subscription.expired': 'The last paid period is over.',
})

/** Payments that the viewer can read, by id. */
const paymentsById = createLoader<Row>(forViewer(paymentsByIds), ({ id }) => id)

const givenAway = createCountLoader(forViewer(countGivenAway))

const PaymentStatus = enumOf('PaymentStatus', 'State of a payment.', {
  pending: 'The buyer has not paid yet.',
  active: 'It was paid, and what it is for was given.',
  expired: 'It was refunded, or the subscription for which it was paid is over.',
  failed: 'It was not paid.',
  chargeback: 'The buyer disputes it, and what it brought was taken back.',
})

const PaymentItemType = enumOf('PaymentItemType', 'What is paid for.', {
  bundle: 'A bundle of tokens.',
  subscription: 'A subscription.',
})

/** The id of what was bought in the graph. */
const itemIdOf = ({ itemType, itemId }: Pick<Row, 'itemType' | 'itemId'>) =>
  `${itemType === 'bundle' ? ID_PREFIXES.tokenBundle : ID_PREFIXES.subscriptionPlan}_${itemId}`

/** The slug of a bundle or plan by its id in the graph. */
export const slugOf = (id: string): string => id.slice(id.indexOf('_') + 1)

const PaymentTransaction = builder.objectRef<Row>('PaymentTransaction')
export const paymentRef = referenceTo(PaymentTransaction, paymentsById)
const PaymentTransactionConnection = builder.connectionObject({
  type: PaymentTransaction,
  name: 'PaymentTransactionConnection',
})

builder.node(PaymentTransaction, {
  description: 'A payment with money, for tokens or a subscription. Its buyer and admins see it.',
  ...nodeBy(paymentsById),
  fields: (t) => ({
    buyer: t.field(userRef('buyerId', 'Person who pays; null after the account was erased.')),
    receiver: t.field(userRef('receiverId', 'Friend who gets the subscription; null unless it is one gift.')),
    itemType: t.field({
      type: PaymentItemType,
      description: 'What is paid for.',
      resolve: ({ itemType }) => (itemType === 'bundle' ? 'bundle' : 'subscription'),
    }),
    itemId: t.id({ description: 'Id of the bundle or subscription that is paid for.', resolve: itemIdOf }),
    description: t.string({ description: 'What is paid for, as it was bought, in one line.', resolve: descriptionOf }),
    ...columns(t, 'PaymentTransaction', {
      tokens: 'Tokens that it brings; 0 for a subscription.',
      quantity: 'Number of subscriptions to give away; 1 for anything else.',
      isBulkGift: 'Whether its subscriptions are for the buyer to give away one by one.',
      currency: 'Currency by ISO 4217, such as `USD`.',
      provider: 'Name of the payment provider.',
      isSandbox: 'Whether it is a test, for which no money moves.',
      error: 'Why it has failed; null unless it has.',
      createdAt: 'Time of the start.',
      updatedAt: 'Time of the last change of its state.',
    }),
    amountCents: t.exposeInt('amount', { description: 'Price for all, in cents.' }),
    status: t.field({
      type: PaymentStatus,
      description: 'State.',
      resolve: ({ status }) => (isPaymentStatus(status) ? status : 'failed'),
    }),
    checkoutUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Page of the provider at which the buyer pays; null once it is settled.',
      resolve: ({ status, checkoutUrl }) => (status === 'pending' ? checkoutUrl : null),
    }),
    viewerCanRefund: t.boolean({
      description:
        'Whether the viewer can ask for the money back: admins for any payment that was paid; buyers for an order to give away, within 14 days and while nothing of it was given away.',
      resolve: async (payment, _args, context) =>
        canRefund(context.viewerScope, payment, payment.isBulkGift ? await givenAway(context, payment.id) : 0),
    }),
  }),
})

/** The latest first: ids sort by their time. */
const NEWEST_FIRST = byText('id', 'descending')

builder.objectFields(Viewer, (t) => ({
  storeTransactions: t.connection(
    {
      type: PaymentTransaction,
      description: 'Payments of the viewer, those that are not paid yet among them, newest first.',
      args: { status: t.arg({ type: PaymentStatus, description: 'Only payments in this state.' }), ...spanArguments() },
      resolve: (_viewer, { status, since, until, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ status, since, until })
        return keysetConnection(args, {
          order: NEWEST_FIRST,
          totalCount: () => countPayments(scope, filter),
          read: (page) => readPaymentPage(scope, filter, page),
        })
      },
    },
    PaymentTransactionConnection,
  ),
}))

builder.queryField('paymentTransactions', (t) =>
  t.connection(
    {
      type: PaymentTransaction,
      ...forStaff('economy'),
      description: 'Payments with money, of everybody, newest first. Staff with `ECONOMY` only.',
      args: {
        buyerId: t.arg.id({ description: 'Only payments of this person.' }),
        status: t.arg({ type: PaymentStatus, description: 'Only payments in this state.' }),
        ...spanArguments(),
      },
      resolve: (_root, { buyerId, status, since, until, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ buyerId, status, since, until })
        return keysetConnection(args, {
          order: NEWEST_FIRST,
          totalCount: () => countAnyPayments(scope, filter),
          read: (page) => anyPaymentPage(scope, filter, page),
        })
      },
    },
    PaymentTransactionConnection,
  ),
)

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
      .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/), 'idempotencyKey must have 1 to 128 visible characters')
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
    transactionId: t.exposeID('transactionId', {
      description: 'Id of the payment; of the viewer for the first event of `initial`.',
    }),
    transaction: t.field(
      paymentRef('transactionId', 'The payment after the change; null for the first event of `initial`.'),
    ),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('paymentChanged', (t) =>
  t.field({
    type: PaymentChange,
    description: 'Emits when a payment of the viewer was started, or has changed its state.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, [paymentChanged], initial),
    resolve: ({ ids }, _args, { viewerScope: { viewer } }): PaymentChangeData => ({
      transactionId: ids?.transactionId ?? siblingId('viewer', viewer.id),
    }),
  }),
)
