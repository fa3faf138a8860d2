import { type Cache, makeCache } from '../../kernel/cache.ts'
import { SECOND } from '../../kernel/clock.ts'
import type { EventBus } from '../../kernel/events.ts'
import type { Outside } from '../../kernel/scope.ts'

const KEPT = 5 * SECOND
const MOST = 100

/**
 * A cache for each process, found by the process's event bus. It holds what it read for five seconds, and is emptied at
 * once when the topic is announced or announcements may have been missed.
 */
export function shortCache<V>(topic: string): (outside: Outside) => Cache<V> {
  const opened = new WeakMap<EventBus, Cache<V>>()
  return ({ events, clock }) => {
    const known = opened.get(events)
    if (known) return known
    const cache = makeCache<V>({ ttl: KEPT, max: MOST, now: () => clock.now().getTime() })
    events.listen(topic, () => cache.clear())
    events.listen('bus.gap', () => cache.clear())
    opened.set(events, cache)
    return cache
  }
}
