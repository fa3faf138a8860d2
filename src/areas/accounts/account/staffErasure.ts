import { Failure, invalid, userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { parseReason } from '../../audit/reasons.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { accountChanged, userChanged } from '../events.ts'
import { lockAccount, lockAccountOwner } from '../locks.ts'
import { writeRestored } from '../queries.ts'
import type { HelpAct } from './accountHelp.ts'
import { ERASE_JOB, makeDue } from './deletion.ts'
import { cleanName } from './names.ts'

interface Erasure extends HelpAct {
  /** The display name of the person, which has to be typed. */
  readonly displayName: string
}

/**
 * Ends the sessions of an account, which nobody can log in to from then on, and requests its erasure at once, which cannot be
 * undone. Throws `missing` for an unknown or erased account, `forbidden` for accounts of the platform, of admins and, unless
 * an admin acts, of the staff, `invalid` for another display name and without a reason.
 */
export async function eraseUser(scope: ViewerScope, act: Erasure): Promise<void> {
  const { userId } = act
  const reason = parseReason(act.reason)
  await staffAct(scope, 'eraseUser', async (tx) => {
    await lockAccount(tx, userId)
    await assertErasable(tx, userId)
    await assertNamed(tx, userId, act.displayName)
    await makeDue(tx, userId)
    tx.requestJob(ERASE_JOB)
    return { subjectId: userId, details: { reason } }
  })
  await scope.presence.forget(userId)
}

/** Throws for a person who can't be erased. Needs the lock of the account. */
async function assertErasable(tx: ViewerTransaction, userId: UserId): Promise<void> {
  const person = await lockAccountOwner(tx, userId)
  if (!person) throw userNotFound(userId)
  if (person.isSystemAccount)
    throw new Failure('forbidden', 'This account belongs to the platform', { reason: 'system_account' })
  if (person.admin)
    throw new Failure('forbidden', 'Admins are not erased: the rank is taken from them first', {
      reason: 'admin_protected',
    })
}

/** Throws `invalid` for another display name than that of the person. */
async function assertNamed(tx: ViewerTransaction, userId: UserId, typed: string): Promise<void> {
  const { displayName } = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { displayName: true } })
  if (cleanName(typed) !== displayName)
    throw invalid('displayName', 'displayName: this is not the name of the person', 'name_mismatch')
}

/**
 * Cancels the deletion of an account that was requested and is not due yet, also of a suspended one. Throws `missing`,
 * `forbidden` for accounts of the staff unless an admin acts, `conflict` if no deletion is pending, `invalid` without a
 * reason.
 */
export async function restoreUser(scope: ViewerScope, { userId, reason: given }: HelpAct): Promise<void> {
  const reason = parseReason(given)
  const entry = { message: 'Deletion canceled', deletionScheduled: null, dateTime: scope.now }
  await staffAct(scope, 'restoreUser', async (tx) => {
    await lockAccount(tx, userId)
    const account = await tx.db.account.findUnique({ where: { userId }, select: { userId: true } })
    if (!account) throw userNotFound(userId)
    if (!(await writeRestored(tx, userId, JSON.stringify([entry]))))
      throw new Failure('conflict', 'No deletion of this account is pending', { reason: 'not_under_deletion' })
    tx.emit(accountChanged(userId))
    tx.emit(userChanged(userId))
    return { subjectId: userId, details: { reason } }
  })
}
