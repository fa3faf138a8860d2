import { addMilliseconds, HOUR } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type SessionId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope, SecondFactor } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/**
 * A login at the limit ends the session that was used least recently, if that was this long ago by its stored time, which
 * may be up to an hour old.
 */
const IDLE_SESSION = 2 * HOUR

interface SessionRequest {
  readonly userId: UserId
  readonly owes: readonly SecondFactor[]
  /** Whether the least recently used session is ended at the limit, even if it was used within 2 hours. */
  readonly endsOldest: boolean
}

type Tx = Scope & InTransaction

/** Live sessions of a person, that used least recently first. */
const readLive = (tx: Tx, userId: UserId) =>
  tx.db.session.findMany({
    where: { userId, expiresAt: { gt: tx.now } },
    select: { id: true, owes: true, endsOldest: true, lastUsedAt: true, expiresAt: true },
    orderBy: [{ lastUsedAt: 'asc' }, { id: 'asc' }],
  })

type LiveSession = Awaited<ReturnType<typeof readLive>>[number]

const isFinished = ({ owes }: Pick<LiveSession, 'owes'>) => owes.length === 0
const idleFrom = ({ lastUsedAt }: LiveSession) => addMilliseconds(lastUsedAt, IDLE_SESSION)

/**
 * Ids of the sessions to end before a login gets its session, under the account's lock. A login that still needs a second
 * factor ends none: it is let in if finishing it can end one. Throws `exhausted` with the time until there is room.
 */
export async function sessionsEndedByLogin(tx: Tx, { userId, owes, endsOldest }: SessionRequest): Promise<SessionId[]> {
  const live = await readLive(tx, userId)
  const ended = sessionsToEnd(tx, live, endsOldest)
  if (owes.length === 0) return ended
  const unfinished = live.filter((session) => !isFinished(session))
  if (unfinished.length >= tx.rules.maxSessions) throw tooManySessions(tx, unfinished)
  return []
}

/** Ids of the sessions to end before a login is finished, under the account's lock. Throws `exhausted` as a login does. */
export async function sessionsEndedByFinish(tx: Tx, userId: UserId, sessionId: SessionId): Promise<SessionId[]> {
  const live = await readLive(tx, userId)
  const endsOldest = live.some(({ id, endsOldest }) => id === sessionId && endsOldest)
  const others = live.filter((session) => session.id !== sessionId && isFinished(session))
  return sessionsToEnd(tx, others, endsOldest)
}

/** Ids of the sessions that must end so that one more fits. Throws `exhausted` if too few of them can. */
function sessionsToEnd(tx: Tx, sessions: readonly LiveSession[], endsOldest: boolean): SessionId[] {
  const excess = sessions.length + 1 - tx.rules.maxSessions
  if (excess <= 0) return []
  const endable = sessions.filter((session) => endsOldest || (isFinished(session) && idleFrom(session) <= tx.now))
  if (endable.length < excess) throw tooManySessions(tx, sessions)
  return endable.slice(0, excess).map(({ id }) => trusted<'session'>(id))
}

/** Clients search for this text. `retryAfter` is the time until enough of the sessions have expired or can be ended. */
function tooManySessions({ now, rules }: Tx, sessions: readonly LiveSession[]): Failure {
  const freeFrom = (session: LiveSession) =>
    Math.min(session.expiresAt.getTime(), isFinished(session) ? idleFrom(session).getTime() : Number.POSITIVE_INFINITY)
  const times = sessions.map(freeFrom).sort((a, b) => a - b)
  const wait = (times[sessions.length - rules.maxSessions] ?? now.getTime()) - now.getTime()
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  return new Failure('exhausted', 'Created too many sessions for that user', {
    reason: 'too_many_sessions',
    retryAfter,
  })
}
