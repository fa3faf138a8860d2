import { BOUNDS } from '../../kernel/bounds.ts'
import { type Cache, createCache } from '../../kernel/cache.ts'
import { SECOND } from '../../kernel/clock.ts'
import { busGap, type EventBus, type EventType } from '../../kernel/events.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { Services } from '../../kernel/scope.ts'

const LIFETIME = 5 * SECOND

/**
 * A cache per process, keyed by the event bus. Entries live for five seconds; all are dropped by an event of the type
 * and when events may have been lost.
 */
export function makeEventInvalidatedCache<V>(type: EventType): (services: Services) => Cache<V> {
  const caches = new WeakMap<EventBus, Cache<V>>()
  const open = ({ events, clock }: Services) => {
    const cache = createCache<V>({ ttl: LIFETIME, max: BOUNDS.cachedEntries.most, now: () => clock.now().getTime() })
    events.listen(type, () => cache.clear())
    events.listen(busGap, () => cache.clear())
    return cache
  }
  return (services) => getOrCreate(caches, services.events, () => open(services))
}
