import type { Prisma } from '../../generated/prisma/client.ts'
import { createdBetween, type Stretch } from '../../kernel/page.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { ownReports } from './policy.ts'
import { filtered, type ReportFilter } from './reports.ts'

const listed = ({ db }: Scope, where: Prisma.ModerationReportWhereInput, stretch: Stretch) => {
  const way = stretch.inverted ? 'asc' : 'desc'
  return db.moderationReport.findMany({
    where: { ...where, AND: createdBetween(stretch) },
    orderBy: [{ createdAt: way }, { id: way }],
    take: stretch.limit,
  })
}

/** The reports that a filter lets through, the latest first. Throws `forbidden` for anybody but an admin. */
export async function listReports(scope: SignedScope, filter: ReportFilter, stretch: Stretch) {
  requireAdmin(scope)
  return listed(scope, filtered(filter), stretch)
}

/** What the viewer has reported, the latest first. */
export const listOwnReports = (scope: SignedScope, stretch: Stretch) => listed(scope, ownReports(scope.viewer), stretch)

/** How many reports there are of each status or type, whatever the filter says of that. Throws `forbidden`. */
export async function countReports(scope: SignedScope, filter: ReportFilter, by: 'status' | 'type') {
  requireAdmin(scope)
  const { [by]: _, ...others } = filter
  const counts = await scope.db.moderationReport.groupBy({ by: [by], where: filtered(others), _count: true })
  const found = counts.map(({ [by]: value, _count: count }) => ({ value, count }))
  return found.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

/** How many reports a filter lets through. Throws `forbidden`. */
export async function countAllReports(scope: SignedScope, filter: ReportFilter): Promise<number> {
  requireAdmin(scope)
  return scope.db.moderationReport.count({ where: filtered(filter) })
}
