import type { ReportNote } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type ModerationReportId, newId, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { notify } from '../notifications/notifying.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import { reportAnnounced } from './events.ts'
import { holdOpenReport, holdReport, noSuchReport } from './policy.ts'
import { checkedText } from './texts.ts'

/**
 * Says which admin looks after an open report; null for nobody. Throws `forbidden` for anybody but an admin, `missing`,
 * `invalid` where the other is none, `conflict` for a closed report.
 */
export async function assignReport(
  scope: SignedScope,
  id: ModerationReportId,
  assigneeId: UserId | null,
): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    if (assigneeId !== null) await holdAdmin(open, assigneeId)
    await holdOpenReport(open, id)
    await open.db.moderationReport.update({ where: { id }, data: { assigneeId, updatedAt: open.now } })
    await audit(open, { act: 'assignReport', subjectId: id, reportId: id, details: { assigneeId } })
    open.emit(reportAnnounced('report.assigned', id))
  })
}

/** People are held before reports, as by whoever erases them. */
async function holdAdmin({ db }: Open, id: UserId): Promise<void> {
  const admins = await db.$queryRaw<unknown[]>`
    SELECT id FROM "User" WHERE id = ${id} AND admin AND "erasedAt" IS NULL FOR SHARE`
  if (admins.length === 0) throw invalid('assigneeId', 'assigneeId must be the id of an admin')
}

/** Of one report: they are read together. */
const MOST_NOTES = 200

/**
 * Keeps something in writing about a report, open or closed. Throws `forbidden`, `missing`, `invalid`, and `conflict` for
 * one that has 200 notes.
 */
export async function addReportNote(
  scope: SignedScope,
  reportId: ModerationReportId,
  given: string,
): Promise<ReportNote> {
  requireAdmin(scope)
  const text = checkedText('text', given)
  return transact(scope, async (open) => {
    await holdReport(open, reportId)
    if ((await open.db.reportNote.count({ where: { reportId } })) >= MOST_NOTES)
      throw new Failure('conflict', `A report has at most ${MOST_NOTES} notes`)
    const id = newId('reportNote', open.now)
    const data = { id, reportId, authorId: open.viewer.id, text, createdAt: open.now }
    const note = await open.db.reportNote.create({ data })
    await open.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: open.now } })
    await audit(open, { act: 'addReportNote', subjectId: reportId, reportId, details: { noteId: id } })
    open.emit(reportAnnounced('report.noted', reportId))
    return note
  })
}

/**
 * Closes a report and tells whoever made it why, unless the account was erased. Of two at once the first closes it.
 * Throws `forbidden`, `missing`, `invalid`, and `conflict` for one that was closed already.
 */
export async function closeReport(scope: SignedScope, id: ModerationReportId, given: string): Promise<void> {
  requireAdmin(scope)
  const closeReason = checkedText('reason', given)
  await transact(scope, async (open) => {
    const reporters = await holdReporter(open, id)
    await holdOpenReport(open, id)
    const { now, viewer } = open
    const closed = {
      status: 'closed',
      openKey: null,
      closeReason,
      closedById: viewer.id,
      closedAt: now,
      updatedAt: now,
    }
    await open.db.moderationReport.update({ where: { id }, data: closed })
    await audit(open, { act: 'closeReport', subjectId: id, reportId: id })
    open.emit(reportAnnounced('report.closed', id))
    await notify(
      open,
      reporters.map((receiverId) => closedDraft(receiverId, id, closeReason)),
    )
  })
}

/** Whoever made a report, held as the receiver of a notification: before the report, as by whoever erases them. */
async function holdReporter(open: Open, id: ModerationReportId): Promise<UserId[]> {
  const report = await open.db.moderationReport.findUnique({ where: { id }, select: { reporterId: true } })
  if (!report) throw noSuchReport()
  return report.reporterId === null ? [] : holdReceivers(open, [report.reporterId])
}

const closedDraft = (receiverId: UserId, reportId: ModerationReportId, message: string) => ({
  ...{ type: 'moderation.report.closed' as const, receiverId, senderId: null, category: 'moderation' },
  ...{ title: 'Your report was closed', message, data: { reportId } },
})
