import type { DeclaredTables } from '../../kernel/personalData.ts'

const STAFF = 'Which admin has acted concerns the admin.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  ModerationReport: {
    of: ['reporterId'],
    without: {
      openKey: 'Keeps a report from being made twice.',
      assigneeId: STAFF,
      closedById: STAFF,
      authorId: 'Who was reported concerns that person.',
      weight: 'How the staff orders its queue.',
    },
    mentions: {
      contentId: 'A report about the person protects who has made it.',
      authorId: 'A report about content of the person protects who has made it.',
      assigneeId: 'The report is of the reporter.',
      closedById: 'The report is of the reporter.',
    },
  },
  ReportNote: {
    notExported: 'Notes of admins for each other about reports, which name others.',
    mentions: ['authorId'],
  },
  ReportSubject: {
    notExported: 'Sums of reports about something, which protect who has made them.',
    mentions: ['contentId', 'authorId', 'assigneeId'],
  },
  ReporterRecord: { of: ['userId'] },
  StaffNote: {
    notExported: 'Notes of the staff for each other, which name others.',
    mentions: ['userId', 'authorId'],
  },
  CannedReason: { notExported: 'Texts of the server.' },
  Sanction: {
    of: ['userId'],
    without: { imposedById: STAFF, reportId: 'A report protects who has made it.' },
    mentions: {
      contentId: 'The person or what is theirs, whom the row is about.',
      imposedById: 'The act is about the other person.',
    },
  },
  HiddenContent: {
    notExported: 'Which content the staff has hidden: sanctions tell the person responsible.',
    mentions: ['hiddenById'],
  },
  Appeal: {
    of: ['userId'],
    without: { decidedById: STAFF },
    mentions: { decidedById: 'The appeal is of the other person.' },
  },
}
