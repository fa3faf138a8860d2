import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { followOwnEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { UserSubscription as Row } from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { viewerSubscriptionChanged } from '../events.ts'
import { isPeriodUnit } from '../period.ts'
import { isRunning, LIVE_STATUSES, SUBSCRIPTION_STATUSES } from '../subscriptions/arrangement.ts'
import {
  type CreditsEligibility,
  readCreditsEligible,
  readSubscriptionEligible,
  type SubscriptionEligibility,
} from '../subscriptions/eligibility.ts'
import {
  countOwnSubscriptions,
  countSubscriptionsOf,
  findRecentSubscription,
  findSubscriptions,
  readOwnSubscriptions,
  readSubscriptionsOf,
} from '../subscriptions/ownSubscriptions.ts'
import { DurationUnit } from './catalogueEnums.ts'
import { planOf } from './offer.ts'
import { paymentRef, slugOf } from './payment.ts'

const subscriptionsById = createLoader<Row>(forViewer(findSubscriptions), ({ id }) => id)

const UserSubscriptionStatus = enumOf('UserSubscriptionStatus', 'State of a subscription.', {
  waiting: 'It begins when another one of the person ends.',
  active: 'It runs.',
  cancelled: 'It runs to its end, and is not renewed.',
  grace: 'It runs for three days after a renewal that was not paid.',
  expired: 'It is over.',
  failed: 'It is over, since its renewal was not paid.',
  chargeback: 'It was taken back, since its payment is disputed.',
})

const UserSubscription = builder.objectRef<Row>('UserSubscription')
export const userSubscriptionRef = referenceTo(UserSubscription, subscriptionsById)

builder.node(UserSubscription, {
  description: 'A subscription of a person for a time. The person and admins see it.',
  ...nodeBy(subscriptionsById),
  fields: (t) => ({
    user: t.field(userRef('userId', 'Whose it is; null after the account was erased.')),
    plan: t.field(planOf('What the person is subscribed to.')),
    status: t.field({
      type: UserSubscriptionStatus,
      description: 'State.',
      resolve: ({ status }) => SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'expired',
    }),
    isRunning: t.boolean({ description: 'Whether it gives what it is for now.', resolve: isRunning }),
    ...columns(t, 'UserSubscription', {
      isRecurring: 'Whether each period is paid again, until it is cancelled: only what people pay for themselves.',
      description: 'What it is, as it was bought, in one line.',
      tier: 'Rank: that of the highest tier runs, the others wait.',
      startsAt: 'Its begin; the planned one while it waits.',
      expiresAt: 'Its end. One that waits in the same tier follows at once.',
      cancelledAt: 'Time from which it is not renewed; null unless it was cancelled.',
      store: 'Name of the store; `Admin` for what admins gave.',
      createdAt: 'Time of the purchase or gift.',
      updatedAt: 'Time of the last change.',
    }),
    amountCents: t.exposeInt('amount', { description: 'Price of a period in cents, as it was bought.' }),
    period: t.field({
      type: DurationUnit,
      description: 'Length of a period, as it was bought.',
      resolve: ({ period }) => (isPeriodUnit(period) ? period : 'month'),
    }),
    isGift: t.boolean({
      description: 'Whether a friend has given it.',
      resolve: ({ isGift, isBulkGift }) => isGift || isBulkGift,
    }),
    giver: t.field(userRef('giverId', 'Who has given it; null for no gift, and after the account was erased.')),
    transaction: t.field(
      paymentRef('transactionId', 'Its payment; null for what an admin gave, and for a payment of somebody else.'),
    ),
    viewerCanCancel: t.boolean({
      description: 'Whether the viewer can cancel its renewal.',
      resolve: ({ userId, isRecurring, cancelledAt, status }, _args, { scope }) =>
        userId === scope.viewer?.id && isRecurring && cancelledAt === null && LIVE_STATUSES.includes(status),
    }),
  }),
})
const UserSubscriptionConnection = builder.connectionObject({
  type: UserSubscription,
  name: 'UserSubscriptionConnection',
})

builder.objectFields(Viewer, (t) => ({
  subscriptions: t.connection(
    {
      type: UserSubscription,
      description: 'Subscriptions of the viewer, also those that are over, newest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: latestFirst(['createdAt', 'id']),
          totalCount: () => countOwnSubscriptions(scope),
          read: (page) => readOwnSubscriptions(scope, page),
        }),
    },
    UserSubscriptionConnection,
  ),
  recentSubscription: t.field({
    type: UserSubscription,
    nullable: true,
    description: 'The subscription of the viewer that was made last; null for none.',
    resolve: (_viewer, _args, { viewerScope: scope }) => findRecentSubscription(scope),
  }),
}))

