import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { assertStaff, isAdmin, isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, Viewer, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

type Reading = Pick<Scope, 'viewer'>
type AboutSomebody = Pick<ModerationReport, 'contentId' | 'authorId'>

export const reportNotFound = () =>
  new Failure('missing', 'Moderation report not found', { reason: 'report_not_found' })

/** Whether the viewer can read reports with their notes and the acts of admins. */
export const canReadReports = (scope: Parameters<typeof isStaff>[0]) => isStaff(scope, 'reports')

/** The reports that a person has submitted. */
export const ownReports = ({ id }: Viewer) => ({ reporterId: id }) satisfies Prisma.ModerationReportWhereInput

/**
 * Reports and their subjects but those about the viewer and what the viewer is responsible for, of which nobody but admins
 * reads who has sent them.
 */
export const aboutOthers = (viewer: Viewer) =>
  isAdmin({ viewer })
    ? {}
    : { contentId: { not: viewer.id }, OR: [{ authorId: null }, { authorId: { not: viewer.id } }] }

/** The reports that the viewer can read: their own, and for staff with `reports` those about others; all for admins. */
export const visibleReports = (viewer: Viewer): Prisma.ModerationReportWhereInput =>
  canReadReports({ viewer }) ? readableByStaff(viewer) : ownReports(viewer)

const readableByStaff = (viewer: Viewer): Prisma.ModerationReportWhereInput =>
  isAdmin({ viewer }) ? {} : { OR: [ownReports(viewer), aboutOthers(viewer)] }

/** Nobody but admins reads what the staff writes about themselves. */
const isAbout = ({ viewer }: Reading, ids: readonly (string | null)[]): boolean =>
  viewer !== null && !isAdmin({ viewer }) && ids.includes(viewer.id)

/** Whether the viewer can read who has sent a report, its notes, and what the staff has done because of it. */
export const canReadModeration = (scope: Reading, { contentId, authorId }: AboutSomebody): boolean =>
  canReadReports(scope) && !isAbout(scope, [contentId, authorId])

/** Whether the viewer can read notes of the staff about people, and what the staff has done to them. */
export const canReadStaffNotes = (scope: Parameters<typeof isStaff>[0]) => isStaff(scope, 'reports', 'people')

/** Whether the viewer can read notes of the staff about a person. Nobody but admins reads those about themselves. */
export const canReadStaffNotesAbout = (scope: Reading, userId: string): boolean =>
  canReadStaffNotes(scope) && !isAbout(scope, [userId])

/** Throws `forbidden` unless the viewer can read notes of the staff about a person. */
export function assertCanReadStaffNotes(scope: ViewerScope, userId: string): void {
  assertStaff(scope, 'reports', 'people')
  if (!canReadStaffNotesAbout(scope, userId))
    throw new Failure('forbidden', 'Only admins read notes about themselves', { reason: 'staff_protected' })
}

/** The acts of the staff to people that the viewer can read: those upon themselves, all for the staff. */
export const visibleSanctions = (viewer: Viewer): Prisma.SanctionWhereInput =>
  canReadStaffNotes({ viewer }) ? {} : { userId: viewer.id }

/** A report, kept from every other act upon it until the transaction ends. Throws `missing`. */
export async function lockReport(tx: InTransaction, id: string): Promise<ModerationReport> {
  const lock = rowLock(tx, 'report', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "ModerationReport" WHERE id = ${id} ${lock}`
  const report = await tx.db.moderationReport.findUnique({ where: { id } })
  if (!report) throw reportNotFound()
  return report
}

/** An open report, locked until the transaction ends. Throws `missing`, and `conflict` for a closed one. */
export async function lockOpenReport(tx: InTransaction, id: string): Promise<ModerationReport> {
  const report = await lockReport(tx, id)
  if (report.status !== 'open') throw new Failure('conflict', 'This report was closed', { reason: 'report_closed' })
  return report
}

/** Locks the reports that a person has sent, is assigned or has closed, and those about the person. */
export async function lockReportsOf(tx: InTransaction, userId: string): Promise<void> {
  await tx.sql`
    SELECT FROM "ModerationReport"
    WHERE "reporterId" = ${userId} OR "assigneeId" = ${userId} OR "closedById" = ${userId} OR "contentId" = ${userId}
      OR "authorId" = ${userId}
    ${rowLock(tx, 'report', { strength: 'NO KEY UPDATE' })}`
}

/** Locks a person who handles reports against a change of that; false for anybody else. */
export async function lockIfModerator(tx: InTransaction, id: string): Promise<boolean> {
  const moderators = await tx.sql`
    SELECT id FROM "User" WHERE id = ${id} AND "erasedAt" IS NULL AND (
      admin OR EXISTS (SELECT FROM "StaffGrant" WHERE "userId" = ${id} AND permission = 'reports')
    )
    ${rowLock(tx, 'user', { keys: [id], strength: 'SHARE' })}`
  return moderators.length > 0
}
