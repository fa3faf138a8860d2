import type { DomainEvent, DomainEventListener } from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'

/**
 * Listeners by key. An error of one listener doesn't affect the others. The only listener of a key is kept without a set:
 * an event may concern hundreds of keys, for each of which the processor would have to fetch the set.
 */
export function createSubscriberRegistry(log: Log) {
  const listeners = new Map<string, DomainEventListener | Set<DomainEventListener>>()
  const call = (listener: DomainEventListener, domainEvent: DomainEvent) => {
    try {
      listener(domainEvent)
    } catch (error) {
      log.error({ err: error, topic: domainEvent.topic }, 'an event listener failed')
    }
  }
  const deliver = (key: string, domainEvent: DomainEvent) => {
    const found = listeners.get(key)
    if (typeof found === 'function') call(found, domainEvent)
    else for (const listener of found ?? []) call(listener, domainEvent)
  }
  const remove = (key: string, listener: DomainEventListener) => {
    const found = listeners.get(key)
    if (typeof found !== 'function') found?.delete(listener)
    if (found === listener || (found instanceof Set && found.size === 0)) listeners.delete(key)
  }
  return {
    deliver,
    has: (key: string) => listeners.has(key),
    isEmpty: () => listeners.size === 0,
    deliverToAll(domainEvent: DomainEvent) {
      for (const key of [...listeners.keys()]) deliver(key, domainEvent)
    },
    /** Returns a function that removes the listener. */
    add(key: string, listener: DomainEventListener): () => void {
      const found = listeners.get(key)
      if (typeof found === 'function') listeners.set(key, new Set([found, listener]))
      else if (found) found.add(listener)
      else listeners.set(key, listener)
      return () => remove(key, listener)
    },
  }
}
