import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer, type ReadMany } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Appeal as AppealRow, Sanction as Row } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { factsOf } from '../../notifications/facts.ts'
import { Notification } from '../../notifications/graph/notification.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { APPEAL_STATUSES, type AppealStatus as Status } from '../appeals.ts'
import { canReadReports, canReadStaffNotes, visibleSanctions } from '../policy.ts'
import { countSanctions, type SanctionKind as Kind, listSanctions, SANCTION_KINDS } from '../sanctions.ts'
import { reportRef } from './report.ts'
import { contentRef } from './reportDetails.ts'

const sanctionsById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.sanction.findMany({ where: { id: { in: [...ids] }, ...visibleSanctions(viewer) } }),
  ),
  ({ id }) => id,
)

const readAppeals = (column: 'id' | 'sanctionId'): ReadMany<AppealRow> =>
  forViewer(({ db, viewer }, ids) =>
    db.appeal.findMany({ where: { [column]: { in: [...ids] }, sanction: visibleSanctions(viewer) } }),
  )

const appealsById = createLoader<AppealRow>(readAppeals('id'), ({ id }) => id)
const appealsBySanction = createLoader<AppealRow>(readAppeals('sanctionId'), ({ sanctionId }) => sanctionId)

export const SanctionKind = enumOf('SanctionKind', 'What the staff has done to a person.', {
  warning: 'A warning.',
  suspension: 'A suspension of the account.',
  hidden_content: 'Hidden content, or an emptied profile.',
} satisfies Record<Kind, string>)

export const AppealStatus = enumOf('AppealStatus', 'State of an appeal.', {
  open: 'It waits for the staff.',
  upheld: 'The staff has refused it: what was done stays.',
  overturned: 'The staff has accepted it: what was done is undone.',
} satisfies Record<Status, string>)

const Sanction = builder.objectRef<Row>('Sanction')
const sanctionRef = referenceTo(Sanction, sanctionsById)
export const Appeal = builder.objectRef<AppealRow>('Appeal')
export const appealRef = referenceTo(Appeal, appealsById)

/** A field that only staff with the permission sees. */
const forReportReaders = <V>(context: GraphContext, value: V) => (canReadReports(context.scope) ? value : null)

builder.node(Sanction, {
  description: 'A warning, a suspension or hidden content. The person and staff with `REPORTS` or `PEOPLE` see it.',
  ...nodeBy(sanctionsById),
  fields: (t) => ({
    kind: t.field({
      type: SanctionKind,
      description: 'What was done.',
      resolve: ({ kind }) => SANCTION_KINDS.find((known) => known === kind) ?? 'warning',
    }),
    ...columns(t, 'Sanction', {
      contentName: 'Name of the person or content at the time.',
      createdAt: 'Time when it was done.',
      endsAt: 'End of a suspension; null for a permanent one, and for other kinds.',
      liftedAt: 'Time when the staff took it back; null if it stands.',
    }),
    reason: t.string({
      nullable: true,
      description: 'Explanation to the person; null for none.',
      resolve: ({ reason }) => reason || null,
    }),
    contentId: t.exposeID('contentId', { description: 'Id of the person or content that it is about.' }),
    content: t.field(contentRef('The person or content that it is about; null if it is gone.')),
    user: t.field(userRef('userId', 'The person whom it was done to.')),
    imposedById: t.id({
      nullable: true,
      description: 'Who of the staff did it, for staff with `REPORTS`; null for others, and after erasure.',
      resolve: ({ imposedById }, _args, context) => forReportReaders(context, imposedById),
    }),
    report: t.field(reportRef('reportId', 'The report that led to it, for staff with `REPORTS`; null for none.')),
    appeal: t.field({
      type: Appeal,
      nullable: true,
      description: 'What the person says against it; null for nothing.',
      resolve: ({ id }, _args, context) => appealsBySanction(context).load(id),
    }),
    viewerCanAppeal: t.boolean({
      description: 'Whether the viewer can appeal against it: it is theirs, stands, and they have not appealed yet.',
      resolve: async ({ id, userId, liftedAt }, _args, context) =>
        userId === context.scope.viewer?.id &&
        liftedAt === null &&
        (await appealsBySanction(context).load(id)) === null,
    }),
  }),
})

builder.node(Appeal, {
  description: 'What a person says against what the staff has done to them. The person and staff see it.',
  ...nodeBy(appealsById),
  fields: (t) => ({
    ...columns(t, 'Appeal', {
      text: "The person's own words.",
      decision: 'Explanation of the decision to the person; null while it is open.',
      createdAt: 'Time of the appeal.',
      decidedAt: 'Time of the decision; null while it is open.',
    }),
    status: t.field({
      type: AppealStatus,
      description: 'State of the appeal.',
      resolve: ({ status }) => APPEAL_STATUSES.find((known) => known === status) ?? 'open',
    }),
    user: t.field(userRef('userId', 'The person who appeals.')),
    sanction: t.field(sanctionRef('sanctionId', 'What it is about; null for who has no session.')),
    decidedById: t.id({
      nullable: true,
      description: 'Who of the staff has decided it, for staff with `REPORTS`; null for others, and while it is open.',
      resolve: ({ decidedById }, _args, context) => forReportReaders(context, decidedById),
    }),
  }),
})

const BY_LATEST = latestFirst(['createdAt', 'id'])
const SanctionEdge = builder.edgeObject({ type: Sanction, name: 'SanctionEdge' })
const SanctionConnection = builder.connectionObject({ type: Sanction, name: 'SanctionConnection' }, SanctionEdge)

const sanctionsOf = (scope: Scope, userId: string) => ({
  order: BY_LATEST,
  totalCount: () => countSanctions(scope, userId),
  read: (page: Parameters<typeof listSanctions>[2]) => listSanctions(scope, userId, page),
})

builder.prismaObjectFields(Viewer, (t) => ({
  sanctions: t.connection(
    {
      type: Sanction,
      description: 'Warnings, suspensions and hidden content of the viewer, latest first.',
      resolve: (_viewer, args, { viewerScope: scope }) => keysetConnection(args, sanctionsOf(scope, scope.viewer.id)),
    },
    SanctionConnection,
  ),
}))

builder.objectFields(User, (t) => ({
  sanctions: t.connection(
    {
      type: Sanction,
      description:
        'Warnings, suspensions and hidden content of the person, latest first; empty for everybody but staff with `REPORTS` or `PEOPLE`.',
      resolve: ({ id }, args, { viewerScope: scope }) =>
        keysetConnection(
          args,
          canReadStaffNotes(scope)
            ? sanctionsOf(scope, id)
            : { order: BY_LATEST, totalCount: 0, read: (): Row[] => [] },
        ),
    },
    SanctionConnection,
  ),
}))

builder.objectFields(Notification, (t) => ({
  sanction: t.field({
    type: Sanction,
    nullable: true,
    description: 'What the staff has done, which the notification tells of; null for other notifications.',
    resolve: (row, _args, context) => {
      const { sanctionId } = factsOf(row)
      return sanctionId === undefined ? null : sanctionsById(context).load(sanctionId)
    },
  }),
}))
