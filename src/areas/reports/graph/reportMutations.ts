import { z } from 'zod'
import { ModerationReportId, UserId } from '../../../contract/ids.ts'
import { ReportDetails, SubmitModerationReportRequest } from '../../../contract/shapes/moderationReport.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import type { ModerationReport as Row } from '../../../generated/prisma/client.ts'
import { deleteModerationReport, parseAdminText } from '../reports.ts'
import { reportRules, submitModerationReport } from '../submit.ts'
import { addReportNote, assignReport, closeReport } from '../triage.ts'
import { BY_LATEST_REPORT, BY_OLDEST_NOTE, Report, ReportEdge, ReportNoteEdge } from './report.ts'
import { ReportDetailsInput } from './reportDetails.ts'

const { authScopes } = FOR_ADMINS
const details = nestedInput(ReportDetails).optional().describe('Circumstances that the client knows of.')
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
  description: 'Assigns an open report to an admin, or to nobody. Admins only.',
  authScopes,
  input: z.object({ reportId, assigneeId: UserId.optional().describe('Admin to assign; omitted for nobody.') }),
  run: async (scope, { reportId, assigneeId = null }) => ({ report: await assignReport(scope, reportId, assigneeId) }),
  payload: (t) => ({ report: t.field(changedReport) }),
})

mutation('addReportNote', {
  description: 'Adds a note to a report. Admins only.',
  authScopes,
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
  description: 'Closes a report, once, and notifies the reporter. Admins only.',
  authScopes,
  input: z.object({ reportId, reason: z.string().describe('Explanation to the reporter, at most 2,000 characters.') }),
  rules: (_scope, { reason }) => [() => reason !== undefined && parseAdminText('reason', reason)],
  run: async (scope, { reportId, reason }) => ({ report: await closeReport(scope, reportId, reason) }),
  payload: (t) => ({ report: t.field(changedReport) }),
})

mutation('deleteModerationReport', {
  description: 'Deletes a report with its notes. Admins only.',
  authScopes,
  input: z.object({ reportId }),
  run: async (scope, { reportId }) => {
    await deleteModerationReport(scope, reportId)
    return { deletedReportId: reportId }
  },
  payload: (t) => ({
    deletedReportId: t.exposeID('deletedReportId', { description: 'Id of the report, which is gone.' }),
  }),
})
