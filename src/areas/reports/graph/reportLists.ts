import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import {
  greatestFirst,
  type KeysetOrder,
  keysetConnection,
  latestFirst,
} from '../../../edges/graphql/resolvers/pagination.ts'
import type { ModerationReport as Row } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { TimeKey, WeightKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Account } from '../../users/graph/account.ts'
import { canReadReports } from '../policy.ts'
import {
  countFilteredReports,
  countOwnReports,
  countReportsBy,
  listOwnReports,
  listReports,
  type ReportFilter,
  type ReportSort as SortedBy,
} from '../reports.ts'
import { BY_LATEST_REPORT, Report, ReportConnection, ReportOutcome, ReportStatus } from './report.ts'

const Filter = builder.inputType('ReportFilter', {
  description: 'Which reports are listed; omitted fields match all.',
  fields: (t) => ({
    statuses: t.field({ type: [ReportStatus], description: 'Only reports of one of these statuses.' }),
    types: t.stringList({ description: 'Only reports of one of these types of subject, such as `user`.' }),
    categories: t.stringList({ description: 'Only reports of one of these categories, such as `text`.' }),
    assigneeId: t.id({ description: 'Only reports that are assigned to this admin.' }),
    isUnassigned: t.boolean({ description: 'Whether to list only reports that are assigned to nobody.' }),
    reporterId: t.id({ description: 'Only reports by this person.' }),
    contentId: t.id({ description: 'Only reports about this person or content.' }),
    authorId: t.id({
      description: 'Only reports about this person, or about content that the person was responsible for.',
    }),
    outcomes: t.field({ type: [ReportOutcome], description: 'Only closed reports with one of these outcomes.' }),
    since: t.field({ type: 'DateTime', description: 'Only reports that were submitted at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only reports that were submitted before this time.' }),
  }),
})

function bothAssignees(): Failure {
  const message = 'isUnassigned cannot be given together with assigneeId'
  const issue = { path: ['filter', 'isUnassigned'], reason: 'wrong_combination', message } as const
  return new Failure('invalid', message, { reason: issue.reason, issues: [issue] })
}

/** Throws `invalid` for an assignee together with `isUnassigned`. */
function parseFilter(given: typeof Filter.$inferInput | null | undefined): ReportFilter {
  const { isUnassigned, ...filter } = omitNullish(given ?? {})
  if (!isUnassigned) return filter
  if (filter.assigneeId !== undefined) throw bothAssignees()
  return { ...filter, assigneeId: null }
}

const ORDERS: Readonly<Record<SortedBy, KeysetOrder<Row, TimeKey | WeightKey>>> = {
  createdAt: BY_LATEST_REPORT,
  updatedAt: latestFirst(['updatedAt', 'id']),
  weight: greatestFirst(['weight', 'id']),
}

const ReportSort = enumOf('ReportSort', 'Order of reports.', {
  createdAt: 'By time of submission.',
  updatedAt: 'By time of the last act of an admin.',
  weight: 'By weight: how bad the reason is, and how accurate the reporter was before.',
})

const ReportStatusCount = builder
  .objectRef<{ readonly status: 'open' | 'closed'; readonly count: number }>('ReportStatusCount')
  .implement({
    description: 'Number of reports of one status.',
    fields: (t) => ({
      status: t.expose('status', { type: ReportStatus, description: 'The status.' }),
      count: t.exposeInt('count', { description: 'Number of reports.' }),
    }),
  })

const ReportTypeCount = builder
  .objectRef<{ readonly value: string; readonly count: number }>('ReportTypeCount')
  .implement({
    description: 'Number of reports of one type of subject.',
    fields: (t) => ({
      type: t.exposeString('value', { description: 'Type of subject, such as `user`.' }),
      count: t.exposeInt('count', { description: 'Number of reports.' }),
    }),
  })

builder.queryFields((t) => {
  const filter = t.arg({ type: Filter, description: 'Which reports are listed or counted.' })
  return {
    reports: t.connection(
      {
        type: Report,
        ...forStaff('reports'),
        description: 'Reports. Staff with `REPORTS` only; `viewer.reports` lists the own ones.',
        args: {
          filter,
          sort: t.arg({ type: ReportSort, description: 'Order of the list; `CREATED_AT` by default.' }),
          ascending: t.arg.boolean({
            description: 'Whether the oldest or lightest come first, instead of the latest or heaviest.',
          }),
        },
        resolve: (_root, { filter: given, sort, ascending, ...args }, { viewerScope: scope }) => {
          const by = sort ?? 'createdAt'
          const order = { ...ORDERS[by], descending: !ascending }
          const filter = parseFilter(given)
          return keysetConnection(args, {
            order,
            totalCount: () => countFilteredReports(scope, filter),
            read: (page) => listReports(scope, { filter, by }, page),
          })
        },
      },
      ReportConnection,
    ),
    reportStatusCounts: t.field({
      type: [ReportStatusCount],
      ...forStaff('reports'),
      description:
        'Number of reports of each status; the statuses of the filter are ignored. Staff with `REPORTS` only.',
      args: { filter },
      resolve: async (_root, args, { viewerScope: scope }) => {
        const counts = await countReportsBy(scope, parseFilter(args.filter), 'status')
        const countOf = (status: string) => counts.find(({ value }) => value === status)?.count ?? 0
        return (['open', 'closed'] as const).map((status) => ({ status, count: countOf(status) }))
      },
    }),
    reportTypeCounts: t.field({
      type: [ReportTypeCount],
      ...forStaff('reports'),
      description:
        'Number of reports by type of subject, the highest first, without types that have none; `types` of the filter is ignored. Staff with `REPORTS` only.',
      args: { filter },
      resolve: (_root, args, { viewerScope: scope }) => countReportsBy(scope, parseFilter(args.filter), 'type'),
    }),
  }
})

builder.prismaObjectFields(Viewer, (t) => ({
  reports: t.connection(
    {
      type: Report,
      description: 'Reports of the viewer, latest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: BY_LATEST_REPORT,
          totalCount: () => countOwnReports(scope),
          read: (page) => listOwnReports(scope, page),
        }),
    },
    ReportConnection,
  ),
}))

/** Numbers of the reports about these people. One statement. */
async function countReportsAbout({ db }: Scope, userIds: readonly string[]) {
  const where = { contentId: { in: [...userIds] } }
  const groups = await db.moderationReport.groupBy({ by: ['contentId'], where, _count: true })
  return groups.map(({ contentId, _count: count }) => ({ contentId, count }))
}

const reportCounts = createLoader(
  async (scope, ids) => (canReadReports(scope) ? countReportsAbout(scope, ids) : []),
  ({ contentId }) => contentId,
)

builder.objectFields(Account, (t) => ({
  reportCount: t.int({
    description: 'Number of reports about the person, open and closed.',
    resolve: async ({ userId }, _args, context) => (await reportCounts(context).load(userId))?.count ?? 0,
  }),
}))
