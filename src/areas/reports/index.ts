import { reports } from '../../contract/reports.ts'
import { defineArea } from '../area.ts'
import { reportEvents } from './events.ts'
import { lockReportsOf } from './policy.ts'
import { reportsRest } from './rest.ts'
import './graph/report.ts'
import './graph/reportMutations.ts'
import './graph/reportOptions.ts'
import './graph/reportLists.ts'
import './graph/reportEvents.ts'
import './graph/viewerCanReport.ts'
import './graph/enforcement.ts'
import './graph/auditSubject.ts'
import './graph/notificationSubject.ts'
import { personalData } from './personalData.ts'

export const reportsArea = defineArea({
  tag: 'Authentication and account',
  contract: reports,
  rest: reportsRest,
  personalData,
  events: reportEvents,
  nodeTypes: { moderationReport: 'Report', reportNote: 'ReportNote' },
  accountErasure: {
    place: 40,
    // Reports by and about the person are kept without the person's data; notes of admins are kept.
    async erase(tx, id) {
      const { db } = tx
      await lockReportsOf(tx, id)
      await db.moderationReport.updateMany({ where: { reporterId: id }, data: { reporterId: null, openKey: null } })
      await db.moderationReport.updateMany({ where: { assigneeId: id }, data: { assigneeId: null } })
      await db.moderationReport.updateMany({ where: { closedById: id }, data: { closedById: null } })
      await db.reportNote.updateMany({ where: { authorId: id }, data: { authorId: null } })
      await db.moderationReport.updateMany({
        where: { contentId: id },
        data: { contentName: 'Deleted user', contentThumbnailImageUrl: null },
      })
    },
  },
})
