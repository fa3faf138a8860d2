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
  const dropSession = ({ subject }: { subject: string }) => known.dropWhere((session) => session?.viewer.sessionId === subject)
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
      if (!session || session.expiresAt <= scope.now) return null
      if (session.deletionAt && session.deletionAt <= scope.now) return null
      if (session.viewer.owes.length > 0 || farewell) return session.viewer
      scope.presence.seen(session.viewer.id, scope.now)
      if (session.deletionAt) await cancelDeletion(scope, session.viewer.id)
      if (later(session.lastUsedAt, TOUCH_EVERY) <= scope.now) await touch(scope, session.viewer).then(() => known.drop(hash))
      return session.viewer
    },
    close() {
      for (const stop of stops) stop()
    },
  }
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
