import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, get, post } from './operation.ts'
import {
  ModerationReport,
  PaginatedModerationReportList,
  ReportUserRequest,
  SubmitModerationReportRequest,
} from './shapes/moderationReport.ts'
import { pageQuery } from './shapes/queryParameters.ts'
import { Success, SuccessFlag } from './shapes/response.ts'

export const reports = {
  submitModerationReport: post('/moderationReports', {
    summary: 'Reports a person, world, avatar or group to the admins.',
    body: SubmitModerationReportRequest,
    result: ModerationReport,
  }),
  reportUser: post('/feedback/{userId}/user', {
    summary: 'Reports a person to the admins, as the desktop client does.',
    origin: 'client',
    body: ReportUserRequest,
    result: Success,
  }),
  getModerationReports: get('/moderationReports', {
    summary: 'Lists moderation reports, latest first. Admins only.',
    access: 'admin',
    query: z.object({
      ...pageQuery,
      reportingUserId: UserId.optional().describe('Only reports by this person.'),
      status: z.string().optional().describe('Only reports of this status: open or closed.'),
      type: z.string().optional().describe('Only reports of this type.'),
    }),
    result: PaginatedModerationReportList,
  }),
  deleteModerationReport: del('/moderationReports/{moderationReportId}', {
    summary: 'Deletes a moderation report. Admins only.',
    access: 'admin',
    result: SuccessFlag,
  }),
}