builder.queryField('userSubscriptions', (t) =>
  t.connection(
    {
      type: UserSubscription,
      ...forStaff('economy'),
      description: 'Subscriptions of a person, also those that are over, newest first. Staff with `ECONOMY` only.',
      args: { userId: t.arg.id({ required: true, description: 'Id of the person.' }) },
      resolve: (_root, { userId, ...args }, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: latestFirst(['createdAt', 'id']),
          totalCount: () => countSubscriptionsOf(scope, userId),
          read: (page) => readSubscriptionsOf(scope, userId, page),
        }),
    },
    UserSubscriptionConnection,
  ),
)

interface SubscriptionChangeData {
  readonly subscriptionId: string
}

const UserSubscriptionChange = builder.objectRef<SubscriptionChangeData>('UserSubscriptionChange').implement({
  description: 'A change of a subscription of the viewer.',
  fields: (t) => ({
    subscriptionId: t.exposeID('subscriptionId', {
      description: 'Id of the subscription; of the viewer for the first event of `initial`.',
    }),
    subscription: t.field(
      userSubscriptionRef(
        'subscriptionId',
        'The subscription after the change; null for the first event of `initial`.',
      ),
    ),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('viewerSubscriptionChanged', (t) =>
  t.field({
    type: UserSubscriptionChange,
    description: 'Emits when a subscription of the viewer begins, changes or ends.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, [viewerSubscriptionChanged], initial),
    resolve: ({ ids }, _args, { viewerScope: { viewer } }): SubscriptionChangeData => ({
      subscriptionId: ids?.subscriptionId ?? siblingId('viewer', viewer.id),
    }),
  }),
)

const Subscriptions = builder.objectRef<SubscriptionEligibility>('SubscriptionEligibility').implement({
  description:
    'What a person can subscribe to, or be given. Of others, `canReceiveGift` alone is told; the rest is false.',
  fields: (t) => ({
    canPurchase: t.exposeBoolean('purchaseEligible', {
      description: 'Whether the person can pay for a subscription: not blocked, and none of some tier yet.',
    }),
    canReceiveGift: t.exposeBoolean('giftEligible', {
      description: 'Whether the viewer can give the person a gift, if they are friends.',
    }),
    hasCancelled: t.exposeBoolean('activeCancelledSubscription', {
      description: 'Whether the person has a subscription that is not renewed.',
    }),
    wouldLoseGift: t.exposeBoolean('nonExtendVendorWillLoseGiftTime', {
      description: 'Whether a purchase would take what is left of a gift.',
    }),
    paysForOtherAccount: t.exposeBoolean('subscriptionOnAltAccount', {
      description: 'Whether the external store knows the person as one who pays for another account.',
    }),
  }),
})

const CreditsReason = enumOf('CreditsEligibilityReason', 'Why a person cannot buy a subscription for tokens.', {
  not_for_tokens: 'It is sold for money alone.',
  not_enough_tokens: 'The person has fewer tokens.',
  economy_blocked: 'The person cannot spend tokens.',
})

const Credits = builder.objectRef<CreditsEligibility>('CreditsEligibility').implement({
  description: 'Whether a person can buy a subscription for tokens.',
  fields: (t) => ({
    isEligible: t.exposeBoolean('eligible', { description: 'Whether they can.' }),
    reason: t.field({
      type: CreditsReason,
      nullable: true,
      description: 'Why not; null if they can.',
      resolve: ({ reason }) => reason,
    }),
  }),
})

builder.queryFields((t) => ({
  subscriptionEligibility: t.field({
    type: Subscriptions,
    description: 'What the viewer can subscribe to; of others whether they can be given a subscription.',
    args: {
      userId: t.arg.id({ description: 'Id of the person; the viewer by default.' }),
      externalStoreId: t.arg.string({ description: 'What the external store calls the one who would pay.' }),
    },
    resolve: (_root, { userId, externalStoreId }, { viewerScope: scope }) =>
      readSubscriptionEligible(
        scope,
        userId == null ? scope.viewer.id : parseId('user', userId, 'User'),
        externalStoreId ?? undefined,
      ),
  }),
  creditsEligibility: t.field({
    type: Credits,
    description: 'Whether the viewer can buy a subscription for tokens.',
    args: { subscriptionId: t.arg.id({ required: true, description: 'Id of the subscription.' }) },
    resolve: (_root, { subscriptionId }, { viewerScope: scope }) =>
      readCreditsEligible(scope, scope.viewer.id, slugOf(subscriptionId)),
  }),
}))
