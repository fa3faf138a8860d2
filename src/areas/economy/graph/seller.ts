import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { timeSpanOf } from '../period.ts'
import {
  type EarningsMetrics,
  type EarningsPart,
  type EarningsSums,
  readEarnings,
  readSellerEligibility,
  type SellerEligibility,
} from '../sellers.ts'
import { type PayoutStatus, readPayoutStatus } from '../wallet/wallet.ts'

const Eligibility = builder.objectRef<SellerEligibility>('SellerEligibility').implement({
  description: 'Whether a person meets what sellers must. The permission to sell is given by admins.',
  fields: (t) => ({
    isEligible: t.exposeBoolean('isEligible', { description: 'Whether all is met.' }),
    hasConfirmedEmail: t.exposeBoolean('hasConfirmedEmail', {
      description: 'Whether the e-mail address was confirmed.',
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', { description: 'Whether time-based codes are on.' }),
    hasAcceptedTerms: t.exposeBoolean('hasAcceptedTerms', {
      description: 'Whether the present terms of the payment provider are accepted.',
    }),
    isBlocked: t.exposeBoolean('isBlocked', { description: 'Whether the person cannot spend tokens.' }),
  }),
})

const PayoutIssue = enumOf('PayoutIssue', 'Why earnings cannot be paid out in money.', {
  no_provider: 'No payment provider pays out.',
})

const Payout = builder.objectRef<PayoutStatus>('PayoutStatus').implement({
  description: 'Whether earnings can be paid out in money.',
  fields: (t) => ({
    canPayout: t.boolean({ description: 'Whether they can.', resolve: () => false }),
    issue: t.field({
      type: PayoutIssue,
      nullable: true,
      description: 'Why not; null if they can.',
      resolve: () => 'no_provider' as const,
    }),
    earnings: t.exposeFloat('earnings', {
      description: 'Tokens that sales brought; those that are held are among them.',
    }),
    hasEarnings: t.exposeBoolean('hasEarnings', { description: 'Whether there are any.' }),
    isInGoodStanding: t.exposeBoolean('isInGoodStanding', { description: 'Whether the person is not blocked.' }),
  }),
})

builder.objectFields(Viewer, (t) => ({
  sellerEligibility: t.field({
    type: Eligibility,
    description: 'Whether the viewer meets what sellers must.',
    resolve: (_viewer, _args, { viewerScope: scope }) => readSellerEligibility(scope),
  }),
  payoutStatus: t.field({
    type: Payout,
    description: 'Whether the earnings of the viewer can be paid out in money.',
    resolve: (_viewer, _args, { viewerScope: scope }) => readPayoutStatus(scope, scope.viewer.id),
  }),
}))

const Sums = builder.objectRef<EarningsSums>('EarningsSums').implement({
  description: 'What sales have brought a seller, in tokens, without fees and without what was refunded since.',
  fields: (t) => ({
    total: t.exposeFloat('totalEarnings', { description: 'Tokens by all sales.' }),
    oneTime: t.exposeFloat('otpEarnings', { description: 'Tokens by sales that are no subscriptions.' }),
    oneTimeCount: t.exposeFloat('otpPurchaseCount', { description: 'Number of sales that are no subscriptions.' }),
    subscriptions: t.exposeFloat('subscriberEarnings', { description: 'Tokens by periods of subscriptions.' }),
    subscriptionMonths: t.exposeFloat('subscriberMonths', {
      description: 'Months that periods of subscriptions have begun: a year has 12, days and weeks count each 30 days.',
    }),
  }),
})

const Part = builder.objectRef<EarningsPart>('EarningsPart').implement({
  description: 'What the sales of a day, week or month have brought.',
  fields: (t) => ({
    period: t.exposeString('part', {
      description: 'The day as `2026-07-29`, the week of ISO 8601 as `2026-W31`, or the month as `2026-07`, in UTC.',
    }),
    earnings: t.field({ type: Sums, description: 'What its sales have brought.', resolve: (part) => part }),
  }),
})

const Metrics = builder.objectRef<EarningsMetrics>('EarningsMetrics').implement({
  description: 'What sales have brought a seller in a time.',
  fields: (t) => ({
    sellerId: t.exposeID('sellerId', { description: 'Id of the seller.' }),
    totals: t.expose('totals', { type: Sums, description: 'Sums of the time.' }),
    parts: t.field({
      type: [Part],
      ...atMost(367),
      description: 'The parts of the time that had sales, the first one first: at most 367.',
      resolve: ({ parts }) => [...parts],
    }),
  }),
})

const Grouping = enumOf('EarningsGrouping', 'Parts of a time for which earnings are told.', {
  day: 'Days.',
  week: 'Weeks, which begin on Monday.',
  month: 'Months.',
})

const NAMES = { from: 'from', until: 'until' }

builder.queryField('earningsMetrics', (t) =>
  t.field({
    type: Metrics,
    description: 'What sales have brought the viewer in a time of at most 366 days; admins read that of all sellers.',
    args: {
      sellerId: t.arg.id({ description: 'Id of the seller; the viewer by default.' }),
      from: t.arg({ type: 'DateTime', description: 'Start of the time; 30 days before its end by default.' }),
      until: t.arg({ type: 'DateTime', description: 'End of the time; now by default.' }),
      groupBy: t.arg({ type: Grouping, defaultValue: 'day', required: true, description: 'Parts of the time.' }),
    },
    resolve: (_root, { sellerId, from, until, groupBy }, { viewerScope: scope }) =>
      readEarnings(scope, {
        sellerId: sellerId == null ? scope.viewer.id : parseId('user', sellerId, 'User'),
        groupBy,
        ...timeSpanOf(scope, { from: from ?? undefined, until: until ?? undefined, names: NAMES }),
      }),
  }),
)
