import { z } from 'zod'
import { ModerationReportId, UserId } from '../../../contract/ids.ts'
import { ReportDetails, SubmitModerationReportRequest } from '../../../contract/shapes/moderationReport.ts'
import { builder, type ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import type { ModerationReport as Row } from '../../../generated/prisma/client.ts'
import { RefusalReasonEnum } from '../../system/graph/refusalReason.ts'
import { assertReportIds, assignReports, type BulkResult, closeReports, MOST_REPORTS } from '../bulk.ts'
import { REPORT_OUTCOMES } from '../outcomes.ts'
import { deleteModerationReport, parseAdminText } from '../reports.ts'
import { reportRules, submitModerationReport } from '../submit.ts'
import { addReportNote, assignReport, closeReport, reopenReport } from '../triage.ts'
import { BY_LATEST_REPORT, BY_OLDEST_NOTE, Report, ReportEdge, ReportNoteEdge, ReportOutcome } from './report.ts'
import { ReportDetailsInput } from './reportDetails.ts'

const details = nestedInput(ReportDetails).optional().describe('Circumstances that the client knows of.')
const assigneeId = UserId.optional().describe('Who of the staff is assigned; omitted for nobody.')
const takeOver = z.boolean().optional().describe('Whether a report that somebody else has claimed is taken from them.')
const reason = z.string().describe('Explanation to the reporter, at most 2,000 characters.')
const outcome = z
  .enum(REPORT_OUTCOMES)
  .optional()
  .describe('What came of it; omitted: ACTED if an act was done because of the report, or NO_VIOLATION.')
const reportIds = z.array(ModerationReportId).describe('Ids of 1 to 100 reports.')
const reportId = ModerationReportId.describe('Id of the report.')

/** A field of a payload that shows the report after the mutation. */
const changedReport = {
  type: Report,
  description: 'The report after the act.',
  resolve: ({ report }: { readonly report: Row }) => report,
}

mutation('submitModerationReport', {
  description: `Reports a person, world, avatar, group, prop or print to the admins. If the viewer has an open report with the
same type, subject, category and reason, that one is returned. At most 20 an hour, and 200 open ones.`,
  input: SubmitModerationReportRequest.extend({ details }),
  types: { contentId: 'ID', details: ReportDetailsInput },
  rules: reportRules,
  run: async (scope, report) => ({ report: await submitModerationReport(scope, report) }),
  payload: (t) => ({
    report: t.field({ ...changedReport, description: 'The report.' }),
    reportEdge: t.field({
      type: ReportEdge,
      description: "The report in the list of the viewer's reports.",
      resolve: ({ report }) => edgeOf(BY_LATEST_REPORT, report),
    }),
  }),
})

mutation('assignReport', {
  description: `Assigns an open report to one of the staff, or to nobody. Refused with REPORT_CLAIMED if somebody else has claimed
it, unless \`takeOver\` is true.`,
  input: z.object({ reportId, assigneeId, takeOver }),
  run: async (scope, { reportId: id, assigneeId = null, takeOver }) => ({
    report: await assignReport(scope, { id, assigneeId, takeOver }),
  }),
  payload: (t) => ({ report: t.field(changedReport) }),
})

mutation('addReportNote', {
  description: 'Adds a note to a report.',
  input: z.object({ reportId, text: z.string().describe('Text, at most 2,000 characters.') }),
  rules: (_scope, { text }) => [() => text !== undefined && parseAdminText('text', text)],
  run: (scope, { reportId, text }) => addReportNote(scope, reportId, text),
  payload: (t) => ({
    report: t.field(changedReport),
    noteEdge: t.field({
      type: ReportNoteEdge,
      description: 'The note in the list of notes of the report.',
      resolve: ({ note }) => edgeOf(BY_OLDEST_NOTE, note),
    }),
  }),
})

mutation('closeReport', {
  description: 'Closes a report, once, and notifies the reporter.',
  input: z.object({ reportId, reason, outcome }),
  types: { outcome: ReportOutcome },
  rules: (_scope, { reason }) => [() => reason !== undefined && parseAdminText('reason', reason)],
  run: async (scope, { reportId: id, ...closing }) => ({ report: await closeReport(scope, { id, ...closing }) }),
  payload: (t) => ({ report: t.field(changedReport) }),
})

mutation('reopenReport', {
  description: 'Opens a closed report again, and tells the reporter.',
  input: z.object({ reportId }),
  run: async (scope, { reportId }) => ({ report: await reopenReport(scope, reportId) }),
  payload: (t) => ({ report: t.field(changedReport) }),
})

const BulkReportResult = builder.objectRef<BulkResult>('BulkReportResult').implement({
  description: 'What has become of one of several reports.',
  fields: (t) => ({
    reportId: t.exposeID('reportId', { description: 'Id of the report.' }),
    report: t.expose('report', {
      type: Report,
      nullable: true,
      description: 'The report after the act; null if refused.',
    }),
    refusalReason: t.field({
      type: RefusalReasonEnum,
      nullable: true,
      description: 'Why it was refused; null if it was not.',
      resolve: ({ refusal }) => refusal?.reason ?? null,
    }),
    assigneeId: t.id({
      nullable: true,
      description: 'Who of the staff has claimed the report, if it was refused for that.',
      resolve: ({ refusal }) => refusal?.assigneeId ?? null,
    }),
  }),
})

const bulkPayload = (t: ObjectFieldBuilder<{ readonly results: BulkResult[] }>) => ({
  results: t.expose('results', {
    type: [BulkReportResult],
    ...about(MOST_REPORTS),
    description: 'What has become of each report, in the order of the ids.',
  }),
})

mutation('assignReports', {
  description: 'Assigns reports to one of the staff, or to nobody. Reports that are closed, claimed or gone are told.',
  input: z.object({ reportIds, assigneeId, takeOver }),
  rules: (_scope, { reportIds }) => [() => reportIds !== undefined && assertReportIds(reportIds)],
  run: async (scope, { reportIds, assigneeId = null, takeOver }) => ({
    results: await assignReports(scope, reportIds, { assigneeId, takeOver }),
  }),
  payload: bulkPayload,
})

mutation('closeReports', {
  description: 'Closes reports and notifies their reporters. Reports that are closed or gone are told.',
  input: z.object({ reportIds, reason, outcome }),
  types: { outcome: ReportOutcome },
  rules: (_scope, { reportIds, reason }) => [
    () => reportIds !== undefined && assertReportIds(reportIds),
    () => reason !== undefined && parseAdminText('reason', reason),
  ],
  run: async (scope, { reportIds, ...closing }) => ({ results: await closeReports(scope, reportIds, closing) }),
  payload: bulkPayload,
})

mutation('deleteModerationReport', {
  description: 'Deletes a report with its notes.',
  input: z.object({ reportId }),
  run: async (scope, { reportId }) => {
    await deleteModerationReport(scope, reportId)
    return { deletedReportId: reportId }
  },
  payload: (t) => ({
    deletedReportId: t.exposeID('deletedReportId', { description: 'Id of the report, which is gone.' }),
  }),
})
