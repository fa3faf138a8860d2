import { addMilliseconds, MINUTE } from './clock.ts'
import { Failure, missingCredentials } from './failure.ts'
import type { ViewerScope } from './scope.ts'
import { logSecurityEvent } from './securityLog.ts'

const CONFIRMATION_LIFETIME = 10 * MINUTE

/**
 * Until when a session counts as confirmed. A login counts, too: the person has just given the same proof, and whoever is
 * asked for a password at every turn learns to type it without a thought.
 */
export const confirmedUntil = ({ createdAt, confirmedAt }: { createdAt: Date; confirmedAt: Date | null }): Date =>
  addMilliseconds(confirmedAt ?? createdAt, CONFIRMATION_LIFETIME)

/**
 * Throws `forbidden` unless the person has proved by password or code, at the login or by `confirmIdentity`, to be at the
 * device of the session in the last 10 minutes; `unauthenticated` if the session has ended meanwhile.
 */
export async function assertConfirmed(scope: ViewerScope): Promise<void> {
  const session = await scope.db.session.findUnique({
    where: { id: scope.viewer.sessionId },
    select: { createdAt: true, confirmedAt: true },
  })
  if (!session) throw missingCredentials()
  if (confirmedUntil(session) > scope.now) return
  logSecurityEvent(scope, 'identity-required', { accountId: scope.viewer.id })
  const text = 'Confirm your identity first, by your password or a code'
  throw new Failure('forbidden', text, { reason: 'confirmation_required' })
}
