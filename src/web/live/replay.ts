import type { SocketResult } from './messages.ts'

/** Applies an event to the cache again. */
type Apply = () => void

interface EventReplay {
  /** Keeps an event while an answer is awaited. */
  note(apply: Apply): void
  /** Call when a query is sent; call what it returns when its answer is in the cache. */
  begin(): () => void
}

/**
 * An answer that was read before an event, and arrives after it, would put the old state over the new one. So the events
 * that came since a query was sent are applied again after its answer: each carries the whole state that it is about.
 */
export function createEventReplay(): EventReplay {
  const open = new Set<Apply[]>()
  return {
    note(apply) {
      for (const events of open) events.push(apply)
    },
    begin() {
      const events: Apply[] = []
      open.add(events)
      return () => {
        open.delete(events)
        for (const apply of events) apply()
      }
    },
  }
}

/** The events of a result that has errors are no state. */
export const isWhole = ({ data, errors }: SocketResult) => Boolean(data) && !errors
