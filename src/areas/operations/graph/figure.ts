import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { type Figure as FigureOfKind, type FigureStep, MOST_POINTS, pointsOf, readFigures } from '../figures/figures.ts'
import { sumRefusals } from '../queries.ts'

const FigureKind = enumOf('FigureKind', 'What is kept of the server over time, over all nodes.', {
  online: 'People who are online, on average.',
  signUps: 'People who have registered.',
  requests: 'HTTP requests answered, as `plaza_http_requests_total` counts them.',
  errors: 'Requests answered by a status from 500 on, and GraphQL operations that failed with the code `INTERNAL`.',
  requestP50Ms:
    'Milliseconds within which half of the requests were answered, by `plaza_http_request_duration_seconds`.',
  requestP95Ms: 'Milliseconds within which 95 % of the requests were answered.',
  sockets: 'Open websockets on average: `plaza_graphql_sockets` and `plaza_pipeline_sockets`.',
  jobsWaiting: 'Runs of jobs that wait, on average, as `plaza_jobs_waiting`, mails aside.',
  jobsFailed:
    'Runs of jobs of the last 12 hours that failed and are not tried any more, as `plaza_jobs_failed`, mails aside.',
  mailsWaiting: 'Mails that wait to be sent, on average: `plaza_jobs_waiting` of `send-mail`.',
  mailsFailed: 'Mails of the last 12 hours that could not be sent: `plaza_jobs_failed` of `send-mail`.',
  storageBytes: 'Bytes of all stored files. They are summed once an hour.',
  tokensMoved: 'Tokens that were moved in the ledger.',
  reportsOpen: 'Open reports, at most 100,000.',
})

const FigureStepEnum = enumOf('FigureStep', 'The time of each point of a figure.', {
  minute: 'A minute; kept for 24 hours.',
  quarterHour: 'A quarter of an hour; kept for 24 hours.',
  hour: 'An hour; kept for 90 days.',
  threeHours: 'Three hours; kept for 90 days.',
  day: 'A day in UTC; kept for 90 days.',
})

const FigurePoint = builder.objectRef<FigureOfKind['points'][number]>('FigurePoint').implement({
  description: 'The value of a figure at a time.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Beginning of the step.' }),
    value: t.exposeFloat('value', {
      description: 'The value: how many in the step for what is counted, and the average over it for what is there.',
    }),
  }),
})

const Figure = builder.objectRef<FigureOfKind>('Figure').implement({
  description: 'A figure of the server over time.',
  fields: (t) => ({
    kind: t.expose('kind', { type: FigureKind, description: 'What it tells.' }),
    points: t.field({
      type: [FigurePoint],
      complexity: 0,
      description: 'Its values, the oldest first; there is none where nothing is known. `figures` is charged for them.',
      resolve: ({ points }) => [...points],
    }),
  }),
})

interface Asked {
  readonly kinds: readonly unknown[]
  readonly from: Date
  readonly until?: Date | null | undefined
  readonly step: FigureStep
}

/** A query is charged for all points; too many are refused when they are read: they are not charged before. */
const costOf = ({ kinds, from, until, step }: Asked): number =>
  kinds.length * (1 + Math.min(pointsOf({ from, until: until ?? new Date() }, step), MOST_POINTS + 1))

const RateLimitRefusals = builder
  .objectRef<{ readonly limit: string; readonly count: number }>('RateLimitRefusals')
  .implement({
    description: 'How often a rate limit has refused something.',
    fields: (t) => ({
      limit: t.exposeString('limit', { description: 'Name of the limit, as in `plaza_rate_limit_refusals_total`.' }),
      count: t.exposeFloat('count', { description: 'How often it has refused.' }),
    }),
  })

builder.queryFields((t) => ({
  figures: t.field({
    type: [Figure],
    ...forStaff('operations', 'reports', 'economy'),
    description:
      'Figures over time: by minutes and quarters of an hour for a day, by hours and days for 90 days. The last points change until their time is over. At most 1,440 steps. Staff with `OPERATIONS` only; `REPORTS_OPEN` also for those with `REPORTS`, `TOKENS_MOVED` for those with `ECONOMY`.',
    args: {
      kinds: t.arg({ type: [FigureKind], required: true, description: 'Which figures.' }),
      from: t.arg({ type: 'DateTime', required: true, description: 'From this time on.' }),
      until: t.arg({ type: 'DateTime', description: 'Before this time; now by default.' }),
      step: t.arg({ type: FigureStepEnum, required: true, description: 'The time of each point.' }),
    },
    complexity: (args) => ({ field: costOf(args), multiplier: args.kinds.length }),
    resolve: (_root, { kinds, from, until, step }, { viewerScope: scope }) =>
      readFigures(scope, { kinds, from, until: until ?? scope.now, step }),
  }),
  rateLimitRefusals: t.field({
    type: [RateLimitRefusals],
    ...forStaff('operations'),
    ...atMost(100),
    description: 'What rate limits have refused in the last 24 hours, the most first. Staff with `OPERATIONS` only.',
    resolve: (_root, _args, { viewerScope: scope }) =>
      sumRefusals(scope, { from: addMilliseconds(scope.now, -DAY), until: addMilliseconds(scope.now, DAY) }),
  }),
}))
