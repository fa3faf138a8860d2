import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { type InTransaction, isUniqueViolation, transact } from '../../../kernel/transaction.ts'
import { findUnconfirmedHolder, restoreFormerEmail } from '../account/email.ts'
import { accountChanged } from '../events.ts'
import { lockAccounts } from '../locks.ts'
import { clearTotp } from '../login/totp.ts'
import { readSessionEndLink, type SessionEndLink } from './endLink.ts'
import { endSessions } from './sessions.ts'

/**
 * Undoes by a mailed link what a stranger may have done since the mail: ends all sessions and trusted devices, removes a
 * second factor that was enabled since, drops an address that waits for its confirmation, restores the address that was
 * replaced, and forgets the known login places: who is asked to approve their next login is not who had got in. Links that
 * were mailed before are void afterwards. Throws `invalid` for a link that does not work.
 */
export async function endSessionsByLink(scope: Scope, token: string): Promise<void> {
  try {
    await useLink(scope, token)
  } catch (error) {
    // The former address was registered since its holder was looked up: now there is one whose account can be locked.
    if (!isUniqueViolation(error)) throw error
    await useLink(scope, token)
  }
}

async function useLink(scope: Scope, token: string): Promise<void> {
  const { userId, formerEmail } = await readSessionEndLink(scope, token)
  const holder = formerEmail === null ? null : await findUnconfirmedHolder(scope, formerEmail)
  await transact(scope, async (tx) => {
    await lockAccounts(tx, holder ? [userId, holder] : [userId])
    // Of two uses at once the second finds the link void.
    await undoSince(tx, await readSessionEndLink(tx, token))
  })
  await scope.presence.forget(userId)
}

async function undoSince(tx: Scope & InTransaction, link: SessionEndLink): Promise<void> {
  const { userId, mailedAt } = link
  const ended = await endSessions(tx, userId, 'session_revoked')
  await tx.db.loginPlace.deleteMany({ where: { userId } })
  await tx.db.emailCode.deleteMany({ where: { userId } })
  await removeFactorsSince(tx, userId, mailedAt)
  const data = { sessionsEndedAt: tx.now, pendingEmail: null, trustGeneration: { increment: 1 } }
  await tx.db.account.update({ where: { userId }, data })
  await restoreFormerEmail(tx, link)
  tx.emit(accountChanged(userId))
  logSecurityEvent(tx, 'sessions-ended', { accountId: userId, reason: 'mailed link', sessions: ended.length })
}

/** A factor that is older than the mail is the owner's: who reads the mail alone must not remove it. */
async function removeFactorsSince(tx: Scope & InTransaction, userId: UserId, mailedAt: Date): Promise<void> {
  const recent = await tx.db.account.count({ where: { userId, totpEnabledAt: { gte: mailedAt } } })
  if (recent > 0) await clearTotp(tx, userId)
  else await tx.db.account.update({ where: { userId }, data: { totpPendingSecret: null } })
}
