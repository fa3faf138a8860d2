import { randomUUID } from 'node:crypto'
import { addMilliseconds, DAY, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, type SessionId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope, SecondFactor, Services, ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sessionChanged, sessionCreated, sessionRevoked } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { assertNotSuspended } from '../policy.ts'

/** Lifetime of a finished session, counted from its last use. */
export const SESSION_LIFETIME = 30 * DAY
/** Lifetime of a session that waits for its second factor: that of an e-mail code. */
export const UNFINISHED_SESSION_LIFETIME = 15 * MINUTE
/** Clients get the cookie once, while each use prolongs the session: it lives as long as browsers keep any cookie. */
const COOKIE_LIFETIME = 400 * DAY

export interface NewSession {
  readonly id: SessionId
  /** Value of the `auth` cookie. Only its hash is stored. */
  readonly token: string
  /** Expiry of the cookie; that of the session depends on its last use. */
  readonly expiresAt: Date
}

/**
 * Creates a session for a person whose credentials were accepted. Throws `forbidden` for a suspended person, `exhausted`
 * for one with `maxSessions` live sessions; it locks the account, so parallel logins can not exceed the limit.
 */
export async function createSession(
  scope: Scope & InTransaction,
  userId: UserId,
  owes: readonly SecondFactor[],
): Promise<NewSession> {
  await lockAccount(scope, userId)
  await assertNotSuspended(scope, userId)
  const live = await scope.db.session.count({ where: { userId, expiresAt: { gt: scope.now } } })
  if (live >= scope.rules.maxSessions) throw await tooManySessions(scope, userId)

  const id = newId('session', scope.now)
  const token = `authcookie_${randomUUID()}`
  const expiresAt = addMilliseconds(scope.now, owes.length > 0 ? UNFINISHED_SESSION_LIFETIME : SESSION_LIFETIME)
  const times = { createdAt: scope.now, lastUsedAt: scope.now, expiresAt }
  const { address, userAgent } = scope.clientInfo
  const data = { id, userId, tokenHash: hashToken(token), ...times, owes: [...owes], address, userAgent }
  await scope.db.session.create({ data })
  scope.emit(sessionCreated(id, { userId }))
  return { id, token, expiresAt: addMilliseconds(scope.now, COOKIE_LIFETIME) }
}

async function tooManySessions(scope: Scope & InTransaction, userId: UserId) {
  const first = await scope.db.session.findFirst({
    where: { userId, expiresAt: { gt: scope.now } },
    orderBy: { expiresAt: 'asc' },
    select: { expiresAt: true },
  })
  const retryAfter = first ? Math.ceil((first.expiresAt.getTime() - scope.now.getTime()) / 1000) : 60
  const text = 'Created too many sessions for that user'
  return new Failure('exhausted', text, { code: 'too_many_sessions', retryAfter })
}

/** Marks the second factor as given, and starts the full lifetime. False when the session has ended. */
export async function finishSession(tx: Scope & InTransaction, id: SessionId): Promise<boolean> {
  const [session] = await tx.db.session.updateManyAndReturn({
    where: { id },
    data: { owes: [], lastUsedAt: tx.now, expiresAt: addMilliseconds(tx.now, SESSION_LIFETIME) },
    select: { userId: true },
  })
  if (session) tx.emit(sessionChanged(id, { userId: trusted<'user'>(session.userId) }))
  return session !== undefined
}

/** Ends the session of the request; it succeeds for a session that has ended already. */
export async function logout(scope: ViewerScope): Promise<void> {
  await revokeSessions(scope, scope.viewer.id, { id: scope.viewer.sessionId })
}

/** Ends one of the viewer's sessions. Throws `missing` for any other. */
export async function revokeSession(scope: ViewerScope, id: SessionId): Promise<void> {
  const ended = await revokeSessions(scope, scope.viewer.id, { id })
  if (ended.length === 0) throw new Failure('missing', 'Session not found')
}

/** All sessions of a person, one, or all but one. */
type SessionSelection = { readonly id?: SessionId; readonly except?: SessionId }

/** Ends sessions of a person, who goes offline with the last one. Answers the ids of the ended sessions. */
export async function revokeSessions(scope: Scope, userId: UserId, which: SessionSelection = {}): Promise<SessionId[]> {
  const ended = await transact(scope, (tx) => endSessions(tx, userId, which))
  if (ended.length > 0) await goOfflineAfterLastSession(scope, userId)
  return ended
}

/** Ends sessions of a person within a transaction. Answers their ids. The caller updates the presence after the commit. */
export async function endSessions(tx: InTransaction, userId: UserId, which: SessionSelection = {}) {
  const rows = await tx.db.session.findMany({
    where: { userId, ...(which.id && { id: which.id }), ...(which.except && { NOT: { id: which.except } }) },
    select: { id: true },
  })
  await tx.db.session.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } })
  const ids = rows.map((row) => trusted<'session'>(row.id))
  for (const id of ids) tx.emit(sessionRevoked(id, { userId }))
  return ids
}

async function goOfflineAfterLastSession(scope: Scope, userId: UserId) {
  const left = await scope.db.session.count({ where: { userId, expiresAt: { gt: scope.now } } })
  if (left === 0) await scope.presence.forget(userId)
}

const LIVE_SESSIONS_SQL = `
  SELECT "Session".id FROM "Session" LEFT JOIN "Account" ON "Account"."userId" = "Session"."userId"
  WHERE "Session".id = ANY($1) AND "expiresAt" > $2::timestamptz AND cardinality(owes) = 0
    AND ("deletionAt" IS NULL OR "deletionAt" > $2::timestamptz)`

/** Ids of those of these sessions that are finished and neither ended nor expired. One statement. */
export async function readLiveSessionIds({ read, clock }: Services, ids: readonly string[]) {
  const rows = await read<{ id: string }>('live-sessions', LIVE_SESSIONS_SQL, [ids, clock.now().toISOString()])
  return new Set(rows.map(({ id }) => id))
}
