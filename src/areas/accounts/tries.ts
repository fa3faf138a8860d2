import { Failure } from '../../kernel/failure.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { makeTurns } from '../../kernel/turns.ts'

const WRONG_CODES: Limit = { name: 'second-factor', points: 10, window: 15 * 60 }
/** Whoever has the password could try codes in ever new sessions: so many wrong ones of a person in a day. */
const OF_PERSON: Limit = { name: 'second-factor-person', points: 100, window: 24 * 60 * 60 }
/** Clients send one code to several methods at once; such a try counts once. */
const SAME_TRY: Limit = { name: 'second-factor-try', points: 1, window: 10 }

const inTurn = makeTurns()

/**
 * Counts a try of a second-factor code. The points are taken before the code is looked at, so that parallel guesses
 * can't all slip through. Throws `exhausted` after 10 wrong codes of a session in 15 minutes.
 */
export async function countTry(scope: SignedScope, code: string): Promise<void> {
  const { id, sessionId } = scope.viewer
  const attempt = `${sessionId}|${scope.secrets.mac('second-factor-try', code)}`
  await inTurn(sessionId, async () => {
    if (await scope.limits.isTaken(SAME_TRY, attempt)) return
    await scope.limits.take(WRONG_CODES, sessionId)
    await scope.limits.take(OF_PERSON, id)
    // Only a try that was let in is marked: what was refused once is refused again.
    await scope.limits.take(SAME_TRY, attempt).catch(() => giveBack(scope))
  })
}

/** The code was right: it does not count, nor do the session's wrong ones before it. */
export async function forgiveTries(scope: SignedScope): Promise<void> {
  await scope.limits.giveBack(OF_PERSON, scope.viewer.id)
  await scope.limits.clear(WRONG_CODES, scope.viewer.sessionId)
}

async function giveBack({ limits, viewer }: SignedScope): Promise<void> {
  await limits.giveBack(OF_PERSON, viewer.id)
  await limits.giveBack(WRONG_CODES, viewer.sessionId)
}

/** Not 401: clients would log in again. They read `verified`. */
export const wrongCode = () =>
  new Failure('invalid', 'code: wrong code', { code: 'wrong_code', field: 'code', body: { verified: false } })
