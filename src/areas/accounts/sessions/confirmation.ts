import { Failure, invalid, missingCredentials } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { sessionChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { wrongCode } from '../login/codeAttempts.ts'
import { consumeRecoveryCode } from '../login/recoveryCodes.ts'
import { checkCode } from '../login/refusals.ts'
import { assertCurrentPassword } from '../login/signIn.ts'
import { consumeTotp } from '../login/totp.ts'

/** Exactly one of the two. */
interface IdentityProof {
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

/**
 * Uses up a code that proves something: who has taken over a session can enable a factor in it and read what it shows, so
 * neither a factor that was enabled, nor recovery codes that were shown, since the login prove anything.
 */
async function consumeCode(tx: ViewerTransaction, code: string): Promise<boolean> {
  const { id: userId, sessionId } = tx.viewer
  const session = await tx.db.session.findUnique({ where: { id: sessionId }, select: { createdAt: true } })
  if (!session) throw missingCredentials()
  const select = { totpEnabledAt: true, recoveryCodesShownAt: true } as const
  const { totpEnabledAt, recoveryCodesShownAt } = await tx.db.account.findUniqueOrThrow({ where: { userId }, select })
  if (!totpEnabledAt) return false
  if (totpEnabledAt >= session.createdAt) throw provesNothing('two-factor authentication was enabled after this login')
  if (await consumeTotp(tx, userId, code)) return true
  if (!(await consumeRecoveryCode(tx, userId, code))) return false
  if (recoveryCodesShownAt && recoveryCodesShownAt >= session.createdAt)
    throw provesNothing('the recovery codes were shown after this login')
  return true
}

const provesNothing = (why: string) =>
  new Failure('invalid', `code: ${why}, so that it confirms nothing here; give the password`, {
    reason: 'wrong_code',
    field: 'code',
    body: { verified: false },
  })

async function markConfirmed(tx: ViewerTransaction): Promise<void> {
  const { id: userId, sessionId } = tx.viewer
  await tx.db.session.updateMany({ where: { id: sessionId, userId }, data: { confirmedAt: tx.now } })
  tx.emit(sessionChanged(sessionId, { userId }))
  logSecurityEvent(tx, 'identity-confirmed', { accountId: userId })
}
