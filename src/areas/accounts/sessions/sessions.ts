import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { addMilliseconds, DAY, HOUR, MINUTE } from '../../../kernel/clock.ts'
import { Failure, missingCredentials } from '../../../kernel/failure.ts'
import { newId, type SessionId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope, SecondFactor, ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import type { SessionEndReason } from '../../../kernel/sessionEnd.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sessionChanged, sessionCreated, sessionRevoked } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { assertNotSuspended, assertUnchanged, type CheckedAccount } from '../policy.ts'
import { deleteSessions } from './queries.ts'

/** Lifetime of a session that waits for its second factor: that of an e-mail code. */
const UNFINISHED_SESSION_LIFETIME = 15 * MINUTE
/** A session ends this long after its login, whatever its use, and so does its cookie, which clients get once. */
export const LONGEST_SESSION = 180 * DAY

export interface NewSession {
  readonly id: SessionId
  /** Value of the `auth` cookie. Only its hash is stored. */
  readonly token: string
  /** Expiry of the cookie, which is the latest end of the session. */
  readonly expiresAt: Date
}

interface NewLogin {
  readonly userId: UserId
  /** Second factors, one of which the session needs. */
  readonly owes: readonly SecondFactor[]
  /** The account as it was when the credentials were checked; absent when it is created in the same transaction. */
  readonly checked?: CheckedAccount
  /** Whether a login at the limit of sessions ends the least recently used one, whenever that was. */
  readonly endsOldest?: boolean
}

/**
 * Creates a session for a person whose credentials were accepted. It locks the account, so that neither parallel logins
 * exceed the limit of sessions, nor a login outlives a change of what it was checked against. Throws `unauthenticated`
 * after such a change, `forbidden` for a suspended person, `exhausted` beyond the limit.
 */
export async function createSession(scope: Scope & InTransaction, login: NewLogin): Promise<NewSession> {
  const { userId, owes, checked, endsOldest = false } = login
  await lockAccount(scope, userId)
  if (checked) await assertUnchanged(scope, checked)
  await assertNotSuspended(scope, userId)
  const excess = await sessionsEndedByLogin(scope, { userId, owes, endsOldest })
  await endSessions(scope, userId, 'session_revoked', { ids: excess })

  const id = newId('session', scope.now)
  const token = `authcookie_${randomUUID()}`
  const expiresAt = addMilliseconds(
    scope.now,
    owes.length > 0 ? UNFINISHED_SESSION_LIFETIME : scope.rules.retention.sessions,
  )
  const times = { createdAt: scope.now, lastUsedAt: scope.now, expiresAt }
  const { address, userAgent } = scope.clientInfo
  const data = { id, userId, tokenHash: hashToken(token), ...times, owes: [...owes], endsOldest, address, userAgent }
  await scope.db.session.create({ data })
  scope.emit(sessionCreated(id, { userId }))
  return { id, token, expiresAt: addMilliseconds(scope.now, LONGEST_SESSION) }
}

/**
 * Marks the second factor as given, and starts the full lifetime. Needs the account's lock. False when the session has
 * ended; throws `exhausted` when the person has too many finished sessions, none of which can be ended.
 */
export async function finishSession(tx: Scope & InTransaction, userId: UserId, id: SessionId): Promise<boolean> {
  await endSessions(tx, userId, 'session_revoked', { ids: await sessionsEndedByFinish(tx, userId, id) })
  const { count } = await tx.db.session.updateMany({
    where: { id, userId, expiresAt: { gt: tx.now } },
    data: { owes: [], lastUsedAt: tx.now, expiresAt: addMilliseconds(tx.now, tx.rules.retention.sessions) },
  })
  if (count > 0) tx.emit(sessionChanged(id, { userId }))
  return count > 0
}

/**
 * Throws `unauthenticated` if the session of the request has ended since the request began, as when the password was
 * changed meanwhile. Needs the account's lock.
 */
export async function assertSessionLive({ db, viewer }: ViewerScope & InTransaction): Promise<void> {
  const live = await db.session.count({ where: { id: viewer.sessionId, userId: viewer.id } })
  if (live === 0) throw missingCredentials()
}

/** The token of the viewer's session among those that a client sent. */
export async function readOwnToken({ db, viewer }: ViewerScope, tokens: readonly string[]): Promise<string> {
  const [only = '', ...others] = tokens
  if (others.length === 0) return only
  const session = await db.session.findUnique({ where: { id: viewer.sessionId }, select: { tokenHash: true } })
  return tokens.find((token) => hashToken(token) === session?.tokenHash) ?? only
}

/** Ends the session of the request; it succeeds for a session that has ended already. */
export async function logout(scope: ViewerScope): Promise<void> {
  await endCommitted(scope, scope.viewer.id, 'signed_out', { id: scope.viewer.sessionId })
}

const SESSION_COLUMNS = {
  id: true,
  userId: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  confirmedAt: true,
  owes: true,
  address: true,
  userAgent: true,
} satisfies Prisma.SessionSelect

/** A session without its token. */
export type SessionRow = Prisma.SessionGetPayload<{ select: typeof SESSION_COLUMNS }>

/** Live sessions that the viewer may see, latest login first: the own ones, and for admins all. */
export const readVisibleSessions = (scope: ViewerScope, where: Prisma.SessionWhereInput): Promise<SessionRow[]> =>
  scope.db.session.findMany({
    where: { AND: [where, isStaff(scope, 'people') ? {} : { userId: scope.viewer.id }], expiresAt: { gt: scope.now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: SESSION_COLUMNS,
  })

/** Whether the viewer can end a session: their own alone. */
export const canRevokeSession = ({ viewer }: ViewerScope, { userId }: Pick<SessionRow, 'userId'>): boolean =>
  userId === viewer.id

/** Ends one of the viewer's sessions. Throws `missing` for any other. */
export async function revokeSession(scope: ViewerScope, id: SessionId): Promise<void> {
  const ended = await revokeSessions(scope, scope.viewer.id, { id })
  if (ended.length === 0) throw new Failure('missing', 'Session not found', { reason: 'session_not_found' })
}

/** All sessions of a person, one, several, or all but one. */
export type SessionSelection = {
  readonly id?: SessionId
  readonly ids?: readonly SessionId[]
  readonly except?: SessionId
}

/** Ends sessions of a person, who goes offline with the last one. Answers the ids of the ended sessions. */
export const revokeSessions = (scope: Scope, userId: UserId, which: SessionSelection = {}): Promise<SessionId[]> =>
  endCommitted(scope, userId, 'session_revoked', which)

/** Ends sessions in a transaction of their own, and then updates the presence. */
async function endCommitted(
  scope: Scope,
  userId: UserId,
  reason: SessionEndReason,
  which: SessionSelection,
): Promise<SessionId[]> {
  const ended = await transact(scope, (tx) => endSessions(tx, userId, reason, which))
  if (ended.length > 0) logSecurityEvent(scope, 'sessions-ended', { accountId: userId, sessions: ended.length })
  if (ended.length > 0) await goOfflineAfterLastSession(scope, userId)
  return ended
}

/**
 * Ends sessions of a person within a transaction, and keeps the reason for some days. Answers their ids. The caller
 * updates the presence after the commit.
 */
export async function endSessions(
  tx: Pick<Scope, 'now'> & InTransaction,
  userId: UserId,
  reason: SessionEndReason,
  which: SessionSelection = {},
): Promise<SessionId[]> {
  if (which.ids?.length === 0) return []
  const wanted = which.ids ?? (which.id ? [which.id] : null)
  const rows = await deleteSessions(tx, { userId, reason, wanted, except: which.except ?? null })
  const ids = rows.map((row) => trusted<'session'>(row.id))
  for (const id of ids) tx.emit(sessionRevoked(id, { userId, reason }))
  return ids
}

/** Lets a person go offline who has no session left. To be called after the commit that has ended sessions. */
export async function goOfflineAfterLastSession(scope: Scope, userId: UserId): Promise<void> {
  const left = await scope.db.session.count({ where: { userId, expiresAt: { gt: scope.now } } })
  if (left === 0) await scope.presence.forget(userId)
}

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
async function sessionsEndedByLogin(tx: Tx, { userId, owes, endsOldest }: SessionRequest): Promise<SessionId[]> {
  const live = await readLive(tx, userId)
  const ended = sessionsToEnd(tx, live, endsOldest)
  if (owes.length === 0) return ended
  const unfinished = live.filter((session) => !isFinished(session))
  if (unfinished.length >= tx.rules.maxSessions) throw tooManySessions(tx, unfinished)
  return []
}

/** Ids of the sessions to end before a login is finished, under the account's lock. Throws `exhausted` as a login does. */
async function sessionsEndedByFinish(tx: Tx, userId: UserId, sessionId: SessionId): Promise<SessionId[]> {
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
