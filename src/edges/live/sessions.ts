import { liveSessions } from '../../areas/accounts/liveSessions.ts'
import type { Outside } from '../../kernel/scope.ts'
import { keepTrying } from '../trying.ts'
import type { Sessions } from './live.ts'

/** A session may also run out, of which nobody is told. */
const EVERY = 10 * 60_000

/**
 * Ends what is bound to a session with it, on whichever node it was revoked. Where an announcement may have been missed,
 * and every ten minutes, all sessions are looked at again by one statement.
 */
export function openSessions(outside: Outside): Sessions & { close(): void } {
  const { events, log } = outside
  const bound = new Map<string, Set<() => void>>()
  let closed = false

  const expel = (sessionId: string) => {
    for (const end of [...(bound.get(sessionId) ?? [])]) end()
  }
  const look = async () => {
    const before = [...bound.keys()]
    if (before.length === 0) return
    const live = await liveSessions(outside, before)
    for (const sessionId of before) if (!live.has(sessionId)) expel(sessionId)
  }
  const recheck = () => void keepTrying(look, { log, failure: 'sessions could not be looked at', isOver: () => closed })
  const stops = [events.listen('session.revoked', ({ subject }) => expel(subject)), events.listen('bus.gap', recheck)]
  const timer = setInterval(recheck, EVERY)
  timer.unref()

  return {
    bind({ sessionId }, end) {
      const ends = bound.get(sessionId) ?? new Set()
      bound.set(sessionId, ends.add(end))
      return () => {
        ends.delete(end)
        if (ends.size === 0 && bound.get(sessionId) === ends) bound.delete(sessionId)
      }
    },
    close() {
      closed = true
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
