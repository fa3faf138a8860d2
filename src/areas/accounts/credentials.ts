import { invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { type ConfirmationMail, prepareConfirmation } from './emailConfirmation.ts'
import { accountChanged } from './events.ts'
import { checkPassword } from './login.ts'
import { isEmail, nameKey } from './names.ts'
import { endSessions } from './sessions.ts'

/** Throws `invalid` when the password is missing or wrong, `exhausted` after as many wrong ones as a login allows. */
export async function proveOneself(scope: SignedScope, currentPassword: string | undefined): Promise<void> {
  if (!currentPassword) throw invalid('currentPassword', '"Current password is required"', 'current_password_required')
  const account = await scope.db.account.findUnique({ where: { userId: scope.viewer.id } })
  const isRight = await checkPassword(scope, scope.viewer.id, account, currentPassword)
  if (!isRight) throw invalid('currentPassword', '"Current password is wrong"', 'current_password_wrong')
}

/** The address waits until the mailed link confirms it; the one confirmed before stays until then. */
export async function changeEmail(open: Scope & Open, userId: UserId, email: string): Promise<ConfirmationMail | null> {
  if (!isEmail(email)) throw invalid('email', 'email: not an e-mail address')
  const account = await open.db.account.findUniqueOrThrow({ where: { userId } })
  const known = account.emailVerified && account.emailKey === nameKey(email)
  await open.db.account.update({ where: { userId }, data: { pendingEmail: known ? null : email } })
  return known ? null : prepareConfirmation(open, userId, email)
}

/** Ends every other session and every trusted device. */
export async function changePassword(open: SignedScope & Open, userId: UserId, passwordHash: string): Promise<void> {
  await open.db.account.update({ where: { userId }, data: { passwordHash, trustGeneration: { increment: 1 } } })
  await endSessions(open, userId, open.viewer.id === userId ? { except: open.viewer.sessionId } : {})
  open.emit(accountChanged(userId))
}
