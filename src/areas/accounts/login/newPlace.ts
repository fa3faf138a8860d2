import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { newPlaceNotice, notifyOwner } from '../account/ownerNotices.ts'
import { isKnownLoginPlace } from './loginPlaces.ts'

/**
 * Tells the owner of a login from a place that is not known, before the place is remembered. Not of the first login, by
 * registration, nor of one whose place was approved by a mailed code: that mail told of it.
 */
export async function announceNewPlace(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  if (await isKnownLoginPlace(tx, userId)) return
  const user = await tx.db.user.findUnique({ where: { id: userId }, select: { lastLoginAt: true } })
  if (!user?.lastLoginAt) return
  await notifyOwner(tx, userId, newPlaceNotice)
  logSecurityEvent(tx, 'login-new-place', { accountId: userId })
}
