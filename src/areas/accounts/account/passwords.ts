import { COMMON_PASSWORDS } from '../../../generated/commonPasswords.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { characterCount, opaqueText } from '../../../kernel/texts.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { accountChanged } from '../events.ts'
import { endSessions, type SessionSelection } from '../sessions/sessions.ts'
import { nameKey } from './names.ts'
import { notifyOwner, passwordChangedNotice } from './ownerNotices.ts'

const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 256

/** Throws `invalid` for a password that is too short, too long, among the 10,000 most common, or the own name or address. */
export function assertAcceptablePassword(text: string, ownNames: readonly string[]): void {
  const password = opaqueText(text)
  if (characterCount(password) < MIN_PASSWORD_LENGTH)
    throw invalid('password', `password: at least ${MIN_PASSWORD_LENGTH} characters`, {
      reason: 'too_short',
      min: MIN_PASSWORD_LENGTH,
    })
  if (characterCount(password) > MAX_PASSWORD_LENGTH)
    throw invalid('password', `password: at most ${MAX_PASSWORD_LENGTH} characters`, {
      reason: 'too_long',
      max: MAX_PASSWORD_LENGTH,
    })
  const key = nameKey(password)
  if (COMMON_PASSWORDS.has(key)) throw invalid('password', 'password: too common', 'password_too_common')
  if (ownNames.some((name) => nameKey(name) === key))
    throw invalid('password', 'password: must not be your name or address', 'password_is_name')
}

/** Sets the password, and ends every other session and every trusted device of the person, who is told by mail. */
export async function changePassword(tx: ViewerScope & InTransaction, userId: UserId, passwordHash: string) {
  await replacePassword(tx, userId, passwordHash, tx.viewer.id === userId ? { except: tx.viewer.sessionId } : {})
  await notifyOwner(tx, userId, passwordChangedNotice)
  logSecurityEvent(tx, 'password-changed', { accountId: userId })
}

/** Sets the password, and ends sessions, trusted devices and mailed links that would set another. */
export async function replacePassword(
  tx: Scope & InTransaction,
  userId: UserId,
  passwordHash: string,
  ended: SessionSelection = {},
): Promise<void> {
  await tx.db.account.update({ where: { userId }, data: { passwordHash, trustGeneration: { increment: 1 } } })
  await tx.db.passwordReset.deleteMany({ where: { userId } })
  await endSessions(tx, userId, ended)
  tx.emit(accountChanged(userId))
}
