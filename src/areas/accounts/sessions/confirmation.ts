import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { assertCurrentPassword } from '../account/passwords.ts'
import { sessionChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { wrongCode } from '../login/codeAttempts.ts'
import { consumeRecoveryCode } from '../login/recoveryCodes.ts'
import { checkCode } from '../login/refusals.ts'
import { consumeTotp } from '../login/totp.ts'

const CONFIRMATION_LIFETIME = 10 * MINUTE

/** Exactly one of the two. */
export interface IdentityProof {
  readonly password?: string | undefined
  /** A time-based or recovery code. */
  readonly code?: string | undefined
}

/**
 * Proves by password or second factor that the owner is at the session, which acts that can take an account from somebody
 * need. Throws `invalid` for a wrong one, `exhausted` beyond the limit of wrong codes.
 */
export async function confirmIdentity(scope: ViewerScope, { password, code }: IdentityProof): Promise<void> {
  const proof = password ?? code
  if (proof === undefined || (password !== undefined && code !== undefined))
    throw invalid('password', 'password, code: exactly one of them is needed', 'wrong_combination')
  await checkCode(scope, proof, async () => {
    if (password !== undefined) await assertCurrentPassword(scope, password)
    await transact(scope, (tx) => confirmInTransaction(tx, code))
  })
}

async function confirmInTransaction(tx: ViewerTransaction, code: string | undefined): Promise<void> {
  await lockAccount(tx, tx.viewer.id)
  if (code !== undefined && !(await consumeCode(tx, code))) throw wrongCode()
  await markConfirmed(tx)
}

const consumeCode = async (tx: ViewerTransaction, code: string) =>
  (await consumeTotp(tx, tx.viewer.id, code)) || (await consumeRecoveryCode(tx, tx.viewer.id, code))

async function markConfirmed(tx: ViewerTransaction): Promise<void> {
  const { id: userId, sessionId } = tx.viewer
  await tx.db.session.updateMany({ where: { id: sessionId, userId }, data: { confirmedAt: tx.now } })
  tx.emit(sessionChanged(sessionId, { userId }))
  logSecurityEvent(tx, 'identity-confirmed', { accountId: userId })
}

/**
 * Until when a session counts as confirmed. A login counts, too: the person has just given the same proof, and whoever is
 * asked for a password at every turn learns to type it without a thought.
 */
export const confirmedUntil = ({ createdAt, confirmedAt }: { createdAt: Date; confirmedAt: Date | null }): Date =>
  addMilliseconds(confirmedAt ?? createdAt, CONFIRMATION_LIFETIME)

/** Throws `forbidden` unless the session was confirmed, or began, in the last 10 minutes. */
export async function assertConfirmed(scope: ViewerScope): Promise<void> {
  const session = await scope.db.session.findUnique({ where: { id: scope.viewer.sessionId } })
  if (session && confirmedUntil(session) > scope.now) return
  logSecurityEvent(scope, 'identity-required', { accountId: scope.viewer.id })
  const text = 'Confirm your identity first, by your password or a code'
  throw new Failure('forbidden', text, { reason: 'confirmation_required' })
}
