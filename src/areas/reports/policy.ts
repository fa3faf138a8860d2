import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Viewer } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

export const reportNotFound = () =>
  new Failure('missing', 'Moderation report not found', { reason: 'report_not_found' })

/** Whether the viewer can read reports with their notes and the acts of admins. */
export const canReadReports = isAdmin

/** The reports that a person has submitted. */
export const ownReports = ({ id }: Viewer) => ({ reporterId: id }) satisfies Prisma.ModerationReportWhereInput

/** The reports that the viewer can read: their own, all for admins. */
export const visibleReports = (viewer: Viewer): Prisma.ModerationReportWhereInput =>
  canReadReports({ viewer }) ? {} : ownReports(viewer)

/** A report, kept from every other act upon it until the transaction ends. Throws `missing`. */
export async function lockReport(tx: InTransaction, id: string): Promise<ModerationReport> {
  const lock = rowLock(tx, 'report', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "ModerationReport" WHERE id = ${id} ${lock}`
  const report = await tx.db.moderationReport.findUnique({ where: { id } })
  if (!report) throw reportNotFound()
  return report
}

/** An open report, locked until the transaction ends. Throws `missing`, and `conflict` for a closed one. */
export async function lockOpenReport(tx: InTransaction, id: string): Promise<ModerationReport> {
  const report = await lockReport(tx, id)
  if (report.status !== 'open') throw new Failure('conflict', 'This report was closed', { reason: 'report_closed' })
  return report
}
