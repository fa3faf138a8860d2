import { newId } from '../../src/kernel/ids.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

const NOW = new Date()

/** What the staff keeps beside reports. */
export const reportNodes: Readonly<Record<string, PrepareNode>> = {
  async *ReportSubject(app, owner) {
    const { id: contentId } = await aUser(app)
    await submitReport(owner, aUserReportRequest(contentId))
    const { db } = app.scope()
    const times = { newestAt: moment(2), oldestAt: moment(1) }
    const row = await db.reportSubject.update({
      where: { contentId },
      data: { ...times, contentName: 'A former name' },
    })
    yield { id: row.id, row }
  },
  async *HiddenContent(app, owner) {
    const contentId = await aWorld(app, owner)
    const { db } = app.scope()
    await db.world.update({ where: { id: contentId }, data: { hiddenFrom: 'public', releaseStatus: 'hidden' } })
    const data = { hiddenById: owner.id, reason: 'A reason', hiddenAt: moment(1) }
    const row = await db.hiddenContent.update({ where: { contentId }, data })
    yield { id: row.id, row }
  },
  async *StaffNote(app, owner) {
    const data = {
      id: newId('staffNote', NOW),
      userId: owner.id,
      authorId: owner.id,
      text: 'A note',
      createdAt: moment(1),
    }
    yield { id: data.id, row: await app.scope().db.staffNote.create({ data }) }
  },
  async *CannedReason(app) {
    const texts = { id: newId('cannedReason', NOW), kind: 'close', title: 'A title', text: 'A text' }
    const times = { createdAt: moment(1), updatedAt: moment(2) }
    yield { id: texts.id, row: await app.scope().db.cannedReason.create({ data: { ...texts, ...times } }) }
  },
  async *Sanction(app, owner) {
    const told = { userId: owner.id, contentId: owner.id, contentName: 'A former name', reason: 'A reason' }
    const data = { id: newId('sanction', NOW), kind: 'suspension', ...told, imposedById: owner.id }
    const times = { createdAt: moment(1), endsAt: moment(2), liftedAt: moment(3) }
    yield { id: data.id, row: await app.scope().db.sanction.create({ data: { ...data, ...times } }) }
  },
  async *Appeal(app, owner) {
    const { db } = app.scope()
    const told = { userId: owner.id, contentId: owner.id, contentName: 'A name', reason: 'A reason' }
    const sanctionId = newId('sanction', NOW)
    await db.sanction.create({ data: { id: sanctionId, kind: 'warning', ...told, createdAt: moment(1) } })
    const decided = { status: 'upheld', decision: 'A decision', decidedById: owner.id, decidedAt: moment(2) }
    const data = { id: newId('appeal', NOW), sanctionId, userId: owner.id, text: 'A text', ...decided }
    yield { id: data.id, row: await db.appeal.create({ data: { ...data, createdAt: moment(3) } }) }
  },
}
