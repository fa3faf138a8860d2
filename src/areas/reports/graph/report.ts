import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer, type ReadMany } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type {
  AuditEntry as AuditRow,
  ReportNote as NoteRow,
  ModerationReport as Row,
} from '../../../generated/prisma/client.ts'
import { AuditEntry, AuditEntryConnection } from '../../users/graph/auditLog.ts'
import { userRef } from '../../users/graph/user.ts'
import { type ReportOutcome as Outcome, REPORT_OUTCOMES } from '../outcomes.ts'
import { aboutOthers, canReadModeration, canReadReports, visibleReports } from '../policy.ts'
import { contentRef, parseReportDetails, ReportDetails } from './reportDetails.ts'

/** Reports that the viewer can read, by id. */
export const reportsById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.moderationReport.findMany({ where: { id: { in: [...ids] }, AND: visibleReports(viewer) } }),
  ),
  ({ id }) => id,
)

const forReportReaders =
  <R>(read: ReadMany<R>): ReadMany<R> =>
  async (scope, ids) =>
    canReadReports(scope) ? read(scope, ids) : []

const notesById = createLoader<NoteRow>(
  forReportReaders(
    forViewer(({ db, viewer }, ids) =>
      db.reportNote.findMany({ where: { id: { in: [...ids] }, report: aboutOthers(viewer) } }),
    ),
  ),
  ({ id }) => id,
)

const notesByReport = createListLoader<NoteRow>(
  forReportReaders(({ db }, ids) => db.reportNote.findMany({ where: { reportId: { in: [...ids] } } })),
  ({ reportId }) => reportId,
)

const auditEntriesByReport = createListLoader<AuditRow>(
  forReportReaders(({ db }, ids) => db.auditEntry.findMany({ where: { reportId: { in: [...ids] } } })),
  ({ reportId }) => reportId ?? '',
)

export const ReportStatus = enumOf('ReportStatus', 'Status of a report.', {
  open: 'It waits for an admin.',
  closed: 'An admin has closed it.',
})

export const ReportOutcome = enumOf('ReportOutcome', 'What came of a report.', {
  acted: 'The staff has acted because of it.',
  no_violation: 'The staff found nothing to act upon.',
} satisfies Record<Outcome, string>)

const ReportNote = builder.objectRef<NoteRow>('ReportNote')

builder.node(ReportNote, {
  description: 'A note of an admin about a report, which only admins see.',
  ...nodeBy(notesById),
  fields: (t) => ({
    ...columns(t, 'ReportNote', {
      text: 'Text of the note, at most 2,000 characters.',
      createdAt: 'Time of creation.',
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
  }),
})

export const BY_OLDEST_NOTE = { ...latestFirst(['createdAt', 'id']), descending: false }
const BY_LATEST_ACT = latestFirst(['at', 'id'])

export const ReportNoteEdge = builder.edgeObject({ type: ReportNote, name: 'ReportNoteEdge' })
const ReportNoteConnection = builder.connectionObject(
  { type: ReportNote, name: 'ReportNoteConnection' },
  ReportNoteEdge,
)

export const ReportModeration = builder.objectRef<Row>('ReportModeration').implement({
  description: 'What admins know of a report and have done about it.',
  fields: (t) => ({
    details: t.field({
      type: ReportDetails,
      description: "Circumstances that the reporter's client knew of.",
      resolve: ({ details }) => parseReportDetails(details),
    }),
    reporter: t.field(userRef('reporterId', 'Reporter; null after the account was erased.')),
    assignee: t.field(userRef('assigneeId', 'Who of the staff has claimed it; null for nobody.')),
    author: t.field(
      userRef(
        'authorId',
        'Who was responsible for the subject when it was reported; null after the account was erased.',
      ),
    ),
    weight: t.exposeInt('weight', {
      description:
        'How much it counts: how bad the reason is, up to twice that for reporters who were always right before.',
    }),
    outcome: t.field({
      type: ReportOutcome,
      nullable: true,
      description:
        'What came of it; null while it is open, and for reports that were closed before outcomes were kept.',
      resolve: ({ outcome }) => REPORT_OUTCOMES.find((known) => known === outcome) ?? null,
    }),
    closedBy: t.field(userRef('closedById', 'Admin who closed it; null while it is open.')),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last act of an admin.' }),
    notes: t.connection(
      {
        type: ReportNote,
        description: 'Notes of admins about it, oldest first, at most 200.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_OLDEST_NOTE, await notesByReport(context).load(id)),
      },
      ReportNoteConnection,
    ),
    acts: t.connection(
      {
        type: AuditEntry,
        description: 'Acts of admins upon it or because of it, latest first.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_LATEST_ACT, await auditEntriesByReport(context).load(id)),
      },
      AuditEntryConnection,
    ),
  }),
})

export const Report = builder.objectRef<Row>('Report')
export const reportRef = referenceTo(Report, reportsById)

builder.node(Report, {
  description: 'A report of a person or content to the admins. Its reporter and admins see it.',
  ...nodeBy(reportsById),
  fields: (t) => ({
    ...columns(t, 'ModerationReport', {
      type: 'Type of the subject, one of those in `reportOptions`.',
      category: 'Part of the subject that is reported, one of those in `reportOptions`.',
      reason: 'Reason why it is reported, one of those in `reportOptions`.',
      closeReason: 'Explanation to the reporter of why it was closed; null while it is open.',
      closedAt: 'Time when it was closed; null while it is open.',
      createdAt: 'Time of the report.',
    }),
    contentId: t.exposeID('contentId', { description: 'Id of the subject.' }),
    contentName: t.string({
      nullable: true,
      description: 'Name of the subject at the time of the report; null for prints.',
      resolve: ({ contentName }) => contentName || null,
    }),
    contentThumbnailUrl: t.expose('contentThumbnailImageUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL of a small image of the subject at the time of the report; null for none.',
    }),
    content: t.field(
      contentRef(
        'The subject as the viewer sees it now; null if it is gone or hidden from the viewer, and for prints.',
      ),
    ),
    description: t.string({
      nullable: true,
      description: "Description in the reporter's own words; null for none.",
      resolve: ({ description }) => description || null,
    }),
    status: t.field({
      type: ReportStatus,
      description: 'Status of the report.',
      resolve: ({ status }) => (status === 'closed' ? 'closed' : 'open'),
    }),
    moderation: t.field({
      type: ReportModeration,
      nullable: true,
      description:
        'What the staff knows of it and has done about it; null for everybody else, and for staff whom it is about.',
      resolve: (report, _args, context) => (canReadModeration(context.scope, report) ? report : null),
    }),
  }),
})

export const BY_LATEST_REPORT = latestFirst(['createdAt', 'id'])
export const ReportEdge = builder.edgeObject({ type: Report, name: 'ReportEdge' })
export const ReportConnection = builder.connectionObject({ type: Report, name: 'ReportConnection' }, ReportEdge)
