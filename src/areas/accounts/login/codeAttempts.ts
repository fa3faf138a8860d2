import { Failure } from '../../../kernel/failure.ts'
import { keyedMutex } from '../../../kernel/keyedMutex.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

const SESSION_ATTEMPT_LIMIT: RateLimit = { name: 'second-factor', points: 10, window: 15 * 60 }
/** Wrong codes of one person in a day: with the password, codes could be guessed in ever new sessions. */
const USER_ATTEMPT_LIMIT: RateLimit = { name: 'second-factor-person', points: 100, window: 24 * 60 * 60 }
/** Clients send one code to several methods at once; that counts as one attempt. */
const REPEATED_ATTEMPT: RateLimit = { name: 'second-factor-try', points: 1, window: 10 }

const runExclusive = keyedMutex()

/**
 * Counts an attempt to give a second-factor code, before the code is checked, so that parallel guesses can not exceed
 * the limit. Throws `exhausted` after 10 wrong codes of a session in 15 minutes, or 100 of a person in a day.
 */
export async function countCodeAttempt(scope: ViewerScope, code: string): Promise<void> {
  const { id, sessionId } = scope.viewer
  const attempt = `${sessionId}|${scope.secrets.mac('second-factor-try', code)}`
  await runExclusive(sessionId, async () => {
    if (await scope.limits.isTaken(REPEATED_ATTEMPT, attempt)) return
    await scope.limits.take(SESSION_ATTEMPT_LIMIT, sessionId)
    await scope.limits.take(USER_ATTEMPT_LIMIT, id)
    // Only an admitted attempt is marked as repeatable: a refused one is refused again.
    await scope.limits.take(REPEATED_ATTEMPT, attempt).catch(() => refundAttempt(scope))
  })
}

/** Uncounts a right code, and the session's wrong codes before it. */
export async function clearCodeAttempts(scope: ViewerScope): Promise<void> {
  await scope.limits.refund(USER_ATTEMPT_LIMIT, scope.viewer.id)
  await scope.limits.clear(SESSION_ATTEMPT_LIMIT, scope.viewer.sessionId)
}

async function refundAttempt({ limits, viewer }: ViewerScope): Promise<void> {
  await limits.refund(USER_ATTEMPT_LIMIT, viewer.id)
  await limits.refund(SESSION_ATTEMPT_LIMIT, viewer.sessionId)
}

/** Not status 401, upon which clients log in again: they read `verified`. */
export const wrongCode = () =>
  new Failure('invalid', 'code: wrong code', { code: 'wrong_code', field: 'code', body: { verified: false } })
