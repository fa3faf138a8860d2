import { Failure } from '../../kernel/failure.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'

const WRONG_CODES: Limit = { name: 'second-factor', points: 10, window: 15 * 60 }
/** Clients send one code to several methods at once; such a try counts once. */
const SAME_TRY: Limit = { name: 'second-factor-try', points: 1, window: 10 }

/**
 * Counts a try of a second-factor code. A point is taken before the code is looked at, so that parallel guesses can't
 * all slip through. Throws `exhausted` after 10 wrong codes of a session in 15 minutes.
 */
export async function countTry(scope: SignedScope, code: string): Promise<void> {
  const attempt = `${scope.viewer.sessionId}|${scope.secrets.mac('second-factor-try', code)}`
  if (await isFirst(scope, attempt)) await scope.limits.take(WRONG_CODES, scope.viewer.sessionId)
}

async function isFirst(scope: Scope, attempt: string): Promise<boolean> {
  try {
    await scope.limits.take(SAME_TRY, attempt)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

export const forgiveTries = (scope: SignedScope) => scope.limits.clear(WRONG_CODES, scope.viewer.sessionId)

/** Not 401: clients would log in again. They read `verified`. */
export const wrongCode = () => new Failure('invalid', 'code: wrong code', { code: 'wrong_code', field: 'code', body: { verified: false } })
