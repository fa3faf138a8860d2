import { anyEvent, type DomainEvent } from '../kernel/events.ts'
import type { Services } from '../kernel/scope.ts'
import type { SubjectEvents } from './live.ts'
import { createSubscriberRegistry } from './subscriberRegistry.ts'

/** Delivers events by type and id: an event costs nothing for subscribers whom it does not concern, however many. */
export function openSubjectEvents({ events, log }: Services): SubjectEvents & { close(): void } {
  const subscribers = createSubscriberRegistry(log)
  const stop = events.listen(anyEvent, (domainEvent) => {
    for (const id of idsOf(domainEvent)) subscribers.deliver(keyOf(domainEvent.topic, id), domainEvent)
  })
  return {
    subscribe: ({ topic }, id, listener) => subscribers.add(keyOf(topic, id), listener),
    close: stop,
  }
}

const keyOf = (topic: string, id: string) => `${topic} ${id}`

const idsOf = ({ subject, ids = {} }: DomainEvent): ReadonlySet<string> => new Set([subject, ...Object.values(ids)])
