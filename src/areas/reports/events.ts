import type { Announcement } from '../../kernel/events.ts'

/** What happened to a report. Admins alone hear of it. */
export const REPORT_TOPICS = [
  'report.submitted',
  'report.assigned',
  'report.noted',
  'report.acted',
  'report.closed',
  'report.deleted',
] as const
export type ReportTopic = (typeof REPORT_TOPICS)[number]

export const reportAnnounced = (topic: ReportTopic, id: string): Announcement => ({ topic, subject: id })
