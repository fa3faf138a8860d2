import { sessionRevoked } from '../areas/accounts/events.ts'
import { readSessionStates } from '../areas/accounts/sessions/queries.ts'
import { busGap } from '../kernel/events.ts'
import { getOrCreate } from '../kernel/maps.ts'
import { retryUntilDone } from '../kernel/retry.ts'
import type { Services } from '../kernel/scope.ts'
import type { SessionEndReason } from '../kernel/sessionEnd.ts'
import type { OnSessionEnd, SessionBindings } from './live.ts'

/** Milliseconds between two looks at which sessions have expired, for which there is no event. */
const EXPIRY_INTERVAL = 2_000
/** Milliseconds between two rechecks of all sessions. */
const RECHECK_INTERVAL = 10 * 60_000

interface BoundSession {
  readonly listeners: Set<OnSessionEnd>
  /** As it was last read; a use of the session puts it off. */
  expiresAt: Date | null
}

/**
 * Ends what is bound to a session when any node ends it, and soon after it has expired. After a gap in the event bus, and
 * every ten minutes, all bound sessions are rechecked by one statement.
 */
export function openSessionBindings(services: Services): SessionBindings & { close(): void } {
  const { events, log, clock } = services
  const bound = new Map<string, BoundSession>()
  let closed = false

  const endAll = (sessionId: string, reason: SessionEndReason) => {
    for (const end of [...(bound.get(sessionId)?.listeners ?? [])]) end(reason)
  }
  const endDeadSessions = async (sessionIds: readonly string[]) => {
    if (sessionIds.length === 0) return
    for (const { id, end, expiresAt } of await readSessionStates(services, sessionIds)) {
      const session = bound.get(id)
      if (session) session.expiresAt = expiresAt
      if (end) endAll(id, end)
    }
  }
  const failure = 'sessions could not be rechecked; retrying'
  const recheck = (sessionIds: () => readonly string[]) =>
    retryUntilDone(() => endDeadSessions(sessionIds()), { log, failure, shouldStop: () => closed })
  const recheckAll = () => void recheck(() => [...bound.keys()])
  const recheckExpired = oneAtATime(() => recheck(() => expiredBefore(bound, clock.now())))
  const stops = [
    events.listen(sessionRevoked, ({ subject, ids: { reason } }) => endAll(subject, reason)),
    events.listen(busGap, recheckAll),
  ]
  const timers = [setInterval(recheckAll, RECHECK_INTERVAL), setInterval(recheckExpired, EXPIRY_INTERVAL)]
  for (const timer of timers) timer.unref()

  return {
    bind({ sessionId, expiresAt = null }, end) {
      const session = getOrCreate(bound, sessionId, () => ({ listeners: new Set<OnSessionEnd>(), expiresAt }))
      session.listeners.add(end)
      return () => {
        session.listeners.delete(end)
        if (session.listeners.size === 0 && bound.get(sessionId) === session) bound.delete(sessionId)
      }
    },
    close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

const expiredBefore = (bound: ReadonlyMap<string, BoundSession>, now: Date) =>
  [...bound].filter(([, { expiresAt }]) => expiresAt !== null && expiresAt <= now).map(([id]) => id)

/** Starts work unless it runs already. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}
