import type { ModerationReport, PaginatedModerationReportList } from '../../contract/shapes/moderationReport.ts'
import type { ModerationReport as Row } from '../../generated/prisma/client.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { ReportPage } from './reports.ts'

/** There is no support desk, and nobody is asked for evidence. */
export const reportWire = (options: UrlOptions, row: Row): ModerationReport => ({
  id: row.id,
  type: row.type,
  category: row.category,
  reason: row.reason,
  contentId: row.contentId,
  contentName: row.contentName,
  contentThumbnailImageUrl: shownUrl(options, row.contentThumbnailImageUrl),
  description: row.description,
  evidenceRequired: false,
  supportRequired: false,
})

export const reportsWire = (
  options: UrlOptions,
  { reports, totalCount, hasNext }: ReportPage,
): PaginatedModerationReportList => ({
  results: reports.map((row) => reportWire(options, row)),
  totalCount,
  hasNext,
})
