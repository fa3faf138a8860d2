import { sessionRevoked } from '../areas/accounts/events.ts'
import { readLiveSessionIds } from '../areas/accounts/sessions/queries.ts'
import { busGap } from '../kernel/events.ts'
import { addToSet } from '../kernel/maps.ts'
import { retryUntilDone } from '../kernel/retry.ts'
import type { Services } from '../kernel/scope.ts'
import type { SessionBindings } from './live.ts'

/** Sessions also expire, for which there is no event. */
const RECHECK_INTERVAL = 10 * 60_000

/**
 * Ends what is bound to a session when any node revokes it. After a gap in the event bus, and every ten minutes, all
 * bound sessions are rechecked by one statement.
 */
export function openSessionBindings(services: Services): SessionBindings & { close(): void } {
  const { events, log } = services
  const bound = new Map<string, Set<() => void>>()
  let closed = false

  const endAll = (sessionId: string) => {
    for (const end of [...(bound.get(sessionId) ?? [])]) end()
  }
  const endDeadSessions = async () => {
    const sessionIds = [...bound.keys()]
    if (sessionIds.length === 0) return
    const live = await readLiveSessionIds(services, sessionIds)
    for (const sessionId of sessionIds) if (!live.has(sessionId)) endAll(sessionId)
  }
  const failure = 'sessions could not be rechecked; retrying'
  const recheck = () => void retryUntilDone(endDeadSessions, { log, failure, shouldStop: () => closed })
  const stops = [events.listen(sessionRevoked, ({ subject }) => endAll(subject)), events.listen(busGap, recheck)]
  const timer = setInterval(recheck, RECHECK_INTERVAL)
  timer.unref()

  return {
    bind: ({ sessionId }, end) => addToSet(bound, sessionId, end),
    close() {
      closed = true
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
