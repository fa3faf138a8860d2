import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { accountChanged } from '../events.ts'
import { verifyPassword } from '../login/signIn.ts'
import { endSessions } from '../sessions/sessions.ts'

const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 256
/** The dictionary lists the most frequent passwords first. */
const COMMON_PASSWORDS = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** Throws `invalid` for a password that is too short, too long, among the 10,000 most common, or the own name or address. */
export function assertAcceptablePassword(password: string, ownNames: readonly string[]): void {
  if ([...password].length < MIN_PASSWORD_LENGTH)
    throw invalid('password', `password: at least ${MIN_PASSWORD_LENGTH} characters`)
  if (password.length > MAX_PASSWORD_LENGTH)
    throw invalid('password', `password: at most ${MAX_PASSWORD_LENGTH} characters`)
  const plain = password.toLowerCase()
  if (COMMON_PASSWORDS.has(plain)) throw invalid('password', 'password: too common')
  if (ownNames.some((text) => text.toLowerCase() === plain))
    throw invalid('password', 'password: must not be your name or address')
}

/** Throws `invalid` for a missing or wrong password, `exhausted` beyond the limit of failed logins. */
export async function assertCurrentPassword(scope: ViewerScope, currentPassword: string | undefined): Promise<void> {
  if (!currentPassword) throw invalid('currentPassword', '"Current password is required"', 'current_password_required')
  const account = await scope.db.account.findUnique({ where: { userId: scope.viewer.id } })
  const isRight = await verifyPassword(scope, scope.viewer.id, account, currentPassword)
  if (!isRight) throw invalid('currentPassword', '"Current password is wrong"', 'current_password_wrong')
}

/** Sets the password, and ends every other session and every trusted device of the person. */
export async function changePassword(tx: ViewerScope & InTransaction, userId: UserId, passwordHash: string) {
  await tx.db.account.update({ where: { userId }, data: { passwordHash, trustGeneration: { increment: 1 } } })
  await endSessions(tx, userId, tx.viewer.id === userId ? { except: tx.viewer.sessionId } : {})
  tx.emit(accountChanged(userId))
}
