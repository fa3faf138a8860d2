import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { countFilteredReports, countReportsBy, listOwnReports, listReports, type ReportFilter } from '../reports.ts'
import { ModerationReport, ReportStatus, SubmittedReport } from './report.ts'

const order = latestFirst(['createdAt', 'id'])

const ReportCount = builder
  .objectRef<{ readonly value: string; readonly count: number }>('ModerationReportCount')
  .implement({
    description: 'Number of reports of one status or type.',
    fields: (t) => ({
      value: t.exposeString('value', { description: 'The status or type.' }),
      count: t.exposeInt('count', { description: 'Number of reports.' }),
    }),
  })

/** What the counts of a connection are made from; they are resolved only if they are selected. */
interface ReportConnectionSource {
  readonly filter: ReportFilter
}

const resolveCountsBy =
  (by: 'status' | 'type') =>
  ({ filter }: ReportConnectionSource, _args: object, context: GraphContext) =>
    countReportsBy(context.viewerScope, filter, by)

builder.queryFields((t) => ({
  moderationReports: t.connection(
    {
      type: ModerationReport,
      nullable: true,
      ...FOR_ADMINS,
      description: 'Moderation reports, latest first. Admins only.',
      args: {
        status: t.arg({ type: ReportStatus, description: 'Only reports of this status.' }),
        type: t.arg.string({ description: 'Only reports of this type.' }),
        assigneeId: t.arg.id({ description: 'Only reports that are assigned to this admin.' }),
        unassigned: t.arg.boolean({ description: 'Whether to list only reports that are assigned to nobody.' }),
        reporterId: t.arg.id({ description: 'Only reports by this person.' }),
        contentId: t.arg.id({ description: 'Only reports about this person or content.' }),
      },
      resolve: async (_root, { status, type, assigneeId, unassigned, reporterId, contentId, ...args }, context) => {
        const filter: ReportFilter = {
          ...omitNullish({ status, type, assigneeId, reporterId, contentId }),
          ...(unassigned && { assigneeId: null }),
        }
        const read = (page: KeysetPage) => listReports(context.viewerScope, filter, page)
        return { ...(await keysetConnection(args, { order, read })), filter }
      },
    },
    {
      name: 'ModerationReportConnection',
      fields: (f) => ({
        totalCount: f.int({
          description: 'Number of reports on all pages.',
          resolve: ({ filter }, _args, context) => countFilteredReports(context.viewerScope, filter),
        }),
        countsByStatus: f.field({
          type: [ReportCount],
          description: 'Number of reports by status, without the filter of the status.',
          resolve: resolveCountsBy('status'),
        }),
        countsByType: f.field({
          type: [ReportCount],
          description: 'Number of reports by type, without the filter of the type.',
          resolve: resolveCountsBy('type'),
        }),
      }),
    },
    { name: 'ModerationReportEdge' },
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  reports: t.connection(
    {
      type: SubmittedReport,
      description: 'Reports of the viewer, latest first.',
      resolve: (_viewer, args, context) =>
        keysetConnection(args, { order, read: (page) => listOwnReports(context.viewerScope, page) }),
    },
    { name: 'SubmittedReportConnection' },
    { name: 'SubmittedReportEdge' },
  ),
}))
