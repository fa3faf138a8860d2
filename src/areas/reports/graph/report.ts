import { resolveArrayConnection } from '@pothos/plugin-relay'
import { z } from 'zod'
import { ModerationReportId, UserId } from '../../../contract/ids.ts'
import { SubmitModerationReportRequest } from '../../../contract/shapes/moderationReport.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder, type ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, type ReadMany } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type {
  AuditEntry as AuditRow,
  ReportNote as NoteRow,
  ModerationReport as Row,
} from '../../../generated/prisma/client.ts'
import { isId } from '../../../kernel/ids.ts'
import { AuditEntry, AuditEntryConnection } from '../../users/graph/auditLog.ts'
import { User, userRef, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { canReadReports } from '../policy.ts'
import { deleteModerationReport } from '../reports.ts'
import { submitModerationReport } from '../submit.ts'
import { addReportNote, assignReport, closeReport } from '../triage.ts'

const forReportReaders =
  <R>(read: ReadMany<R>): ReadMany<R> =>
  async (scope, ids) =>
    canReadReports(scope) ? read(scope, ids) : []

export const reportsById = createLoader<Row>(
  forReportReaders(({ db }, ids) => db.moderationReport.findMany({ where: { id: { in: [...ids] } } })),
  ({ id }) => id,
)

const notesByReport = createListLoader<NoteRow>(
  forReportReaders(({ db }, ids) =>
    db.reportNote.findMany({
      where: { reportId: { in: [...ids] } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  ),
  ({ reportId }) => reportId,
)

const auditEntriesByReport = createListLoader<AuditRow>(
  forReportReaders(({ db }, ids) =>
    db.auditEntry.findMany({ where: { reportId: { in: [...ids] } }, orderBy: [{ at: 'desc' }, { id: 'desc' }] }),
  ),
  ({ reportId }) => reportId ?? '',
)

export const ReportStatus = builder.enumType('ModerationReportStatus', {
  description: 'Status of a moderation report.',
  values: {
    OPEN: { value: 'open', description: 'It waits for an admin.' },
    CLOSED: { value: 'closed', description: 'An admin has closed it.' },
  } as const,
})

const statusOf = ({ status }: Row) => (status === 'closed' ? 'closed' : 'open')

const ReportedContent = builder.unionType('ReportedContent', {
  description: 'Subject of a moderation report.',
  types: [User, World],
  resolveType: (content) => ('authorId' in content ? 'World' : 'User'),
})

/** A field that shows the content with the id in `contentId`, as far as the viewer can see it. */
export const contentRef = (description: string) => ({
  type: ReportedContent,
  nullable: true as const,
  description,
  resolve: ({ contentId }: { readonly contentId: string }, _args: unknown, context: GraphContext) => {
    if (isId('user', contentId)) return usersById(context).load(contentId)
    return isId('world', contentId) ? worldsById(context).load(contentId) : null
  },
})

const ReportNote = builder.objectRef<NoteRow>('ReportNote').implement({
  description: 'A note of an admin about a moderation report.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the note.' }),
    text: t.exposeString('text', { description: 'Text of the note.' }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
})

/** Fields of a report that both admins and its reporter see. */
const sharedFields = (t: ObjectFieldBuilder<Row>) => ({
  type: t.exposeString('type', { description: 'Type of the subject: avatar, behavior, group, user or world.' }),
  category: t.exposeString('category', { description: 'Part of the subject that is reported.' }),
  reason: t.exposeString('reason', { description: 'Reason why it is reported.' }),
  contentId: t.exposeID('contentId', { description: 'Id of the subject.' }),
  contentName: t.exposeString('contentName', { description: 'Name of the subject at the time of the report.' }),
  contentThumbnailUrl: t.exposeString('contentThumbnailImageUrl', {
    nullable: true,
    description: 'URL of the image of the subject at the time of the report.',
  }),
  content: t.field(contentRef('The subject as the viewer sees it now; null if it is gone, and for other types.')),
  description: t.exposeString('description', { description: "The reporter's description; may be empty." }),
  status: t.field({ type: ReportStatus, description: 'Status of the report.', resolve: statusOf }),
  closeReason: t.exposeString('closeReason', {
    nullable: true,
    description: 'Explanation to the reporter of why it was closed; null while it is open.',
  }),
  closedAt: t.expose('closedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time when it was closed; null while it is open.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the report.' }),
})

export const ModerationReport = builder.objectRef<Row>('ModerationReport')
export const reportRef = referenceTo(ModerationReport, reportsById)

builder.node(ModerationReport, {
  description: 'A moderation report as admins see it.',
  ...nodeBy(reportsById),
  fields: (t) => ({
    ...sharedFields(t),
    details: t.expose('details', { type: 'JSON', description: "Circumstances that the reporter's client knew of." }),
    reporter: t.field(userRef('reporterId', 'Reporter; null after the account was erased.')),
    assignee: t.field(userRef('assigneeId', 'Admin who is assigned to it; null for nobody.')),
    closedBy: t.field(userRef('closedById', 'Admin who closed it; null while it is open.')),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last act of an admin.' }),
    notes: t.connection(
      {
        type: ReportNote,
        description: 'Notes of admins about it, oldest first.',
        resolve: async ({ id }, args, context) =>
          resolveArrayConnection({ args }, await notesByReport(context).load(id)),
      },
      { name: 'ReportNoteConnection' },
      { name: 'ReportNoteEdge' },
    ),
    acts: t.connection(
      {
        type: AuditEntry,
        description: 'Acts of admins upon it or because of it, latest first.',
        resolve: async ({ id }, args, context) =>
          resolveArrayConnection({ args }, await auditEntriesByReport(context).load(id)),
      },
      AuditEntryConnection,
    ),
  }),
})

export const SubmittedReport = builder.objectRef<Row>('SubmittedReport').implement({
  description: 'A moderation report as its reporter sees it: without assignee, notes and acts of admins.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the report.' }),
    ...sharedFields(t),
  }),
})

