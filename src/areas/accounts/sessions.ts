import { randomUUID } from 'node:crypto'
import { DAY, later, MINUTE } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { isId, newId, type SessionId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SecondFactor, SignedScope } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { sessionChanged, sessionCreated, sessionRevoked } from './events.ts'
import { lockAccount } from './lock.ts'
import { mustNotBeSuspended } from './suspended.ts'

/** Of a finished session, counted from its last use. */
export const SESSION_LIFETIME = 30 * DAY
/** Of a session whose second factor is owed: as long as a mailed code. */
export const UNFINISHED_LIFETIME = 15 * MINUTE
/** Clients are sent the token once, but a session lives on with each use: they keep it as long as browsers keep any. */
const KEPT_BY_CLIENTS = 400 * DAY

export interface NewSession {
  readonly id: SessionId
  /** What the `auth` cookie carries. Only its hash is stored. */
  readonly token: string
  /** When the cookie goes; the session itself ends as its last use says. */
  readonly expiresAt: Date
}

/**
 * Opens a session for a person whose credentials were accepted.
 * Throws `forbidden` for a suspended one, `exhausted` when the person has MAX_SESSIONS live ones; the account's row is
 * locked, so parallel logins count.
 */
export async function createSession(
  scope: Scope & Open,
  userId: UserId,
  owes: readonly SecondFactor[],
): Promise<NewSession> {
  await lockAccount(scope, userId)
  await mustNotBeSuspended(scope, userId)
  const live = await scope.db.session.count({ where: { userId, expiresAt: { gt: scope.now } } })
  if (live >= scope.rules.maxSessions) throw await tooManySessions(scope, userId)

  const id = newId('session', scope.now)
  const token = `authcookie_${randomUUID()}`
  await scope.db.session.create({
    data: {
      id,
      userId,
      tokenHash: tokenHash(token),
      createdAt: scope.now,
      lastUsedAt: scope.now,
      expiresAt: later(scope.now, owes.length > 0 ? UNFINISHED_LIFETIME : SESSION_LIFETIME),
      owes: [...owes],
      address: scope.origin.address,
      userAgent: scope.origin.userAgent,
    },
  })
  scope.emit(sessionCreated(id, userId))
  return { id, token, expiresAt: later(scope.now, KEPT_BY_CLIENTS) }
}

async function tooManySessions(scope: Scope & Open, userId: UserId) {
  const first = await scope.db.session.findFirst({
    where: { userId, expiresAt: { gt: scope.now } },
    orderBy: { expiresAt: 'asc' },
    select: { expiresAt: true },
  })
  const wait = first ? Math.ceil((first.expiresAt.getTime() - scope.now.getTime()) / 1000) : 60
  return new Failure('exhausted', 'Created too many sessions for that user', {
    code: 'too_many_sessions',
    retryAfter: wait,
  })
}

/** Nothing is owed any more: the session lives its whole time from now. Answers whether it was still there. */
export async function finishSession(open: Scope & Open, id: SessionId): Promise<boolean> {
  const [session] = await open.db.session.updateManyAndReturn({
    where: { id },
    data: { owes: [], lastUsedAt: open.now, expiresAt: later(open.now, SESSION_LIFETIME) },
    select: { userId: true },
  })
  if (session && isId('user', session.userId)) open.emit(sessionChanged(id, session.userId))
  return session !== undefined
}

/** Ends the session the request came with. Of two requests at once both succeed. */
export async function logout(scope: SignedScope): Promise<void> {
  await revokeSessions(scope, scope.viewer.id, { id: scope.viewer.sessionId })
}

/** Ends one of the viewer's own sessions; `missing` when there is none of that id. */
export async function revokeSession(scope: SignedScope, id: SessionId): Promise<void> {
  const ended = await revokeSessions(scope, scope.viewer.id, { id })
  if (ended.length === 0) throw new Failure('missing', 'Session not found')
}

/** All sessions of a person, one, or all but one. */
type Which = { readonly id?: SessionId; readonly except?: SessionId }

/** Ends sessions of a person, who goes offline with the last. Answers the ids of those that were live. */
export async function revokeSessions(scope: Scope, userId: UserId, which: Which = {}): Promise<SessionId[]> {
  const ended = await transact(scope, (open) => endSessions(open, userId, which))
  if (ended.length > 0) await leaveWhenLast(scope, userId)
  return ended
}

/** The same within a larger change. */
export async function endSessions(open: Open, userId: UserId, which: Which = {}): Promise<SessionId[]> {
  const rows = await open.db.session.findMany({
    where: { userId, ...(which.id && { id: which.id }), ...(which.except && { NOT: { id: which.except } }) },
    select: { id: true },
  })
  await open.db.session.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } })
  const ids = rows.map((row) => row.id).filter((id) => isId('session', id))
  for (const id of ids) open.emit(sessionRevoked(id, userId))
  return ids
}

/** Who has no session any more is not here any more. */
async function leaveWhenLast(scope: Scope, userId: UserId) {
  const left = await scope.db.session.count({ where: { userId, expiresAt: { gt: scope.now } } })
  if (left === 0) await scope.presence.gone(userId)
}
