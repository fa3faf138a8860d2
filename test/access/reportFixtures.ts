import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'

/** What the staff keeps about the owner. */
export interface ReportThings {
  /** A warning that the owner can appeal against. */
  readonly sanctionId: string
  /** An open appeal of the owner against another warning. */
  readonly appealId: string
  readonly staffNoteId: string
  readonly cannedReasonId: string
}

export async function addReportRecords(app: TestApp, userId: UserId): Promise<ReportThings> {
  const { db, now } = app.scope()
  const [sanctionId, otherId, appealId] = [newId('sanction', now), newId('sanction', now), newId('appeal', now)]
  const [staffNoteId, cannedReasonId] = [newId('staffNote', now), newId('cannedReason', now)]
  const warning = { userId, kind: 'warning', contentId: userId, contentName: 'Owner', reason: 'r', createdAt: now }
  await db.sanction.createMany({ data: [sanctionId, otherId].map((id) => ({ ...warning, id })) })
  await db.appeal.create({ data: { id: appealId, sanctionId: otherId, userId, text: 't', createdAt: now } })
  await db.staffNote.create({ data: { id: staffNoteId, userId, text: 't', createdAt: now } })
  const texts = { kind: 'warn', title: 't', text: 't', createdAt: now, updatedAt: now }
  await db.cannedReason.create({ data: { ...texts, id: cannedReasonId } })
  return { sanctionId, appealId, staffNoteId, cannedReasonId }
}
