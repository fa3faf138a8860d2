import { BOUNDS } from '../../../kernel/bounds.ts'
import { createCache } from '../../../kernel/cache.ts'
import { addMilliseconds, HOUR, SECOND } from '../../../kernel/clock.ts'
import { busGap } from '../../../kernel/events.ts'
import { trusted } from '../../../kernel/ids.ts'
import { type Scope, type SecondFactor, type Services, systemScope, type Viewer } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import type { SessionEnd } from '../../../kernel/sessionEnd.ts'
import { isStaffPermission } from '../../../kernel/staff.ts'
import { cancelDeletion } from '../account/deletion.ts'
import { accountChanged, sessionChanged, sessionRevoked } from '../events.ts'
import { loadSession, readSessionEnd, touchSession } from './queries.ts'
import { LONGEST_SESSION } from './sessions.ts'

interface CachedSession {
  readonly viewer: Viewer
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly deletionAt: Date | null
}

/** Finds the viewer of a session token. One per process; it caches sessions for a few seconds. */
export interface SessionCache {
  /**
   * The viewer of an `auth` token; null for an unknown, expired or revoked one. Unless `skipTouch` is set, the use of a
   * finished session updates the presence, prolongs the session up to its latest end and cancels a pending deletion.
   */
  authenticate(scope: Scope, token: string, skipTouch?: boolean): Promise<Viewer | null>
  /** How the first of these sessions, by their tokens, has ended that has; null if none has, or it was some days ago. */
  endOf(scope: Scope, tokens: readonly string[]): Promise<SessionEnd | null>
  close(): void
}

const CACHE_TTL = 10 * SECOND
/** The last use of a session is stored at most this often. */
const TOUCH_INTERVAL = HOUR

export function openSessionCache(services: Services): SessionCache {
  const now = () => services.clock.now().getTime()
  const known = createCache<CachedSession | null>({ ttl: CACHE_TTL, max: BOUNDS.cachedSessions.most, now })
  const ended = createCache<SessionEnd | null>({ ttl: CACHE_TTL, max: BOUNDS.cachedSessions.most, now })
  const dropSession = ({ subject }: { subject: string }) =>
    known.dropWhere((session) => session?.viewer.sessionId === subject)
  const dropUser = ({ subject }: { subject: string }) => known.dropWhere((session) => session?.viewer.id === subject)
  const stops = [
    services.events.listen(sessionChanged, dropSession),
    services.events.listen(sessionRevoked, dropSession),
    services.events.listen(accountChanged, dropUser),
    services.events.listen(busGap, () => known.clear()),
  ]

  return {
    async authenticate(scope, token, skipTouch = false) {
      const hash = hashToken(token)
      const session = await known.get(hash, () => readSession(services, hash))
      if (!session || !isLiveSession(session, scope.now)) return null
      if (session.viewer.pendingFactors.length > 0 || skipTouch) return session.viewer
      await recordActivity(scope, session).then((touched) => touched && known.drop(hash))
      return session.viewer
    },
    async endOf(scope, tokens) {
      for (const token of tokens) {
        const hash = hashToken(token)
        const end = await ended.get(hash, () => readSessionEnd(scope, hash))
        if (end) return end
      }
      return null
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Sessions of an account that is due for erasure are over, even before the job has erased it. */
const isLiveSession = ({ expiresAt, deletionAt }: CachedSession, now: Date) =>
  expiresAt > now && (deletionAt === null || deletionAt > now)

/** Updates presence, deletion and session after a request. Answers whether the session's row was updated. */
async function recordActivity(scope: Scope, { viewer, deletionAt, lastUsedAt }: CachedSession): Promise<boolean> {
  scope.presence.recordRequest(viewer.id, scope.now, scope.clientInfo.presenceSource)
  if (deletionAt) await cancelDeletion(scope, viewer.id)
  if (addMilliseconds(lastUsedAt, TOUCH_INTERVAL) > scope.now) return false
  await touchSession(scope, viewer, { lifetime: scope.rules.retention.sessions, longest: LONGEST_SESSION })
  return true
}

async function readSession(services: Services, hash: string): Promise<CachedSession | null> {
  const row = await loadSession(systemScope(services), hash)
  if (!row) return null
  return {
    viewer: {
      id: trusted<'user'>(row.userId),
      sessionId: trusted<'session'>(row.sessionId),
      admin: row.admin,
      staff: row.staff.filter(isStaffPermission),
      pendingFactors: row.owes.filter(isSecondFactor),
      expiresAt: row.expiresAt,
    },
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    deletionAt: row.deletionAt,
  }
}

export const isSecondFactor = (text: string): text is SecondFactor =>
  text === 'totp' || text === 'otp' || text === 'emailOtp'
