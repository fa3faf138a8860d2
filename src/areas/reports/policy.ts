import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Viewer } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

export const noSuchReport = () => new Failure('missing', 'Moderation report not found')

/** What admins see; nobody else reads a report as they do. */
export const visibleReports = (viewer: Viewer | null): Prisma.ModerationReportWhereInput =>
  viewer?.admin ? {} : { id: { in: [] } }

/** What somebody has reported. */
export const ownReports = ({ id }: Viewer) => ({ reporterId: id }) satisfies Prisma.ModerationReportWhereInput

/** A report, kept from every other act upon it until the transaction ends. Throws `missing`. */
export async function holdReport({ db }: Open, id: string): Promise<ModerationReport> {
  await db.$executeRaw`SELECT FROM "ModerationReport" WHERE id = ${id} FOR NO KEY UPDATE`
  const report = await db.moderationReport.findUnique({ where: { id } })
  if (!report) throw noSuchReport()
  return report
}

/** The same of an open one. Throws `conflict` for one that was closed. */
export async function holdOpenReport(open: Open, id: string): Promise<ModerationReport> {
  const report = await holdReport(open, id)
  if (report.status !== 'open') throw new Failure('conflict', 'This report was closed')
  return report
}
