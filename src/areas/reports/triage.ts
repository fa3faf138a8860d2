import type { ModerationReport, ReportNote } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type ModerationReportId, newId, type UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { adminAct } from '../audit/adminAct.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { reportAssigned, reportClosed, reportNoted } from './events.ts'
import { lockIfAdmin, lockOpenReport, lockReport, reportNotFound } from './policy.ts'
import { parseAdminText } from './reports.ts'

/**
 * Assigns an open report to an admin, or to nobody. Throws `forbidden` unless an admin acts, `missing`, `invalid` if the
 * assignee is no admin, `conflict` for a closed report.
 */
export const assignReport = (scope: ViewerScope, id: ModerationReportId, assigneeId: UserId | null) =>
  adminAct(scope, 'assignReport', async (tx) => {
    if (assigneeId !== null) await lockAdmin(tx, assigneeId)
    await lockOpenReport(tx, id)
    const result = await tx.db.moderationReport.update({ where: { id }, data: { assigneeId, updatedAt: tx.now } })
    tx.emit(reportAssigned(id))
    return { subjectId: id, reportId: id, details: { assigneeId }, result }
  })

/** Locks an admin, who cannot be erased or demoted until the commit. Throws `invalid` for anybody else. */
async function lockAdmin(tx: InTransaction, id: UserId): Promise<void> {
  if (!(await lockIfAdmin(tx, id)))
    throw invalid('assigneeId', 'assigneeId must be the id of an admin', 'unknown_reference')
}

/** Limit for one report, because its notes are read together. */
const MAX_NOTES = 200

/** A new note, and the report after it. */
interface AddedNote {
  readonly report: ModerationReport
  readonly note: ReportNote
}

/**
 * Adds a note to a report. Throws `forbidden`, `missing`, `invalid`, and `conflict` if it has 200
 * notes.
 */
export async function addReportNote(
  scope: ViewerScope,
  reportId: ModerationReportId,
  untrimmed: string,
): Promise<AddedNote> {
  const text = parseAdminText('text', untrimmed)
  return adminAct(scope, 'addReportNote', async (tx) => {
    await lockReport(tx, reportId)
    if ((await tx.db.reportNote.count({ where: { reportId } })) >= MAX_NOTES)
      throw new Failure('conflict', `A report has at most ${MAX_NOTES} notes`, { reason: 'limit_reached' })
    const id = newId('reportNote', tx.now)
    const data = { id, reportId, authorId: tx.viewer.id, text, createdAt: tx.now }
    const note = await tx.db.reportNote.create({ data })
    const report = await tx.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: tx.now } })
    tx.emit(reportNoted(reportId))
    return { subjectId: reportId, reportId, details: { noteId: id }, result: { report, note } }
  })
}

/**
 * Closes a report and notifies its reporter of the reason. Throws `forbidden`, `missing`, `invalid`, and `conflict` for a
 * closed report.
 */
export async function closeReport(scope: ViewerScope, id: ModerationReportId, reason: string) {
  const closeReason = parseAdminText('reason', reason)
  return adminAct(scope, 'closeReport', async (tx) => {
    const reporters = await lockReporter(tx, id)
    await lockOpenReport(tx, id)
    const { now, viewer } = tx
    const closed = {
      status: 'closed',
      openKey: null,
      closeReason,
      closedById: viewer.id,
      closedAt: now,
      updatedAt: now,
    }
    const result = await tx.db.moderationReport.update({ where: { id }, data: closed })
    tx.emit(reportClosed(id))
    const drafts = reporters.map((receiverId) => closedDraft(receiverId, id, closeReason))
    await sendNotifications(tx, drafts)
    return { subjectId: id, reportId: id, result }
  })
}

/** Locks the reporter, who will receive a notification. Returns an empty list if the account was erased. */
async function lockReporter(tx: InTransaction, id: ModerationReportId): Promise<UserId[]> {
  const report = await tx.db.moderationReport.findUnique({ where: { id }, select: { reporterId: true } })
  if (!report) throw reportNotFound()
  return report.reporterId === null ? [] : lockExistingUsers(tx, [report.reporterId])
}

const closedDraft = (receiverId: UserId, reportId: ModerationReportId, message: string): NotificationDraft => ({
  type: 'moderation.report.closed',
  receiverId,
  senderId: null,
  category: 'moderation',
  title: 'Your report was closed',
  message,
  data: { reportId },
  subjectId: reportId,
  facts: { written: 'message' },
})
