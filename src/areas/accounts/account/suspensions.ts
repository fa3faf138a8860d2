import { assertStaff } from '../../../kernel/access.ts'
import { Failure, userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { accountChanged } from '../events.ts'
import { lockAccount, lockAccountOwner } from '../locks.ts'
import { isSuspended } from '../policy.ts'
import { endSessions } from '../sessions/sessions.ts'
import { APPEAL_LINK_DAYS, appealLink } from './appealLink.ts'
import { mailOwner } from './ownerNotices.ts'

/** End of a suspension, and the reason that the person sees. */
export interface Suspension {
  /** Null for a permanent suspension. */
  readonly until: Date | null
  readonly reason: string
}

/**
 * Suspends an account, ends its sessions and trusted devices, and mails the reason to its owner; an earlier suspension is
 * replaced. Concurrent logins
 * wait for the account's lock and are refused. Upload URLs that were issued before accept bytes until they expire, but
 * finishing an upload needs a session. Throws `missing` for an unknown or erased account, `forbidden` for system
 * accounts and admins.
 */
export async function suspendAccount(tx: Scope & InTransaction, userId: UserId, { until, reason }: Suspension) {
  await lockAccount(tx, userId)
  await assertSuspendable(tx, userId)
  const data = { suspendedAt: tx.now, suspendedUntil: until, suspensionReason: reason }
  await tx.db.account.update({ where: { userId }, data: { ...data, trustGeneration: { increment: 1 } } })
  await endSessions(tx, userId, 'account_suspended')
  await mailOwner(tx, userId, suspensionMail(tx, userId, { until, reason }))
  tx.emit(accountChanged(userId))
  logSecurityEvent(tx, 'account-suspended', { accountId: userId })
}

const suspensionMail = (tx: Scope, userId: UserId, { until, reason }: Suspension) => ({
  subject: 'Your account was suspended',
  paragraphs: [
    until ? `Your account is suspended until ${until.toISOString()}.` : 'Your account is suspended for good.',
    `Reason: ${reason}`,
    'If you think that this is wrong, you can appeal once, here:',
    appealLink(tx, { userId, suspendedAt: tx.now }),
    `The link works for ${APPEAL_LINK_DAYS} days. The page to sign in also lets you appeal.`,
  ],
})

/** Whether the suspension that began at this time is in force. Needs the account's lock. */
export async function isSuspendedSince({ db, now }: Scope & InTransaction, userId: UserId, since: Date) {
  const account = await db.account.findUnique({ where: { userId } })
  return account?.suspendedAt?.getTime() === since.getTime() && isSuspended(account, now)
}

/** Ends a suspension. Throws `missing` for an unknown account, `conflict` for one that is not suspended. */
export async function unsuspendAccount(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  await lockAccount(tx, userId)
  const account = await tx.db.account.findUnique({ where: { userId } })
  if (!account) throw userNotFound(userId)
  if (!isSuspended(account, tx.now))
    throw new Failure('conflict', 'This account is not suspended', { reason: 'not_suspended' })
  const data = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' }
  await tx.db.account.update({ where: { userId }, data })
  tx.emit(accountChanged(userId))
  logSecurityEvent(tx, 'account-unsuspended', { accountId: userId })
}

/** Throws for a person who can't be suspended. Needs the lock of the account. */
async function assertSuspendable(tx: InTransaction, userId: UserId): Promise<void> {
  const person = await lockAccountOwner(tx, userId)
  if (!person) throw userNotFound(userId)
  if (person.isSystemAccount)
    throw new Failure('forbidden', 'This account belongs to the platform', { reason: 'system_account' })
  if (person.admin)
    throw new Failure('forbidden', 'Admins are not suspended: the rank is taken from them first', {
      reason: 'admin_protected',
    })
}

/** A suspension in force. */
export interface SuspendedAccount extends Suspension {
  readonly userId: string
  readonly since: Date
}

/** Suspensions of these people that are in force. One statement. Throws `forbidden` unless the viewer is an admin. */
export async function readActiveSuspensions(scope: Scope, userIds: readonly string[]): Promise<SuspendedAccount[]> {
  assertStaff(scope, 'people', 'reports')
  const accounts = await scope.db.account.findMany({
    where: { userId: { in: [...userIds] }, suspendedAt: { not: null } },
    select: { userId: true, suspendedAt: true, suspendedUntil: true, suspensionReason: true },
  })
  return accounts.flatMap((account) => {
    const { userId, suspendedAt: since, suspendedUntil: until, suspensionReason: reason } = account
    return since !== null && isSuspended(account, scope.now) ? [{ userId, since, until, reason }] : []
  })
}
