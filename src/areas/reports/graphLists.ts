import { ADMIN } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { momentKey, stretchOf } from '../../edges/graphql/moments.ts'
import type { ModerationReport as Row } from '../../generated/prisma/client.ts'
import { Viewer } from '../accounts/graph.ts'
import { ModerationReport, ReportStatus, SubmittedReport } from './graph.ts'
import { countAllReports, countReports, listOwnReports, listReports } from './listing.ts'
import type { ReportFilter } from './reports.ts'

const keyOf = ({ createdAt: at, id }: Row) => momentKey({ at, id })

const ReportCount = builder
  .objectRef<{ readonly value: string; readonly count: number }>('ModerationReportCount')
  .implement({
    description: 'How many reports have something in common.',
    fields: (t) => ({
      value: t.exposeString('value', { description: 'What they have in common: their status or type.' }),
      count: t.exposeInt('count', { description: 'How many they are.' }),
    }),
  })

/** Counted only where it is asked for. */
interface Counted {
  readonly filter: ReportFilter
}

const countedBy =
  (by: 'status' | 'type') =>
  ({ filter }: Counted, _args: object, context: GraphContext) =>
    countReports(signed(context), filter, by)

builder.queryFields((t) => ({
  moderationReports: t.connection(
    {
      type: ModerationReport,
      nullable: true,
      ...ADMIN,
      description: 'What people have reported, the latest first. Admins only.',
      args: {
        status: t.arg({ type: ReportStatus, description: 'Only those that have come so far.' }),
        type: t.arg.string({ description: 'Only those of this type.' }),
        assigneeId: t.arg.id({ description: 'Only those that this admin looks after.' }),
        unassigned: t.arg.boolean({ description: 'Whether to list only those that nobody looks after.' }),
        reporterId: t.arg.id({ description: 'Only those by this person.' }),
        contentId: t.arg.id({ description: 'Only those about this.' }),
      },
      resolve: async (_root, { status, type, assigneeId, unassigned, reporterId, contentId, ...args }, context) => {
        const filter: ReportFilter = {
          ...given({ status, type, assigneeId, reporterId, contentId }),
          ...(unassigned && { assigneeId: null }),
        }
        const read = (window: Window) => listReports(signed(context), filter, stretchOf(window))
        return { ...(await keyset(args, { keyOf, read })), filter }
      },
    },
    {
      name: 'ModerationReportConnection',
      fields: (f) => ({
        totalCount: f.int({
          description: 'How many there are on all pages.',
          resolve: ({ filter }, _args, context) => countAllReports(signed(context), filter),
        }),
        countsByStatus: f.field({
          type: [ReportCount],
          description: 'How many there are of each status, whichever was asked for.',
          resolve: countedBy('status'),
        }),
        countsByType: f.field({
          type: [ReportCount],
          description: 'How many there are of each type, whichever was asked for.',
          resolve: countedBy('type'),
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
      description: 'What the viewer has reported, the latest first.',
      resolve: (_viewer, args, context) =>
        keyset(args, { keyOf, read: (window) => listOwnReports(signed(context), stretchOf(window)) }),
    },
    { name: 'SubmittedReportConnection' },
    { name: 'SubmittedReportEdge' },
  ),
}))
