import { builder } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import type { CreditsEligibility, SubscriptionEligibility } from '../subscriptions/eligibility.ts'
import { readCreditsEligible, readSubscriptionEligible } from '../subscriptions/eligibility.ts'
import { slugOf } from './payment.ts'

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

const CreditsReason = builder.enumType('CreditsEligibilityReason', {
  description: 'Why a person cannot buy a subscription for tokens.',
  values: {
    NOT_FOR_TOKENS: { value: 'not_for_tokens', description: 'It is sold for money alone.' },
    NOT_ENOUGH_TOKENS: { value: 'not_enough_tokens', description: 'The person has fewer tokens.' },
    ECONOMY_BLOCKED: { value: 'economy_blocked', description: 'The person cannot spend tokens.' },
  } as const,
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
