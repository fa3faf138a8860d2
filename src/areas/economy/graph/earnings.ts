import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { timeSpanOf } from '../period.ts'
import { type EarningsMetrics, type EarningsPart, type EarningsSums, readEarnings } from '../purchases/earnings.ts'

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

const Grouping = builder.enumType('EarningsGrouping', {
  description: 'Parts of a time for which earnings are told.',
  values: {
    DAY: { value: 'day', description: 'Days.' },
    WEEK: { value: 'week', description: 'Weeks, which begin on Monday.' },
    MONTH: { value: 'month', description: 'Months.' },
  } as const,
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
