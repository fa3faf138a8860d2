import type { ModerationReport, PaginatedModerationReportList } from '../../contract/shapes/moderationReport.ts'
import type { ModerationReport as Row } from '../../generated/prisma/client.ts'
import type { ReportPage } from './reports.ts'

/** Nobody is asked for evidence, nor sent to a support desk: there is none. */
export const reportWire = (row: Row): ModerationReport => ({
  id: row.id,
  type: row.type,
  category: row.category,
  reason: row.reason,
  contentId: row.contentId,
  contentName: row.contentName,
  contentThumbnailImageUrl: row.contentThumbnailImageUrl,
  description: row.description,
  evidenceRequired: false,
  supportRequired: false,
})

export const reportsWire = ({ reports, totalCount, hasNext }: ReportPage): PaginatedModerationReportList => ({
  results: reports.map(reportWire),
  totalCount,
  hasNext,
})
