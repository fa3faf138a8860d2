import type { Handlers } from '../../contract/operation.ts'
import type { reports } from '../../contract/reports.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { deleteModerationReport, readModerationReports } from './reports.ts'
import { submitModerationReport } from './submit.ts'
import { reportsWire, reportWire } from './wire.ts'

const listOf = (value: string | undefined) => (value === undefined ? undefined : [value])

export const reportsRest: Handlers<typeof reports, ScopeByAccess> = {
  submitModerationReport: async (scope, { body }) => reportWire(scope, await submitModerationReport(scope, body)),
  reportUser: async (scope, { userId: contentId, body }) => {
    const dash = body.reason.indexOf('-')
    const [category, reason] = [body.reason.slice(0, dash), body.reason.slice(dash + 1)]
    await submitModerationReport(scope, { type: body.contentType, category, reason, contentId })
    return successResponse('Report submitted.')
  },
  getModerationReports: async (scope, { query: { reportingUserId: reporterId, status, type, ...page } }) => {
    const filter = { reporterId, statuses: listOf(status), types: listOf(type) }
    return reportsWire(scope, await readModerationReports(scope, filter, pageOf(page)))
  },
  deleteModerationReport: async (scope, { moderationReportId }) =>
    deleteModerationReport(scope, moderationReportId).then(() => ({ success: true })),
}
