import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { invalid } from '../../kernel/failure.ts'
import type { ModerationReportId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'
import { staffAct } from '../audit/staffAct.ts'
import { reportDeleted } from './events.ts'
import { lockReport, ownReports, visibleReports } from './policy.ts'

/** A filter of reports; omitted fields match all. Unknown statuses, types and categories match nothing. */
export interface ReportFilter {
  readonly reporterId?: string | undefined
  readonly statuses?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** Null for reports that are assigned to nobody. */
  readonly assigneeId?: string | null | undefined
  readonly contentId?: string | undefined
  /** Who was responsible for what is reported. */
  readonly authorId?: string | undefined
  readonly outcomes?: readonly string[] | undefined
  /** Submitted at this time or later. */
  readonly since?: Date | undefined
  /** Submitted before this time. */
  readonly until?: Date | undefined
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
  assertStaff(scope, 'reports')
  const where = readableWhere(scope, filter)
  const { moderationReport } = scope.db
  const [reports, totalCount] = await Promise.all([
    moderationReport.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit, skip: offset }),
    moderationReport.count({ where }),
  ])
  return { reports, totalCount, hasNext: offset + reports.length < totalCount && reports.length > 0 }
}

const anyOf = (values: readonly string[]) => ({ in: [...values] })

type ReportIdFilter = Pick<ReportFilter, 'reporterId' | 'assigneeId' | 'contentId' | 'authorId'>

/** Prisma would take a column with the value undefined for one that is not filtered by, but its types do not. */
const definedOnly = ({ reporterId, assigneeId, contentId, authorId }: ReportIdFilter) => ({
  ...(reporterId !== undefined && { reporterId }),
  ...(assigneeId !== undefined && { assigneeId }),
  ...(contentId !== undefined && { contentId }),
  ...(authorId !== undefined && { authorId }),
})

const reportsWhere = (filter: ReportFilter): Prisma.ModerationReportWhereInput => {
  const { statuses, types, categories, outcomes, since, until, ...ids } = filter
  return {
    ...(statuses && { status: anyOf(statuses) }),
    ...(types && { type: anyOf(types) }),
    ...(categories && { category: anyOf(categories) }),
    ...(outcomes && { outcome: anyOf(outcomes) }),
    ...definedOnly(ids),
    ...((since || until) && { createdAt: { ...(since && { gte: since }), ...(until && { lt: until }) } }),
  }
}

/** The reports of a filter that the viewer, one of the staff, can read. */
const readableWhere = ({ viewer }: ViewerScope, filter: ReportFilter): Prisma.ModerationReportWhereInput => ({
  AND: [reportsWhere(filter), visibleReports(viewer)],
})

/** Deletes a report with its notes. Throws `forbidden` unless an admin acts, `missing`. */
export const deleteModerationReport = (scope: ViewerScope, id: ModerationReportId): Promise<void> =>
  staffAct(scope, 'deleteModerationReport', async (tx) => {
    const { type, contentId, status } = await lockReport(tx, id)
    await tx.db.moderationReport.delete({ where: { id } })
    tx.emit(reportDeleted(id))
    return { subjectId: id, reportId: id, details: { type, contentId, status } }
  })

/** What reports are sorted by: the time of submission, that of the last act of an admin, or the weight. */
export type ReportSort = 'createdAt' | 'updatedAt' | 'weight'

interface ReportList {
  readonly where: Prisma.ModerationReportWhereInput
  readonly by: ReportSort
}

const findReportPage = ({ db }: Scope, { where, by }: ReportList, page: KeysetPage) =>
  db.moderationReport.findMany({
    where: { AND: [where, ...keysetWhere(page, [by, 'id'])] },
    orderBy: keysetOrder(page, [by, 'id']),
    take: page.limit,
  })

/** A page of the reports that match a filter, by a time and `id`. Throws `forbidden` unless an admin asks. */
export async function listReports(
  scope: ViewerScope,
  list: { filter: ReportFilter; by: ReportSort },
  page: KeysetPage,
) {
  assertStaff(scope, 'reports')
  return findReportPage(scope, { where: readableWhere(scope, list.filter), by: list.by }, page)
}

/** A page of the viewer's own reports, by `createdAt` and `id`. */
export const listOwnReports = (scope: ViewerScope, page: KeysetPage) =>
  findReportPage(scope, { where: ownReports(scope.viewer), by: 'createdAt' }, page)

/** Number of the viewer's own reports. */
export const countOwnReports = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.moderationReport.count({ where: ownReports(viewer) })

/** Number of reports by status or type, without the filter of that field. Throws `forbidden` unless an admin asks. */
export async function countReportsBy(scope: ViewerScope, filter: ReportFilter, by: 'status' | 'type') {
  assertStaff(scope, 'reports')
  const where = readableWhere(scope, {
    ...filter,
    ...(by === 'status' ? { statuses: undefined } : { types: undefined }),
  })
  const counts = await scope.db.moderationReport.groupBy({ by: [by], where, _count: true })
  const found = counts.map(({ [by]: value, _count: count }) => ({ value, count }))
  return found.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}
/** Number of reports that match a filter. Throws `forbidden` unless an admin asks. */
export async function countFilteredReports(scope: ViewerScope, filter: ReportFilter): Promise<number> {
  assertStaff(scope, 'reports')
  return scope.db.moderationReport.count({ where: readableWhere(scope, filter) })
}

type ReportIdentity = Pick<ModerationReport, 'type' | 'contentId' | 'category' | 'reason'>

/** What keeps a person from having two equal open reports. */
export const openKeyOf = (reporterId: string, { type, contentId, category, reason }: ReportIdentity): string =>
  [reporterId, type, contentId, category, reason].join(' ')

const MAX_TEXT_LENGTH = 2_000

/** Trims a text of an admin. Throws `invalid` if it is empty or too long. */
export function parseAdminText(field: string, untrimmed: string): string {
  const text = untrimmed.trim()
  if (isBlank(text)) throw invalid(field, `${field} must not be empty`, { reason: 'too_short', min: 1 })
  if (characterCount(text) > MAX_TEXT_LENGTH)
    throw invalid(field, `${field} must have at most ${MAX_TEXT_LENGTH} characters`, {
      reason: 'too_long',
      max: MAX_TEXT_LENGTH,
    })
  return text
}
