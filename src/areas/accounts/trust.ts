import { later } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { SESSION_LIFETIME } from './sessions.ts'

/** A device that gave the second factor once is trusted for 30 days: its login skips the factor. */
export interface Trust {
  readonly token: string
  readonly expiresAt: Date
}

const PURPOSE = 'two-factor-trust'

/** The value of the `twoFactorAuth` cookie. It dies with its 30 days, and with the account's trust generation. */
function makeTrust(scope: Scope, account: { userId: string; trustGeneration: number }): Trust {
  const expiresAt = later(scope.now, SESSION_LIFETIME)
  const claims = { sub: account.userId, gen: account.trustGeneration, iat: seconds(scope.now), exp: seconds(expiresAt) }
  return { token: scope.secrets.sign(PURPOSE, claims), expiresAt }
}

/** The trust of a person as the account stands now. */
export async function trustOf(scope: Scope, userId: UserId): Promise<Trust> {
  const account = await scope.db.account.findUniqueOrThrow({
    where: { userId },
    select: { userId: true, trustGeneration: true },
  })
  return makeTrust(scope, account)
}

export function isTrusted(
  scope: Scope,
  account: { userId: string; trustGeneration: number },
  token: string | undefined,
): boolean {
  const claims = token ? scope.secrets.verify(PURPOSE, token) : null
  if (!claims || typeof claims.exp !== 'number') return false
  return claims.sub === account.userId && claims.gen === account.trustGeneration && claims.exp > seconds(scope.now)
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
