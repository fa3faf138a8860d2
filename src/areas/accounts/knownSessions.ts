import { makeCache } from '../../kernel/cache.ts'
import { HOUR, later, SECOND } from '../../kernel/clock.ts'
import { isId, type SessionId, type UserId } from '../../kernel/ids.ts'
import type { Outside, Scope, SecondFactor, Viewer } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets.ts'
import { cancelDeletion } from './deletion.ts'
import { SESSION_LIFETIME } from './sessions.ts'

interface KnownSession {
  readonly viewer: Viewer
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly deletionAt: Date | null
}

/** Tells who a token belongs to. One for a process: it keeps what it read for a few seconds. */
export interface KnownSessions {
  /**
   * The viewer behind an `auth` token; null for an unknown, expired or revoked one. A finished session counts as a
   * sign of life: the person is seen, the session lives on, a pending deletion is cancelled (but not by `farewell`).
   */
  use(scope: Scope, token: string, farewell?: boolean): Promise<Viewer | null>
  close(): void
}

const KEPT = 10 * SECOND
const MOST = 20_000
/** A session's last use is written down no more often than this. */
const TOUCH_EVERY = HOUR

export function openKnownSessions(outside: Outside): KnownSessions {
  const known = makeCache<KnownSession | null>({ ttl: KEPT, max: MOST, now: () => outside.clock.now().getTime() })
  const dropSession = ({ subject }: { subject: string }) =>
    known.dropWhere((session) => session?.viewer.sessionId === subject)
  const dropUser = ({ subject }: { subject: string }) => known.dropWhere((session) => session?.viewer.id === subject)
  const stops = [
    outside.events.listen('session.changed', dropSession),
    outside.events.listen('session.revoked', dropSession),
    outside.events.listen('account.changed', dropUser),
    outside.events.listen('bus.gap', () => known.clear()),
  ]

  return {
    async use(scope, token, farewell = false) {
      const hash = tokenHash(token)
      const session = await known.get(hash, () => readSession(outside, hash))
      if (!session || !isLive(session, scope.now)) return null
      if (session.viewer.owes.length > 0 || farewell) return session.viewer
      await keepAlive(scope, session).then((touched) => touched && known.drop(hash))
      return session.viewer
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** An account whose 14 days have passed is gone, though the job that erases it has not come by yet. */
const isLive = ({ expiresAt, deletionAt }: KnownSession, now: Date) =>
  expiresAt > now && (deletionAt === null || deletionAt > now)

/** Notes the sign of life. Answers whether the session's row has changed by it. */
async function keepAlive(scope: Scope, { viewer, deletionAt, lastUsedAt }: KnownSession): Promise<boolean> {
  scope.presence.seen(viewer.id, scope.now, scope.origin.via)
  if (deletionAt) await cancelDeletion(scope, viewer.id)
  if (later(lastUsedAt, TOUCH_EVERY) > scope.now) return false
  await touch(scope, viewer)
  return true
}

async function readSession(outside: Outside, hash: string): Promise<KnownSession | null> {
  const row = await outside.client.session.findUnique({
    where: { tokenHash: hash },
    include: { user: { select: { admin: true, account: { select: { deletionAt: true } } } } },
  })
  if (!row || !isId('session', row.id) || !isId('user', row.userId)) return null
  return {
    viewer: { id: row.userId, sessionId: row.id, admin: row.user.admin, owes: row.owes.filter(isSecondFactor) },
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    deletionAt: row.user.account?.deletionAt ?? null,
  }
}

async function touch(scope: Scope, viewer: { id: UserId; sessionId: SessionId }) {
  await scope.client.session.updateMany({
    where: { id: viewer.sessionId },
    data: { lastUsedAt: scope.now, expiresAt: later(scope.now, SESSION_LIFETIME) },
  })
  await scope.client.user.update({ where: { id: viewer.id }, data: { lastActivityAt: scope.now } })
}

const isSecondFactor = (text: string): text is SecondFactor => text === 'totp' || text === 'otp' || text === 'emailOtp'
