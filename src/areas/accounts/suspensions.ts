import { Failure, noSuchUser } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { accountChanged } from './events.ts'
import { lockAccount } from './lock.ts'
import { requireAdmin } from './policy.ts'
import { endSessions } from './sessions.ts'
import { isSuspended } from './suspended.ts'

/** How long nobody is let in, and what the person is told of it. */
export interface Suspension {
  /** Null for good. */
  readonly until: Date | null
  readonly reason: string
}

/**
 * Lets nobody in to an account, and ends its sessions and trusted devices; a suspension that stands is replaced. Whoever
 * logs in meanwhile waits for the account's lock and is refused, so no session outlives it. An upload address that was
 * given out before takes bytes until it ends, but to finish the upload takes a session. Throws `missing` for nobody and
 * the erased, `forbidden` for the platform's accounts and for admins.
 */
export async function suspendAccount(open: Scope & Open, userId: UserId, { until, reason }: Suspension): Promise<void> {
  await lockAccount(open, userId)
  await mayBeSuspended(open, userId)
  await open.db.account.update({
    where: { userId },
    data: {
      ...{ suspendedAt: open.now, suspendedUntil: until, suspensionReason: reason },
      trustGeneration: { increment: 1 },
    },
  })
  await endSessions(open, userId)
  open.emit(accountChanged(userId))
}

/** Lets the person in again. Throws `missing`, and `conflict` for an account that is not suspended. */
export async function unsuspendAccount(open: Scope & Open, userId: UserId): Promise<void> {
  await lockAccount(open, userId)
  const account = await open.db.account.findUnique({ where: { userId } })
  if (!account) throw noSuchUser(userId)
  if (!isSuspended(account, open.now)) throw new Failure('conflict', 'This account is not suspended')
  const data = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' }
  await open.db.account.update({ where: { userId }, data })
  open.emit(accountChanged(userId))
}

/** The row of the person is held, so that nobody becomes an admin meanwhile. */
async function mayBeSuspended({ db }: Open, userId: UserId): Promise<void> {
  const [person] = await db.$queryRaw<{ admin: boolean; belongsToHouse: boolean }[]>`
    SELECT u.admin, a."passwordHash" IS NULL AS "belongsToHouse"
    FROM "User" AS u JOIN "Account" AS a ON a."userId" = u.id WHERE u.id = ${userId} FOR NO KEY UPDATE OF u`
  if (!person) throw noSuchUser(userId)
  if (person.belongsToHouse) throw new Failure('forbidden', 'This account belongs to the platform')
  if (person.admin) throw new Failure('forbidden', 'Admins are not suspended: the rank is taken from them first')
}

/** A suspension that counts now. */
export interface SuspendedAccount extends Suspension {
  readonly userId: string
  readonly since: Date
}

/** The suspensions of those of these people to whom nobody is let in now. For admins: throws `forbidden`. Set-wise. */
export async function suspensionsOf(scope: Scope, userIds: readonly string[]): Promise<SuspendedAccount[]> {
  requireAdmin(scope)
  const accounts = await scope.db.account.findMany({
    where: { userId: { in: [...userIds] }, suspendedAt: { not: null } },
    select: { userId: true, suspendedAt: true, suspendedUntil: true, suspensionReason: true },
  })
  return accounts.flatMap((account) => {
    const { userId, suspendedAt: since, suspendedUntil: until, suspensionReason: reason } = account
    return since !== null && isSuspended(account, scope.now) ? [{ userId, since, until, reason }] : []
  })
}
