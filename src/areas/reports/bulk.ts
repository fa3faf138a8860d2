import type { ModerationReport } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { ModerationReportId, UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { ReportOutcome } from './outcomes.ts'
import { assignReport, closeReport } from './triage.ts'

/** Reports that one call can act upon. */
export const MOST_REPORTS = 100

/** What has become of one of several reports. */
export interface BulkResult {
  readonly reportId: ModerationReportId
  /** The report after the act; null if it was refused. */
  readonly report: ModerationReport | null
  readonly refusal: Failure | null
}

type ReportIds = readonly ModerationReportId[]

/** Throws `invalid` for no reports, for more than 100, and for one that is named twice. */
export function assertReportIds(reportIds: ReportIds): void {
  const [min, max] = [1, MOST_REPORTS]
  if (reportIds.length < min) throw invalid('reportIds', 'reportIds: name a report', { reason: 'too_few_entries', min })
  if (reportIds.length > max)
    throw invalid('reportIds', `reportIds: at most ${max} reports`, { reason: 'too_many_entries', max })
  if (new Set(reportIds).size < reportIds.length)
    throw invalid('reportIds', 'reportIds: a report is named twice', 'duplicate_entries')
}

/** Acts upon one report after the other, each in a transaction of its own. A report that is closed, claimed or gone ends nothing. */
async function actUponEach(reportIds: ReportIds, act: (id: ModerationReportId) => Promise<ModerationReport>) {
  assertReportIds(reportIds)
  const results: BulkResult[] = []
  for (const reportId of reportIds) results.push(await resultOf(reportId, act))
  return results
}

async function resultOf(reportId: ModerationReportId, act: (id: ModerationReportId) => Promise<ModerationReport>) {
  try {
    return { reportId, report: await act(reportId), refusal: null }
  } catch (error) {
    if (!(error instanceof Failure) || !(error.kind === 'conflict' || error.kind === 'missing')) throw error
    return { reportId, report: null, refusal: error }
  }
}

interface BulkClosing {
  readonly reason: string
  readonly outcome?: ReportOutcome | undefined
}

/** Closes reports like `closeReport`. Throws what it throws, but for `missing` and `conflict`, which are told for each report. */
export const closeReports = (scope: ViewerScope, reportIds: ReportIds, closing: BulkClosing): Promise<BulkResult[]> =>
  actUponEach(reportIds, (id) => closeReport(scope, { id, ...closing }))

interface BulkAssignment {
  readonly assigneeId: UserId | null
  readonly takeOver?: boolean | undefined
}

/** Assigns reports like `assignReport`. Throws what it throws, but for `missing` and `conflict`, which are told for each report. */
export const assignReports = (
  scope: ViewerScope,
  reportIds: ReportIds,
  assignment: BulkAssignment,
): Promise<BulkResult[]> => actUponEach(reportIds, (id) => assignReport(scope, { id, ...assignment }))
