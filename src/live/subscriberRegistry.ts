import type { DomainEvent, DomainEventListener } from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'
import { addToSet } from '../kernel/maps.ts'

/** Listeners by key. An error of one listener doesn't affect the others. */
export function createSubscriberRegistry(log: Log) {
  const listeners = new Map<string, Set<DomainEventListener>>()
  const call = (listener: DomainEventListener, domainEvent: DomainEvent) => {
    try {
      listener(domainEvent)
    } catch (error) {
      log.error({ err: error, topic: domainEvent.topic }, 'an event listener failed')
    }
  }
  const deliver = (key: string, domainEvent: DomainEvent) => {
    for (const listener of listeners.get(key) ?? []) call(listener, domainEvent)
  }
  return {
    deliver,
    has: (key: string) => listeners.has(key),
    isEmpty: () => listeners.size === 0,
    deliverToAll(domainEvent: DomainEvent) {
      for (const key of [...listeners.keys()]) deliver(key, domainEvent)
    },
    add: (key: string, listener: DomainEventListener) => addToSet(listeners, key, listener),
  }
}
