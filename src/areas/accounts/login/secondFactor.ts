import { missingCredentials } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { lockAccount } from '../locks.ts'
import { finishSession } from '../sessions/sessions.ts'
import { wrongCode } from './codeAttempts.ts'
import { consumeEmailCode } from './emailCodes.ts'
import { createTrustToken, type TrustToken } from './loginPlaces.ts'
import { consumeRecoveryCode } from './recoveryCodes.ts'
import { checkCode } from './refusals.ts'
import { completeLogin } from './signIn.ts'
import { consumeTotp } from './totp.ts'

type ConsumeCode = (tx: ViewerScope & InTransaction, code: string) => Promise<boolean>

/** Finishes a login by a time-based code. */
export const verify2FA = (scope: ViewerScope, code: string) =>
  completeLoginWithCode(scope, code, (tx) => consumeTotp(tx, tx.viewer.id, code))

/** Finishes a login by a recovery code. */
export const verifyRecoveryCode = (scope: ViewerScope, code: string) =>
  completeLoginWithCode(scope, code, (tx) => consumeRecoveryCode(tx, tx.viewer.id, code))

/** Finishes a login by a code sent by e-mail. */
export const verify2FAEmailCode = (scope: ViewerScope, code: string) =>
  completeLoginWithCode(scope, code, (tx) => consumeEmailCode(tx, tx.viewer.id, tx.viewer.sessionId, code))

/**
 * Uses up a code and finishes the login; of parallel uses of one code exactly one succeeds. Answers the token that lets
 * this device skip the second factor for 30 days. Throws `invalid` for a wrong code, `exhausted` after 10 wrong ones in
 * 15 minutes, `unauthenticated` when the session has ended meanwhile.
 */
const completeLoginWithCode = (scope: ViewerScope, code: string, consumeCode: ConsumeCode): Promise<TrustToken> =>
  checkCode(scope, code, () => useCode(scope, code, consumeCode))

function useCode(scope: ViewerScope, code: string, consumeCode: ConsumeCode): Promise<TrustToken> {
  return transact(scope, async (tx) => {
    await lockAccount(tx, tx.viewer.id)
    if (!(await consumeCode(tx, code))) throw wrongCode()
    // The session may have ended meanwhile: the rollback then keeps the code unused.
    if (!(await finishSession(tx, tx.viewer.id, tx.viewer.sessionId))) throw missingCredentials()
    await completeLogin(tx, tx.viewer.id)
    return createTrustToken(tx, tx.viewer.id)
  })
}
