import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import type { ModerationReportId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { reportAnnounced } from './events.ts'
import { holdReport } from './policy.ts'

/** Which reports are wanted; what is left out does not matter. A word that nothing has finds nothing. */
export interface ReportFilter {
  readonly reporterId?: string | undefined
  readonly status?: string | undefined
  readonly type?: string | undefined
  /** Null for those that nobody looks after. */
  readonly assigneeId?: string | null | undefined
  readonly contentId?: string | undefined
}

export const filtered = (filter: ReportFilter): Prisma.ModerationReportWhereInput => ({
  ...(filter.reporterId !== undefined && { reporterId: filter.reporterId }),
  ...(filter.status !== undefined && { status: filter.status }),
  ...(filter.type !== undefined && { type: filter.type }),
  ...(filter.assigneeId !== undefined && { assigneeId: filter.assigneeId }),
  ...(filter.contentId !== undefined && { contentId: filter.contentId }),
})

export interface ReportPage {
  readonly reports: readonly ModerationReport[]
  readonly totalCount: number
  readonly hasNext: boolean
}

/** What people have reported, the latest first. Throws `forbidden` for anybody but an admin. */
export async function readModerationReports(
  scope: SignedScope,
  filter: ReportFilter,
  { limit, offset }: Page,
): Promise<ReportPage> {
  requireAdmin(scope)
  const where = filtered(filter)
  const [reports, totalCount] = await Promise.all([
    scope.db.moderationReport.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
      skip: offset,
    }),
    scope.db.moderationReport.count({ where }),
  ])
  return { reports, totalCount, hasNext: offset + reports.length < totalCount && reports.length > 0 }
}

/** Deletes a report with its notes. Throws `forbidden` for anybody but an admin, `missing`. */
export async function deleteModerationReport(scope: SignedScope, id: ModerationReportId): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const { type, contentId, status } = await holdReport(open, id)
    await open.db.moderationReport.delete({ where: { id } })
    const details = { type, contentId, status }
    await audit(open, { act: 'deleteModerationReport', subjectId: id, reportId: id, details })
    open.emit(reportAnnounced('report.deleted', id))
  })
}
