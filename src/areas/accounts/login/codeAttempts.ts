import { Failure } from '../../../kernel/failure.ts'
import { keyedMutex } from '../../../kernel/keyedSlots.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { isKnownLoginPlace } from './loginPlaces.ts'

export const SESSION_ATTEMPT_LIMIT: RateLimit = { name: 'second-factor', points: 10, window: 15 * 60 }
const DAY_SECONDS = 24 * 60 * 60
/** Wrong codes of six digits in a day: with the password, they could be guessed in ever new sessions. */
export const DIGITS_LIMIT: RateLimit = { name: 'second-factor-person', points: 100, window: DAY_SECONDS }
/** Wrong recovery codes in a day. They are too long to be guessed. */
export const RECOVERY_LIMIT: RateLimit = { name: 'recovery-code-person', points: 100, window: DAY_SECONDS }
/** Clients send one code to several methods at once; that counts as one attempt. */
const REPEATED_ATTEMPT: RateLimit = { name: 'second-factor-try', points: 1, window: 10 }

const runExclusive = keyedMutex()

/** A counted attempt to give a code. */
interface CountedCode {
  /** Uncounts a right code, and the session's wrong codes before it. */
  clear(): Promise<void>
}

/**
 * Counts an attempt to give a second-factor code, before the code is checked, so that parallel guesses can not exceed
 * the limit. Throws `exhausted` after 10 wrong codes of a session in 15 minutes, or 100 of a person in a day.
 */
export async function countCodeAttempt(scope: ViewerScope, code: string): Promise<CountedCode> {
  const { sessionId } = scope.viewer
  const attempt = `${sessionId}|${scope.secrets.mac('second-factor-try', typedCode(code))}`
  const [dayLimit, dayKey] = await dailyCount(scope, code)
  await runExclusive(sessionId, async () => {
    if (await scope.limits.isTaken(REPEATED_ATTEMPT, attempt)) return
    await scope.limits.take(SESSION_ATTEMPT_LIMIT, sessionId)
    await scope.limits.take(dayLimit, dayKey)
    // Only an admitted attempt is marked as repeatable: a refused one is refused again.
    await scope.limits.take(REPEATED_ATTEMPT, attempt).catch(async () => {
      await scope.limits.refund(dayLimit, dayKey)
      await scope.limits.refund(SESSION_ATTEMPT_LIMIT, sessionId)
    })
  })
  return {
    async clear() {
      await scope.limits.refund(dayLimit, dayKey)
      await scope.limits.clear(SESSION_ATTEMPT_LIMIT, sessionId)
    },
  }
}

/**
 * What a code counts by in a day. Whoever has the password must not lock the owner out: each known login place has its
 * own count, and recovery codes count by network. The form of the code decides, not the method it is sent to, so that
 * digits can't be guessed on the count of recovery codes.
 */
async function dailyCount(scope: ViewerScope, code: string): Promise<readonly [limit: RateLimit, key: string]> {
  const { id } = scope.viewer
  const keyHere = `${id}|${scope.clientInfo.network}`
  if (!/^\d{6}$/.test(typedCode(code).replaceAll('-', ''))) return [RECOVERY_LIMIT, keyHere]
  return [DIGITS_LIMIT, (await isKnownLoginPlace(scope, id)) ? keyHere : id]
}

/** Not status 401, upon which clients log in again: they read `verified`. */
export const wrongCode = () =>
  new Failure('invalid', 'code: wrong code', { reason: 'wrong_code', field: 'code', body: { verified: false } })
