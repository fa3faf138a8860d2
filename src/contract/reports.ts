import { z } from 'zod'
import { del, get, post } from './operation.ts'
import { SuccessFlag } from './shapes/error.ts'
import {
  ModerationReport,
  PaginatedModerationReportList,
  SubmitModerationReportRequest,
} from './shapes/moderationReport.ts'
import { paged } from './shapes/page.ts'

export const reports = {
  submitModerationReport: post('/moderationReports', {
    summary: 'Tells the admins of a person, a world, an avatar or a group.',
    body: SubmitModerationReportRequest,
    result: ModerationReport,
  }),
  getModerationReports: get('/moderationReports', {
    summary: 'Lists what people have reported, the latest first. Admins only.',
    access: 'admin',
    query: z.object({
      ...paged,
      reportingUserId: z.string().optional(),
      status: z.string().optional(),
      type: z.string().optional(),
    }),
    result: PaginatedModerationReportList,
  }),
  deleteModerationReport: del('/moderationReports/{moderationReportId}', {
    summary: 'Deletes a report. Admins only.',
    access: 'admin',
    result: SuccessFlag,
  }),
}
