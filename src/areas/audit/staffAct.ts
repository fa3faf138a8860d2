import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import { assertConfirmed, assertStaff, isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { isId, newId, type UserId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { logSecurityEvent } from '../../kernel/securityLog.ts'
import { STAFF_PERMISSIONS } from '../../kernel/staff.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import {
  type Act,
  type CliAct,
  FIRST_ADMIN_ACT,
  OWNER_ACTS_OF_STAFF,
  type OwnerOrAdminAct,
  STAFF_ACT_NAMES,
  STAFF_ACTS,
  type StaffAct,
} from './actNames.ts'

/** What an operation reports for its audit entry. */
export interface Outcome {
  /** The id of the changed object or user, or the name of a setting. */
  readonly subjectId: string
  /** The person whom the subject is about or belongs to, who does not decide of it themselves as one of the staff. */
  readonly aboutId?: string | null | undefined
  /** The moderation report that the admin acted on. */
  readonly reportId?: string | undefined
  /** Further ids and numbers. */
  readonly details?: Prisma.JsonObject
}

/** The outcome of an operation that owners may perform, too. */
interface OwnedOutcome extends Outcome {
  /** The owner of the subject, whose own operations are not audited. */
  readonly ownerId: string
  /** The operation used admin rights, so it is audited even for an own object. */
  readonly needsAdmin?: boolean
}

type Work<S, O> = (tx: S & InTransaction) => Promise<O>
/** What the act returns to its caller. */
type Result<R> = { readonly result: R }

/**
 * Runs an operation of the staff and writes its audit entry in one transaction. Returns the `result` of the outcome, if
 * any. Throws `unauthenticated` or `forbidden` unless the viewer has one of the permissions of the act, and has confirmed the
 * own identity lately; `forbidden` if the subject is somebody upon whom only admins act.
 */
export function staffAct<R>(scope: Scope, act: StaffAct, work: Work<ViewerScope, Outcome & Result<R>>): Promise<R>
export function staffAct(scope: Scope, act: StaffAct, work: Work<ViewerScope, Outcome>): Promise<void>
export async function staffAct<R>(scope: Scope, act: StaffAct, work: Work<ViewerScope, Outcome & Partial<Result<R>>>) {
  assertStaff(scope, ...STAFF_ACTS[act])
  if (needsConfirmation(act)) await assertConfirmed(scope)
  return transact(scope, async (tx) => {
    const outcome = await work(tx)
    await assertActsUpon(tx, outcome)
    await recordAct(tx, { actorId: tx.viewer.id, act }, outcome)
    return outcome.result
  })
}

/**
 * Runs an operation that owners may perform on their own objects, and admins and some staff on any. If it needed their rights, its audit
 * entry is written in the same transaction. `work` itself must check access. Returns the `result` of the outcome, if
 * any. Throws `forbidden` for somebody who needed these rights and has not confirmed the own identity lately.
 */
export function ownerOrAdminAct<S extends Scope, R>(
  scope: S,
  act: OwnerOrAdminAct,
  work: Work<S, OwnedOutcome & Result<R>>,
): Promise<R>
export function ownerOrAdminAct<S extends Scope>(
  scope: S,
  act: OwnerOrAdminAct,
  work: Work<S, OwnedOutcome>,
): Promise<void>
export async function ownerOrAdminAct<S extends Scope, R>(
  scope: S,
  act: OwnerOrAdminAct,
  work: Work<S, OwnedOutcome & Partial<Result<R>>>,
) {
  return transact(scope, async (tx) => {
    const outcome = await work(tx)
    const { viewer } = tx
    const isEntrusted = isStaff({ viewer }, ...(OWNER_ACTS_OF_STAFF[act] ?? []))
    if (viewer && isEntrusted && (outcome.needsAdmin || viewer.id !== outcome.ownerId)) {
      await assertActsUpon({ ...tx, viewer }, outcome)
      if (needsConfirmation(act)) await assertConfirmed({ ...tx, viewer })
      await recordAct(tx, { actorId: viewer.id, act }, outcome)
    }
    return outcome.result
  })
}

/**
 * Throws `forbidden` if the subject is the viewer, is about the viewer, or is a person of the staff, unless the viewer is an
 * admin: nobody raises themselves, decides about themselves, or takes an account that may do more.
 */
async function assertActsUpon({ db, viewer }: ViewerScope, { subjectId, aboutId }: Outcome): Promise<void> {
  if (viewer.admin) return
  if (subjectId === viewer.id || aboutId === viewer.id) throw staffProtected()
  if (!isId('user', subjectId)) return
  const where = { id: subjectId, OR: [{ admin: true }, { staffGrants: { some: {} } }] }
  if (await db.user.findFirst({ where, select: { id: true } })) throw staffProtected()
}

const staffProtected = () => new Failure('forbidden', 'Only admins act upon the staff', { reason: 'staff_protected' })

/** Runs an operation of the command line and writes its audit entry in one transaction. */
export function cliAct<R>(scope: Scope, act: CliAct, work: Work<Scope, Outcome & Result<R>>): Promise<R>
export function cliAct(scope: Scope, act: CliAct, work: Work<Scope, Outcome>): Promise<void>
export async function cliAct<R>(scope: Scope, act: CliAct, work: Work<Scope, Outcome & Partial<Result<R>>>) {
  return transact(scope, async (tx) => {
    const outcome = await work(tx)
    await writeAuditEntry(tx, { actorId: null, act }, outcome)
    return outcome.result
  })
}

/**
 * Runs the operation by which a person becomes the first admin of a server, and writes its audit entry in one transaction:
 * the person is its actor.
 */
export async function firstAdminAct<R>(scope: Scope, actorId: UserId, work: (tx: Scope & InTransaction) => Promise<R>) {
  return transact(scope, async (tx) => {
    const result = await work(tx)
    await recordAct(tx, { actorId, act: FIRST_ADMIN_ACT }, { subjectId: actorId, details: { admin: true } })
    return result
  })
}

/** Acts by which somebody has become an admin, or that are those of an admin. */
const ACTS_OF_ADMINS: Prisma.AuditEntryWhereInput = {
  OR: [
    { actorId: { not: null } },
    {
      act: { in: ['user create', 'user promote'] satisfies CliAct[] },
      details: { path: ['admin'], equals: true },
    },
  ],
}

/** Whether anybody has ever been an admin, by the audit log: also if nobody is one any more. */
export const hasHadAdmin = async ({ db }: Pick<Scope, 'db'>): Promise<boolean> =>
  (await db.auditEntry.findFirst({ where: ACTS_OF_ADMINS, select: { id: true } })) !== null

interface Action {
  /** The admin; null for the command line. */
  readonly actorId: UserId | null
  readonly act: Act
}

/** Writes the audit entry, and the security log, which operators watch, with the commit. */
async function recordAct(tx: Scope & InTransaction, action: Action, outcome: Outcome): Promise<void> {
  const { subjectId } = outcome
  await writeAuditEntry(tx, action, outcome)
  logSecurityEvent(tx, 'admin-act', {
    accountId: isId('user', subjectId) ? subjectId : null,
    subjectId,
    act: action.act,
  })
}

async function writeAuditEntry(
  { db, now }: Scope & InTransaction,
  { actorId, act }: Action,
  outcome: Outcome,
): Promise<void> {
  const { subjectId, reportId = null, details = {} } = outcome
  await db.auditEntry.create({
    data: { id: newId('auditEntry', now), at: now, actorId, act, subjectId, reportId, details },
  })
}

/**
 * Acts of admins that need no confirmed identity, each with the reason. All others need one, so that a stolen session of an
 * admin can't take accounts, tokens or content from people, or speak to them for the platform.
 */
export const HARMLESS_ACTS: Readonly<Partial<Record<StaffAct | OwnerOrAdminAct, string>>> = {
  addReportNote: 'A text that only admins read.',
  addStaffNote: 'A text that only the staff reads.',
  assignReport: 'Says which admin works on a report; the next assignment replaces it.',
  checkNode: 'Does now what the server does every ten minutes.',
  createCannedReason: 'A text that the staff can choose, which can be deleted again.',
  deleteStaffNote: 'A text that only the staff reads.',
  enqueueImpostor: 'The server makes the impostors of an avatar anew from the same file.',
  featureCalendarEvent: 'Shows an event that everybody can see at a better place; the same act ends that.',
  rateJamSubmission: 'A mark of a jury member; the next one replaces it.',
  retryJob: 'Does again what the server does by itself.',
  retryMail: 'Sends what the server has written, to whom it was written.',
  runJobNow: 'Does now what the server does later.',
  reopenReport: 'Puts a report back into the queue of the staff, where it can be closed again.',
  setGroupGalleryFileOrder: 'An order of images, which can be changed again.',
  updateCannedReason: 'A text that the staff can choose, which can be changed again.',
  deleteCannedReason: 'A text that the staff can choose, which can be written again.',
  updateAssetReviewNotes: 'A text for the review of a file, which can be changed again.',
}

export const needsConfirmation = (act: StaffAct | OwnerOrAdminAct): boolean => !Object.hasOwn(HARMLESS_ACTS, act)

interface AuditFilter {
  readonly acts?: readonly string[]
  readonly actorId?: string
  readonly subjectId?: string
  /** Acts of one of these people. */
  readonly actorIds?: readonly string[]
  /** Acts upon one of these ids or settings. */
  readonly subjectIds?: readonly string[]
  /** Acts at this time or later. */
  readonly since?: Date
  /** Acts before this time. */
  readonly until?: Date
}

const whereOf = (filter: AuditFilter): Prisma.AuditEntryWhereInput => {
  const { acts, since, until, actorIds, subjectIds, ...ids } = filter
  return {
    ...ids,
    ...(acts && { act: { in: [...acts] } }),
    AND: [
      actorIds ? { actorId: { in: [...actorIds] } } : {},
      subjectIds ? { subjectId: { in: [...subjectIds] } } : {},
      since ? { at: { gte: since } } : {},
      until ? { at: { lt: until } } : {},
    ],
  }
}

/**
 * The entries that the viewer may read: with `operations` all, otherwise those of acts that the viewer could do, none
 * without a permission.
 */
export function readableEntries({ viewer }: Pick<Scope, 'viewer'>): Prisma.AuditEntryWhereInput {
  if (isStaff({ viewer }, 'operations')) return {}
  return { act: { in: STAFF_ACT_NAMES.filter((act) => isStaff({ viewer }, ...STAFF_ACTS[act])) } }
}

/** Reads audit entries, newest first. Throws `forbidden` unless the viewer is of the staff. */
export async function readAuditLog(scope: Scope, filter: AuditFilter, page: KeysetPage): Promise<AuditEntry[]> {
  assertStaff(scope, ...STAFF_PERMISSIONS)
  return scope.db.auditEntry.findMany({
    where: { AND: [whereOf(filter), readableEntries(scope), ...keysetWhere(page, ['at', 'id'])] },
    orderBy: keysetOrder(page, ['at', 'id']),
    take: page.limit,
  })
}

/** Counts audit entries. Throws `forbidden` unless the viewer is of the staff. */
export async function countAuditLog(scope: Scope, filter: AuditFilter): Promise<number> {
  assertStaff(scope, ...STAFF_PERMISSIONS)
  return scope.db.auditEntry.count({ where: { AND: [whereOf(filter), readableEntries(scope)] } })
}