const id = ModerationReportId.describe('Id of the report.')

const SubmitModerationReportInput = inputOf(
  'SubmitModerationReportInput',
  'A new moderation report; the client configuration lists the types, categories and reasons.',
  SubmitModerationReportRequest,
  { contentId: 'ID' },
)
const AssignReportInput = inputOf(
  'AssignReportInput',
  'An assignment of a moderation report.',
  z.object({ reportId: id, assigneeId: UserId.optional().describe('Admin to assign; omitted for nobody.') }),
)
const AddReportNoteInput = inputOf(
  'AddReportNoteInput',
  'A new note about a moderation report.',
  z.object({ reportId: id, text: z.string().describe('Text, at most 2,000 characters.') }),
)
const CloseReportInput = inputOf(
  'CloseReportInput',
  'The moderation report to close.',
  z.object({ reportId: id, reason: z.string().describe('Explanation to the reporter, at most 2,000 characters.') }),
)
const DeleteModerationReportInput = inputOf(
  'DeleteModerationReportInput',
  'The moderation report to delete.',
  z.object({ id }),
)

builder.mutationFields((t) => ({
  submitModerationReport: t.field({
    type: SubmittedReport,
    description: 'Reports a person, world, avatar or group to the admins.',
    ...act(SubmitModerationReportInput, submitModerationReport),
  }),
  assignReport: t.field({
    type: ModerationReport,
    ...FOR_ADMINS,
    description: 'Assigns an open report to an admin, or to nobody. Admins only.',
    ...act(AssignReportInput, (scope, { reportId, assigneeId = null }) => assignReport(scope, reportId, assigneeId)),
  }),
  addReportNote: t.field({
    type: ModerationReport,
    ...FOR_ADMINS,
    description: 'Adds a note to a report. Admins only.',
    ...act(AddReportNoteInput, (scope, { reportId, text }) => addReportNote(scope, reportId, text)),
  }),
  closeReport: t.field({
    type: ModerationReport,
    ...FOR_ADMINS,
    description: 'Closes a report, once, and notifies the reporter. Admins only.',
    ...act(CloseReportInput, (scope, { reportId, reason }) => closeReport(scope, reportId, reason)),
  }),
  deleteModerationReport: t.id({
    ...FOR_ADMINS,
    description: 'Deletes a report with its notes and returns its id. Admins only.',
    ...act(DeleteModerationReportInput, async (scope, { id }) => {
      await deleteModerationReport(scope, id)
      return id
    }),
  }),
}))
