import { builder } from '../../../edges/graphql/builder.ts'
import { createCountLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { PaymentTransaction as Row } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { descriptionOf } from '../payments/checkout.ts'
import { isPaymentStatus } from '../payments/eventEffects.ts'
import { canRefund, countGivenAway, countPayments, paymentsByIds, readPaymentPage } from '../payments/payments.ts'

/** Payments that the viewer can read, by id. */
const paymentsById = createLoader<Row>(forViewer(paymentsByIds), ({ id }) => id)

const givenAway = createCountLoader(forViewer(countGivenAway))

const PaymentStatus = builder.enumType('PaymentStatus', {
  description: 'State of a payment.',
  values: {
    PENDING: { value: 'pending', description: 'The buyer has not paid yet.' },
    ACTIVE: { value: 'active', description: 'It was paid, and what it is for was given.' },
    EXPIRED: { value: 'expired', description: 'It was refunded, or the subscription for which it was paid is over.' },
    FAILED: { value: 'failed', description: 'It was not paid.' },
    CHARGEBACK: { value: 'chargeback', description: 'The buyer disputes it, and what it brought was taken back.' },
  } as const,
})

const PaymentItemType = builder.enumType('PaymentItemType', {
  description: 'What is paid for.',
  values: {
    BUNDLE: { value: 'bundle', description: 'A bundle of tokens.' },
    SUBSCRIPTION: { value: 'subscription', description: 'A subscription.' },
  } as const,
})

/** The id of what was bought in the graph. */
const itemIdOf = ({ itemType, itemId }: Pick<Row, 'itemType' | 'itemId'>) =>
  `${itemType === 'bundle' ? ID_PREFIXES.tokenBundle : ID_PREFIXES.subscriptionPlan}_${itemId}`

/** The slug of a bundle or plan by its id in the graph. */
export const slugOf = (id: string): string => id.slice(id.indexOf('_') + 1)

const PaymentTransaction = builder.objectRef<Row>('PaymentTransaction')
export const paymentRef = referenceTo(PaymentTransaction, paymentsById)

const PaymentTransactionEdge = builder.edgeObject({ type: PaymentTransaction, name: 'PaymentTransactionEdge' })
const PaymentTransactionConnection = builder.connectionObject(
  { type: PaymentTransaction, name: 'PaymentTransactionConnection' },
  PaymentTransactionEdge,
)

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
    tokens: t.exposeInt('tokens', { description: 'Tokens that it brings; 0 for a subscription.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of subscriptions to give away; 1 for anything else.' }),
    isBulkGift: t.exposeBoolean('isBulkGift', {
      description: 'Whether its subscriptions are for the buyer to give away one by one.',
    }),
    amountCents: t.exposeInt('amount', { description: 'Price for all, in cents.' }),
    currency: t.exposeString('currency', { description: 'Currency by ISO 4217, such as `USD`.' }),
    status: t.field({
      type: PaymentStatus,
      description: 'State.',
      resolve: ({ status }) => (isPaymentStatus(status) ? status : 'failed'),
    }),
    provider: t.exposeString('provider', { description: 'Name of the payment provider.' }),
    isSandbox: t.exposeBoolean('isSandbox', { description: 'Whether it is a test, for which no money moves.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it has failed; null unless it has.' }),
    checkoutUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Page of the provider at which the buyer pays; null once it is settled.',
      resolve: ({ status, checkoutUrl }) => (status === 'pending' ? checkoutUrl : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the start.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of its state.' }),
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
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: NEWEST_FIRST,
          totalCount: () => countPayments(scope),
          read: (page) => readPaymentPage(scope, page),
        }),
    },
    PaymentTransactionConnection,
  ),
}))
