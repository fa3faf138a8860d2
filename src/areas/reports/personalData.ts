import type { DeclaredTables } from '../../kernel/personalData.ts'

const STAFF = 'Which admin has acted concerns the admin.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  ModerationReport: {
    of: ['reporterId'],
    without: { openKey: 'Keeps a report from being made twice.', assigneeId: STAFF, closedById: STAFF },
    mentions: {
      contentId: 'A report about the person protects who has made it.',
      assigneeId: 'The report is of the reporter.',
      closedById: 'The report is of the reporter.',
    },
  },
  ReportNote: {
    notExported: 'Notes of admins for each other about reports, which name others.',
    mentions: ['authorId'],
  },
}
