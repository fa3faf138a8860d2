import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { invalid } from '../../kernel/failure.ts'
import type { ModerationReportId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { adminAct } from '../audit/adminAct.ts'
import { reportDeleted } from './events.ts'
import { lockReport, ownReports } from './policy.ts'

/** A filter of reports; omitted fields match all. An unknown status or type matches nothing. */
export interface ReportFilter {
  readonly reporterId?: string | undefined
  readonly status?: string | undefined
  readonly type?: string | undefined
  /** Null for reports that are assigned to nobody. */
  readonly assigneeId?: string | null | undefined
  readonly contentId?: string | undefined
}

export interface ReportPage {
  readonly reports: readonly ModerationReport[]
  readonly totalCount: number
  readonly hasNext: boolean
}

/** A page of reports, latest first. Throws `forbidden` unless an admin asks. */
export async function readModerationReports(
  scope: ViewerScope,
  filter: ReportFilter,
  { limit, offset }: OffsetPage,
): Promise<ReportPage> {
  assertAdmin(scope)
  const where = reportsWhere(filter)
  const { moderationReport } = scope.db
  const [reports, totalCount] = await Promise.all([
    moderationReport.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit, skip: offset }),
    moderationReport.count({ where }),
  ])
  return { reports, totalCount, hasNext: offset + reports.length < totalCount && reports.length > 0 }
}

const reportsWhere = (filter: ReportFilter): Prisma.ModerationReportWhereInput => ({
  ...(filter.reporterId !== undefined && { reporterId: filter.reporterId }),
  ...(filter.status !== undefined && { status: filter.status }),
  ...(filter.type !== undefined && { type: filter.type }),
  ...(filter.assigneeId !== undefined && { assigneeId: filter.assigneeId }),
  ...(filter.contentId !== undefined && { contentId: filter.contentId }),
})

/** Deletes a report with its notes. Throws `forbidden` unless an admin acts, `missing`. */
export const deleteModerationReport = (scope: ViewerScope, id: ModerationReportId): Promise<void> =>
  adminAct(scope, 'deleteModerationReport', async (tx) => {
    const { type, contentId, status } = await lockReport(tx, id)
    await tx.db.moderationReport.delete({ where: { id } })
    tx.emit(reportDeleted(id))
    return { subjectId: id, reportId: id, details: { type, contentId, status } }
  })

const findReportPage = ({ db }: Scope, where: Prisma.ModerationReportWhereInput, page: KeysetPage) =>
  db.moderationReport.findMany({
    where: { ...where, AND: keysetWhere(page, ['createdAt', 'id']) },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })

/** A page of the reports that match a filter, by `createdAt` and `id`. Throws `forbidden` unless an admin asks. */
export async function listReports(scope: ViewerScope, filter: ReportFilter, page: KeysetPage) {
  assertAdmin(scope)
  return findReportPage(scope, reportsWhere(filter), page)
}

/** A page of the viewer's own reports, by `createdAt` and `id`. */
export const listOwnReports = (scope: ViewerScope, page: KeysetPage) =>
  findReportPage(scope, ownReports(scope.viewer), page)

/** Number of reports by status or type, without the filter of that field. Throws `forbidden` unless an admin asks. */
export async function countReportsBy(scope: ViewerScope, filter: ReportFilter, by: 'status' | 'type') {
  assertAdmin(scope)
  const where = reportsWhere({ ...filter, [by]: undefined })
  const counts = await scope.db.moderationReport.groupBy({ by: [by], where, _count: true })
  const found = counts.map(({ [by]: value, _count: count }) => ({ value, count }))
  return found.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

/** Number of reports that match a filter. Throws `forbidden` unless an admin asks. */
export async function countFilteredReports(scope: ViewerScope, filter: ReportFilter): Promise<number> {
  assertAdmin(scope)
  return scope.db.moderationReport.count({ where: reportsWhere(filter) })
}

const MAX_TEXT_LENGTH = 2_000

/** Trims a text of an admin. Throws `invalid` if it is empty or too long. */
export function parseAdminText(field: string, untrimmed: string): string {
  const text = untrimmed.trim()
  if (text === '') throw invalid(field, `${field} must not be empty`)
  if (text.length > MAX_TEXT_LENGTH) throw invalid(field, `${field} must have at most ${MAX_TEXT_LENGTH} characters`)
  return text
}
