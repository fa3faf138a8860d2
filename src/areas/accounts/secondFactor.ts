import { missingCredentials } from '../../kernel/failure.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { useEmailCode } from './emailCodes.ts'
import { arrive } from './login.ts'
import { useRecoveryCode } from './recoveryCodes.ts'
import { finishSession } from './sessions.ts'
import { useTotp } from './totp.ts'
import { countTry, forgiveTries, wrongCode } from './tries.ts'
import { type Trust, trustOf } from './trust.ts'

type UseCode = (open: SignedScope & Open, code: string) => Promise<boolean>

/**
 * Each of these uses up a code and finishes the login; of parallel uses of one code exactly one succeeds.
 * They answer the trust that lets this device skip the factor for 30 days. Throw `invalid` for a wrong code,
 * `exhausted` after 10 wrong ones in 15 minutes, and `unauthenticated` when the session has ended meanwhile.
 */
export const verify2FA = (scope: SignedScope, code: string) =>
  verify(scope, code, (open) => useTotp(open, open.viewer.id, code))

export const verifyRecoveryCode = (scope: SignedScope, code: string) =>
  verify(scope, code, (open) => useRecoveryCode(open, open.viewer.id, code))

export const verify2FAEmailCode = (scope: SignedScope, code: string) =>
  verify(scope, code, (open) => useEmailCode(open, open.viewer.id, open.viewer.sessionId, code.trim()))

async function verify(scope: SignedScope, code: string, use: UseCode): Promise<Trust> {
  await countTry(scope, code)
  const trust = await transact(scope, async (open) => {
    if (!(await use(open, code))) throw wrongCode()
    // It may have ended since the request came in: then the code is not used up, and nobody has arrived.
    if (!(await finishSession(open, open.viewer.sessionId))) throw missingCredentials()
    await arrive(open, open.viewer.id)
    return trustOf(open, open.viewer.id)
  })
  await forgiveTries(scope)
  return trust
}
