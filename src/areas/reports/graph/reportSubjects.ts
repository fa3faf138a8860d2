import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer, type ReadMany } from '../../../edges/graphql/resolvers/loader.ts'
import {
  greatestFirst,
  type KeysetOrder,
  keysetConnection,
  latestFirst,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { ReportSubject as Row } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { TimeKey, WeightKey } from '../../../kernel/page.ts'
import { userRef } from '../../users/graph/user.ts'
import { aboutOthers, canReadReports } from '../policy.ts'
import { countFilteredReports, listReports } from '../reports.ts'
import { countSubjects, listSubjects, type SubjectSort as SortedBy, type SubjectFilter } from '../subjects.ts'
import { CONTENT_KINDS, type ContentKind } from '../submit.ts'
import { BY_LATEST_REPORT, Report, ReportConnection, ReportModeration } from './report.ts'
import { contentRef } from './reportDetails.ts'

const readSubjects = (column: 'id' | 'contentId'): ReadMany<Row> =>
  forViewer(async (scope, ids) => {
    if (!canReadReports(scope)) return []
    return scope.db.reportSubject.findMany({
      where: { AND: [{ [column]: { in: [...ids] } }, aboutOthers(scope.viewer)] },
    })
  })

const subjectsById = createLoader<Row>(readSubjects('id'), ({ id }) => id)
const subjectsByContent = createLoader<Row>(readSubjects('contentId'), ({ contentId }) => contentId)

const ReportedKind = enumOf('ReportedKind', 'Kind of what is reported.', {
  user: 'A person, by the profile or what the person does.',
  world: 'A world.',
  avatar: 'An avatar.',
  group: 'A group.',
  prop: 'A prop.',
  print: 'A print.',
} satisfies Record<ContentKind, string>)

/** The reports about content, latest first. */
const reportsAbout = (scope: Parameters<typeof listReports>[0], contentId: string, statuses?: readonly string[]) => {
  const filter = { contentId, statuses }
  return {
    order: BY_LATEST_REPORT,
    totalCount: () => countFilteredReports(scope, filter),
    read: (page: Parameters<typeof listReports>[2]) => listReports(scope, { filter, by: 'createdAt' }, page),
  }
}

const ReportSubject = builder.objectRef<Row>('ReportSubject')

builder.node(ReportSubject, {
  description: 'A person or content that open reports are about. It is gone once all of these are closed.',
  ...nodeBy(subjectsById),
  fields: (t) => ({
    ...columns(t, 'ReportSubject', {
      reportCount: 'Number of open reports about it.',
      reporterCount: 'Number of people who have sent them.',
      weight: 'How much the reports count together: of each person the heaviest one.',
      types: 'Types of these reports.',
      categories: 'Categories of these reports.',
      oldestAt: 'Time of the oldest of these reports.',
      newestAt: 'Time of the newest of these reports.',
    }),
    contentId: t.exposeID('contentId', { description: 'Id of the person or content.' }),
    kind: t.field({
      type: ReportedKind,
      description: 'Kind of what is reported.',
      resolve: ({ kind }) => CONTENT_KINDS.find((known) => known === kind) ?? 'user',
    }),
    contentName: t.string({
      nullable: true,
      description: 'Name at the time of the newest report; null for prints.',
      resolve: ({ contentName }) => contentName || null,
    }),
    content: t.field(contentRef('The person or content as it is now; null if it is gone, and for prints.')),
    author: t.field(userRef('authorId', 'Who was responsible for it when it was reported; null after erasure.')),
    assignee: t.field(userRef('assigneeId', 'Who of the staff has claimed a report about it; null for nobody.')),
    reports: t.connection(
      {
        type: Report,
        description: 'Open reports about it, latest first.',
        resolve: ({ contentId }, args, { viewerScope: scope }) =>
          keysetConnection(args, reportsAbout(scope, contentId, ['open'])),
      },
      ReportConnection,
    ),
  }),
})

builder.objectFields(ReportModeration, (t) => ({
  subject: t.field({
    type: ReportSubject,
    nullable: true,
    description: 'What the report is about, with all open reports about it; null once there are none.',
    resolve: ({ contentId }, _args, context) => subjectsByContent(context).load(contentId),
  }),
  others: t.connection(
    {
      type: Report,
      description: 'All reports about the same person or content, this one too, open and closed, latest first.',
      resolve: ({ contentId }, args, { viewerScope: scope }) => keysetConnection(args, reportsAbout(scope, contentId)),
    },
    ReportConnection,
  ),
}))

const ReportSubjectEdge = builder.edgeObject({ type: ReportSubject, name: 'ReportSubjectEdge' })
const ReportSubjectConnection = builder.connectionObject(
  { type: ReportSubject, name: 'ReportSubjectConnection' },
  ReportSubjectEdge,
)

const Filter = builder.inputType('ReportSubjectFilter', {
  description: 'Which subjects of open reports are listed; omitted fields match all.',
  fields: (t) => ({
    kinds: t.field({ type: [ReportedKind], description: 'Only people or content of one of these kinds.' }),
    types: t.stringList({ description: 'Only those with an open report of one of these types.' }),
    categories: t.stringList({ description: 'Only those with an open report of one of these categories.' }),
    assigneeId: t.id({ description: 'Only those that this one of the staff has claimed.' }),
    isUnassigned: t.boolean({ description: 'Whether to list only those that nobody has claimed.' }),
    contentId: t.id({ description: 'Only this person or content.' }),
    authorId: t.id({ description: 'Only this person, and content that the person was responsible for.' }),
    since: t.field({ type: 'DateTime', description: 'Only those with an open report at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only those with an open report from before this time.' }),
  }),
})

/** Throws `invalid` for an assignee together with `isUnassigned`. */
function parseFilter(given: typeof Filter.$inferInput | null | undefined): SubjectFilter {
  const { isUnassigned, ...filter } = omitNullish(given ?? {})
  if (!isUnassigned) return filter
  if (filter.assigneeId === undefined) return { ...filter, assigneeId: null }
  const message = 'isUnassigned cannot be given together with assigneeId'
  const issue = { path: ['filter', 'isUnassigned'], reason: 'wrong_combination', message } as const
  throw new Failure('invalid', message, { reason: issue.reason, issues: [issue] })
}

const SubjectSort = enumOf('ReportSubjectSort', 'Order of what open reports are about.', {
  weight: 'By weight: how many people have reported it, how bad the reasons are, how accurate these people were.',
  newestAt: 'By time of the newest report.',
  oldestAt: 'By time of the oldest report.',
} satisfies Record<SortedBy, string>)

const ORDERS: Readonly<Record<SortedBy, KeysetOrder<Row, TimeKey | WeightKey>>> = {
  weight: greatestFirst(['weight', 'id']),
  newestAt: latestFirst(['newestAt', 'id']),
  oldestAt: latestFirst(['oldestAt', 'id']),
}

builder.queryField('reportSubjects', (t) =>
  t.connection(
    {
      type: ReportSubject,
      ...forStaff('reports'),
      description: 'What open reports are about: the queue of the staff. Staff with `REPORTS` only.',
      args: {
        filter: t.arg({ type: Filter, description: 'Which subjects are listed.' }),
        sort: t.arg({ type: SubjectSort, description: 'Order of the list; `WEIGHT` by default.' }),
        ascending: t.arg.boolean({ description: 'Whether the lightest or oldest come first.' }),
      },
      resolve: (_root, { filter: given, sort, ascending, ...args }, { viewerScope: scope }) => {
        const by = sort ?? 'weight'
        const filter = parseFilter(given)
        return keysetConnection(args, {
          order: { ...ORDERS[by], descending: !ascending },
          totalCount: () => countSubjects(scope, filter),
          read: (page) => listSubjects(scope, { filter, by }, page),
        })
      },
    },
    ReportSubjectConnection,
  ),
)
