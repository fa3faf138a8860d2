import { z } from 'zod'
import { PaymentTransactionId, SubscriptionPlanId, UserId, UserSubscriptionId } from '../../../contract/ids.ts'
import { patternOf } from '../../../contract/shapes/formats.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User, UserConnection, userRef, usersById } from '../../users/graph/user.ts'
import { assertReason, endSubscription, grantRules, grantSubscription } from '../subscriptions/adminGrants.ts'
import {
  type BulkGiftOrder,
  countBulkGifts,
  giveBulkGift,
  readBulkGiftPage,
  remainingOf,
} from '../subscriptions/gifts.ts'
import { cancelSubscription } from '../subscriptions/ownSubscriptions.ts'
import { planOf } from './offer.ts'
import { paymentRef, slugOf } from './payment.ts'
import { userSubscriptionRef } from './userSubscription.ts'

const subscriptionId = UserSubscriptionId.describe('Id of the subscription of the person.')
const reason = z.string().describe('Why, for the audit log: 1 to 1,000 characters.')

mutation('cancelSubscription', {
  description:
    'Cancels the renewal of a subscription of the viewer, which stays to its end. One that is cancelled already stays so.',
  input: z.object({ subscriptionId }),
  run: async (scope, { subscriptionId: id }) => {
    await cancelSubscription(scope, id)
    return { subscriptionId: id }
  },
  payload: (t) => ({ subscription: t.field(userSubscriptionRef('subscriptionId', 'The subscription.')) }),
})

mutation('giveBulkGift', {
  description: 'Gives one subscription of an order of several to a friend, who is notified.',
  input: z.object({
    transactionId: PaymentTransactionId.describe('Id of the payment of the order.'),
    receiverId: UserId.describe('Id of the friend.'),
    idempotencyKey: z
      .string()
      .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/), 'idempotencyKey must have 1 to 128 visible characters')
      .optional()
      .describe('Names the gift, so that a repeated mutation answers the first one; 1 to 128 visible characters.'),
  }),
  run: async (scope, gift) => {
    await giveBulkGift(scope, gift)
    return { transactionId: gift.transactionId, receiverId: gift.receiverId }
  },
  payload: (t) => ({
    transaction: t.field(paymentRef('transactionId', 'The payment of the order.')),
    receiver: t.field(userRef('receiverId', 'The friend.')),
  }),
})

mutation('grantSubscription', {
  description: 'Gives a person a subscription without a payment.',
  input: z.object({
    userId: UserId.describe('Id of the person.'),
    planId: SubscriptionPlanId.describe('Id of what the person is to be subscribed to.'),
    until: z.date().optional().describe('Its end, unless it waits for another one; a period from now by default.'),
    reason,
    idempotencyKey: z
      .string()
      .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/), 'idempotencyKey must have 1 to 128 visible characters')
      .optional()
      .describe('Any text that names the act: with the same one, the same subscription is answered again.'),
  }),
  types: { until: 'DateTime' },
  rules: (scope, { until, reason: why }) => grantRules(scope, { until, ...(why !== undefined && { reason: why }) }),
  run: async (scope, { planId, ...given }) => {
    const { id, userId } = await grantSubscription(scope, { ...given, planId: slugOf(planId) })
    return { subscriptionId: id, userId }
  },
  payload: (t) => ({
    subscription: t.field(userSubscriptionRef('subscriptionId', 'The subscription.')),
    user: t.field(userRef('userId', 'The person.')),
  }),
})

mutation('endSubscription', {
  description:
    'Ends a subscription of a person at once, whoever paid it; one that is over stays as it is. Its payment is not refunded.',
  input: z.object({ subscriptionId, reason }),
  rules: (_scope, { reason: why }) => [() => why !== undefined && assertReason(why)],
  run: async (scope, { subscriptionId: id, reason: why }) => {
    await endSubscription(scope, { id, reason: why })
    return { subscriptionId: id }
  },
  payload: (t) => ({ subscription: t.field(userSubscriptionRef('subscriptionId', 'The subscription.')) }),
})

const BulkGift = builder.objectRef<BulkGiftOrder>('BulkGift').implement({
  description: 'An order of several subscriptions that the viewer gives away one by one.',
  fields: (t) => ({
    transactionId: t.exposeID('id', { description: 'Id of the payment.' }),
    transaction: t.field(paymentRef('id', 'The payment.')),
    plan: t.field({
      ...planOf('What is given away.'),
      resolve: ({ itemId }, args, context) => planOf('').resolve({ planId: itemId }, args, context),
    }),
    quantity: t.exposeInt('quantity', { description: 'Number of subscriptions that were paid.' }),
    remaining: t.int({
      description: 'Number of those that can be given away yet: 0 if the money has gone back.',
      resolve: remainingOf,
    }),
    recipients: t.connection(
      {
        type: User,
        description: 'Who got one, apart from erased accounts, by id.',
        resolve: async ({ subscriptions }, args, context) => {
          const people = await Promise.all(subscriptions.map(({ userId }) => usersById(context).load(userId)))
          const known = people.filter((person) => person !== null)
          return listConnection(args, byText('id', 'ascending'), [...new Set(known)])
        },
      },
      UserConnection,
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the order.' }),
  }),
})
const BulkGiftConnection = builder.connectionObject({ type: BulkGift, name: 'BulkGiftConnection' })

builder.objectFields(Viewer, (t) => ({
  bulkGifts: t.connection(
    {
      type: BulkGift,
      description: 'Orders of several subscriptions to give away that the viewer has paid, newest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: byText('id', 'descending'),
          totalCount: () => countBulkGifts(scope),
          read: (page) => readBulkGiftPage(scope, page),
        }),
    },
    BulkGiftConnection,
  ),
}))
