import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin, assertConfirmed } from '../../kernel/access.ts'
import { isId, newId, type UserId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { logSecurityEvent } from '../../kernel/securityLog.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { type Act, type AdminAct, type CliAct, FIRST_ADMIN_ACT, type OwnerOrAdminAct } from './actNames.ts'

/** What an operation reports for its audit entry. */
export interface Outcome {
  /** The id of the changed object or user, or the name of a setting. */
  readonly subjectId: string
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
 * Runs an admin-only operation and writes its audit entry in one transaction. Returns the `result` of the outcome, if
 * any. Throws `unauthenticated` or `forbidden` unless the viewer is an admin, who has confirmed the own identity lately.
 */
export function adminAct<R>(scope: Scope, act: AdminAct, work: Work<ViewerScope, Outcome & Result<R>>): Promise<R>
export function adminAct(scope: Scope, act: AdminAct, work: Work<ViewerScope, Outcome>): Promise<void>
export async function adminAct<R>(scope: Scope, act: AdminAct, work: Work<ViewerScope, Outcome & Partial<Result<R>>>) {
  assertAdmin(scope)
  if (needsConfirmation(act)) await assertConfirmed(scope)
  return transact(scope, async (tx) => {
    const outcome = await work(tx)
    await recordAdminAct(tx, { actorId: tx.viewer.id, act }, outcome)
    return outcome.result
  })
}

/**
 * Runs an operation that owners may perform on their own objects and admins on any. If it needed admin rights, its audit
 * entry is written in the same transaction. `work` itself must check access. Returns the `result` of the outcome, if
 * any. Throws `forbidden` for an admin who needed these rights and has not confirmed the own identity lately.
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
    if (viewer?.admin && (outcome.needsAdmin || viewer.id !== outcome.ownerId)) {
      if (needsConfirmation(act)) await assertConfirmed({ ...tx, viewer })
      await recordAdminAct(tx, { actorId: viewer.id, act }, outcome)
    }
    return outcome.result
  })
}

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
    await recordAdminAct(tx, { actorId, act: FIRST_ADMIN_ACT }, { subjectId: actorId, details: { admin: true } })
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
async function recordAdminAct(tx: Scope & InTransaction, action: Action, outcome: Outcome): Promise<void> {
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
export const HARMLESS_ACTS: Readonly<Partial<Record<AdminAct | OwnerOrAdminAct, string>>> = {
  addReportNote: 'A text that only admins read.',
  assignReport: 'Says which admin works on a report; the next assignment replaces it.',
  enqueueImpostor: 'The server makes the impostors of an avatar anew from the same file.',
  featureCalendarEvent: 'Shows an event that everybody can see at a better place; the same act ends that.',
  rateJamSubmission: 'A mark of a jury member; the next one replaces it.',
  setGroupGalleryFileOrder: 'An order of images, which can be changed again.',
  updateAssetReviewNotes: 'A text for the review of a file, which can be changed again.',
}

export const needsConfirmation = (act: AdminAct | OwnerOrAdminAct): boolean => !Object.hasOwn(HARMLESS_ACTS, act)

interface AuditFilter {
  readonly acts?: readonly string[]
  readonly actorId?: string
  readonly subjectId?: string
  /** Acts at this time or later. */
  readonly since?: Date
  /** Acts before this time. */
  readonly until?: Date
}

const whereOf = ({ acts, since, until, ...ids }: AuditFilter): Prisma.AuditEntryWhereInput => ({
  ...ids,
  ...(acts && { act: { in: [...acts] } }),
  AND: [since ? { at: { gte: since } } : {}, until ? { at: { lt: until } } : {}],
})

/** Reads audit entries, newest first. Throws `forbidden` unless the viewer is an admin. */
export async function readAuditLog(scope: Scope, filter: AuditFilter, page: KeysetPage): Promise<AuditEntry[]> {
  assertAdmin(scope)
  return scope.db.auditEntry.findMany({
    where: { AND: [whereOf(filter), ...keysetWhere(page, ['at', 'id'])] },
    orderBy: keysetOrder(page, ['at', 'id']),
    take: page.limit,
  })
}

/** Counts audit entries. Throws `forbidden` unless the viewer is an admin. */
export async function countAuditLog(scope: Scope, filter: AuditFilter): Promise<number> {
  assertAdmin(scope)
  return scope.db.auditEntry.count({ where: whereOf(filter) })
}
