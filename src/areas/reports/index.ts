import { reports } from '../../contract/reports.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { defineArea } from '../area.ts'
import { queueEvents, staffNotesChanged } from './events.ts'
import { lockReportsOf } from './policy.ts'
import { reportsRest } from './rest.ts'
import './graph/report.ts'
import './graph/reportMutations.ts'
import './graph/reportOptions.ts'
import './graph/reportLists.ts'
import './graph/reportSubjects.ts'
import './graph/staffNotes.ts'
import './graph/cannedReasons.ts'
import './graph/sanctions.ts'
import './graph/appeals.ts'
import './graph/reportEvents.ts'
import './graph/viewerCanReport.ts'
import './graph/enforcement.ts'
import './graph/contentItem.ts'
import './graph/hiddenContent.ts'
import './graph/auditSubject.ts'
import './graph/notificationSubject.ts'
import { personalData } from './personalData.ts'

/** Deletes what the staff keeps about a person, and leaves the person out of what they did as one of it. */
async function eraseStaffRecords({ db }: InTransaction, id: string): Promise<void> {
  await db.staffNote.deleteMany({ where: { userId: id } })
  await db.appeal.deleteMany({ where: { userId: id } })
  await db.sanction.deleteMany({ where: { userId: id } })
  await db.reporterRecord.deleteMany({ where: { userId: id } })
  await db.staffNote.updateMany({ where: { authorId: id }, data: { authorId: null } })
  await db.sanction.updateMany({ where: { imposedById: id }, data: { imposedById: null } })
  await db.hiddenContent.updateMany({ where: { hiddenById: id }, data: { hiddenById: null } })
  await db.appeal.updateMany({ where: { decidedById: id }, data: { decidedById: null } })
}

export const reportsArea = defineArea({
  tag: 'Authentication and account',
  contract: reports,
  rest: reportsRest,
  personalData,
  events: [...queueEvents, staffNotesChanged],
  nodeTypes: {
    moderationReport: 'Report',
    reportNote: 'ReportNote',
    reportSubject: 'ReportSubject',
    staffNote: 'StaffNote',
    cannedReason: 'CannedReason',
    sanction: 'Sanction',
    hiddenContent: 'HiddenContent',
    appeal: 'Appeal',
  },
  accountErasure: {
    place: 40,
    // Reports by and about the person are kept without the person's data, as are notes that the person wrote as one of the staff.
    async erase(tx, id) {
      const { db } = tx
      await lockReportsOf(tx, id)
      await eraseStaffRecords(tx, id)
      await db.moderationReport.updateMany({ where: { reporterId: id }, data: { reporterId: null, openKey: null } })
      await db.moderationReport.updateMany({ where: { assigneeId: id }, data: { assigneeId: null } })
      await db.moderationReport.updateMany({ where: { closedById: id }, data: { closedById: null } })
      await db.reportNote.updateMany({ where: { authorId: id }, data: { authorId: null } })
      await db.moderationReport.updateMany({
        where: { contentId: id },
        data: { contentName: 'Deleted user', contentThumbnailImageUrl: null },
      })
      await db.moderationReport.updateMany({ where: { authorId: id }, data: { authorId: null } })
    },
  },
})
