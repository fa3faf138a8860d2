import type { ModerationReport, ReportNote } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type ModerationReportId, newId, type UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { staffAct } from '../audit/staffAct.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { reportAssigned, reportClosed, reportNoted, reportReopened } from './events.ts'
import { countOutcome, outcomeOf, type ReportOutcome } from './outcomes.ts'
import { lockIfModerator, lockOpenReport, lockReport, reportNotFound } from './policy.ts'
import { openKeyOf, parseAdminText } from './reports.ts'

interface Assignment {
  readonly id: ModerationReportId
  /** Null for nobody. */
  readonly assigneeId: UserId | null
  /** Whether a report that somebody else has claimed is taken from them. */
  readonly takeOver?: boolean | undefined
}

/**
 * Assigns an open report to one of the staff, or to nobody. Throws `forbidden` unless staff with `reports` acts, `missing`,
 * `invalid` if the assignee does not handle reports, `conflict` for a closed report, and for one that is assigned to somebody
 * else than the viewer and the assignee, unless it is taken over.
 */
export const assignReport = (scope: ViewerScope, { id, assigneeId, takeOver = false }: Assignment) =>
  staffAct(scope, 'assignReport', async (tx) => {
    if (assigneeId !== null) await lockModerator(tx, assigneeId)
    const before = await lockOpenReport(tx, id)
    if (!takeOver) assertUnclaimed(before, [tx.viewer.id, assigneeId])
    const result = await tx.db.moderationReport.update({ where: { id }, data: { assigneeId, updatedAt: tx.now } })
    tx.emit(reportAssigned(id))
    const details = { assigneeId, takenFromId: before.assigneeId }
    return { subjectId: id, reportId: id, aboutId: before.authorId, details, result }
  })

/** Throws `conflict`, with who it is, if a report is assigned to somebody else than these people. */
function assertUnclaimed({ assigneeId }: ModerationReport, people: readonly (string | null)[]): void {
  if (assigneeId === null || people.includes(assigneeId)) return
  const text = 'Somebody else has claimed this report'
  throw new Failure('conflict', text, { reason: 'report_claimed', assigneeId })
}

/** Locks a person who handles reports, who cannot be erased or demoted until the commit. Throws `invalid` for anybody else. */
async function lockModerator(tx: InTransaction, id: UserId): Promise<void> {
  if (!(await lockIfModerator(tx, id)))
    throw invalid(
      'assigneeId',
      'assigneeId must be the id of an admin or of staff with the permission REPORTS',
      'unknown_reference',
    )
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
  return staffAct(scope, 'addReportNote', async (tx) => {
    const { authorId: aboutId } = await lockReport(tx, reportId)
    if ((await tx.db.reportNote.count({ where: { reportId } })) >= MAX_NOTES)
      throw new Failure('conflict', `A report has at most ${MAX_NOTES} notes`, { reason: 'limit_reached' })
    const id = newId('reportNote', tx.now)
    const data = { id, reportId, authorId: tx.viewer.id, text, createdAt: tx.now }
    const note = await tx.db.reportNote.create({ data })
    const report = await tx.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: tx.now } })
    tx.emit(reportNoted(reportId))
    return { subjectId: reportId, reportId, aboutId, details: { noteId: id }, result: { report, note } }
  })
}

interface Closing {
  readonly id: ModerationReportId
  /** Explanation to the reporter. */
  readonly reason: string
  /** Omitted: whether an act was done because of the report. */
  readonly outcome?: ReportOutcome | undefined
}

/**
 * Closes a report and notifies its reporter of the reason. Throws `forbidden`, `missing`, `invalid`, and `conflict` for a
 * closed report.
 */
export async function closeReport(scope: ViewerScope, { id, reason, outcome: given }: Closing) {
  const closeReason = parseAdminText('reason', reason)
  return staffAct(scope, 'closeReport', async (tx) => {
    const reporters = await lockReporter(tx, id)
    const { authorId: aboutId } = await lockOpenReport(tx, id)
    const { now, viewer } = tx
    const outcome = given ?? (await outcomeOf(tx, id))
    const closed = {
      status: 'closed',
      openKey: null,
      closeReason,
      closedById: viewer.id,
      closedAt: now,
      updatedAt: now,
    }
    const result = await tx.db.moderationReport.update({ where: { id }, data: { ...closed, outcome } })
    tx.emit(reportClosed(id))
    for (const userId of reporters) await countOutcome(tx, { userId, outcome, by: 1 })
    const drafts = reporters.map((receiverId) => closedDraft(receiverId, id, closeReason))
    await sendNotifications(tx, drafts)
    return { subjectId: id, reportId: id, aboutId, details: { outcome }, result }
  })
}

/**
 * Opens a closed report again, and tells its reporter. Throws `forbidden`, `missing`, and `conflict` for an open report.
 */
export const reopenReport = (scope: ViewerScope, id: ModerationReportId) =>
  staffAct(scope, 'reopenReport', async (tx) => {
    const reporters = await lockReporter(tx, id)
    const report = await lockReport(tx, id)
    if (report.status === 'open') throw new Failure('conflict', 'This report is open', { reason: 'report_open' })
    const { closeReason } = report
    const opened = { status: 'open', closeReason: null, closedById: null, closedAt: null, outcome: null }
    const openKey = await freeOpenKey(tx, report)
    const data = { ...opened, openKey, updatedAt: tx.now }
    const result = await tx.db.moderationReport.update({ where: { id }, data })
    tx.emit(reportReopened(id))
    const outcome = report.outcome
    for (const userId of reporters) await countOutcome(tx, { userId, outcome, by: -1 })
    await sendNotifications(
      tx,
      reporters.map((receiverId) => reopenedDraft(receiverId, id)),
    )
    return { subjectId: id, reportId: id, aboutId: report.authorId, details: { closeReason, outcome }, result }
  })

/** The key that keeps a report from being made twice; null if its reporter is gone, or has made it again meanwhile. */
async function freeOpenKey({ db }: InTransaction, report: ModerationReport): Promise<string | null> {
  if (report.reporterId === null) return null
  const openKey = openKeyOf(report.reporterId, report)
  return (await db.moderationReport.findUnique({ where: { openKey }, select: { id: true } })) === null ? openKey : null
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

const reopenedDraft = (receiverId: UserId, reportId: ModerationReportId): NotificationDraft => ({
  type: 'moderation.notice',
  receiverId,
  senderId: null,
  category: 'moderation',
  title: 'Your report was opened again',
  message: 'The moderators look into it once more.',
  data: { reportId },
  subjectId: reportId,
  facts: { occasion: 'report_reopened' },
})
