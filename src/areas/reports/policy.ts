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

/** Locks the reports that a person has sent, is assigned or has closed, and those about the person. */
export async function lockReportsOf(tx: InTransaction, userId: string): Promise<void> {
  await tx.sql`
    SELECT FROM "ModerationReport"
    WHERE "reporterId" = ${userId} OR "assigneeId" = ${userId} OR "closedById" = ${userId} OR "contentId" = ${userId}
    ${rowLock(tx, 'report', { strength: 'NO KEY UPDATE' })}`
}

/** Locks a person who is an admin against a change of that; false for anybody else. */
export async function lockIfAdmin(tx: InTransaction, id: string): Promise<boolean> {
  const admins = await tx.sql`
    SELECT id FROM "User" WHERE id = ${id} AND admin AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: [id], strength: 'SHARE' })}`
  return admins.length > 0
}
