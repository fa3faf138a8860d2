import { addMilliseconds } from '../../../kernel/clock.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SESSION_LIFETIME } from '../sessions/sessions.ts'

/** Lets the logins of a device skip the second factor for 30 days after it was given there. */
export interface TrustToken {
  readonly token: string
  readonly expiresAt: Date
}

const PURPOSE = 'two-factor-trust'

interface TrustingAccount {
  readonly userId: string
  readonly trustGeneration: number
}

/** Creates the value of the `twoFactorAuth` cookie. It expires, and is void once the trust generation has changed. */
export async function createTrustToken({ db, now, secrets }: Scope, userId: UserId): Promise<TrustToken> {
  const account = await db.account.findUniqueOrThrow({ where: { userId }, select: { trustGeneration: true } })
  const expiresAt = addMilliseconds(now, SESSION_LIFETIME)
  const times = { iat: toEpochSeconds(now), exp: toEpochSeconds(expiresAt) }
  return { token: secrets.sign(PURPOSE, { sub: userId, gen: account.trustGeneration, ...times }), expiresAt }
}

/** Whether any of the tokens is one of the account: those of other accounts may stand beside it. */
export const isTrustedDevice = (scope: Scope, account: TrustingAccount, tokens: readonly string[]): boolean =>
  tokens.some((token) => isTrustToken(scope, account, token))

function isTrustToken(scope: Scope, account: TrustingAccount, token: string): boolean {
  const claims = scope.secrets.verify(PURPOSE, token)
  if (!claims || typeof claims.exp !== 'number' || claims.exp <= toEpochSeconds(scope.now)) return false
  return claims.sub === account.userId && claims.gen === account.trustGeneration
}

const toEpochSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
