import { z } from 'zod'
import { anyEvent, type DomainEvent, type DomainEventListener, type EventBus } from '../../kernel/events.ts'
import type { Log } from '../../kernel/log.ts'

export const DomainEventSchema = z.object({
  topic: z.string(),
  subject: z.string(),
  ids: z.record(z.string(), z.string()).exactOptional(),
})

/** An event on its way between nodes: `node` is the sender, `id` identifies the notice. */
export const EventNotice = z.object({ node: z.string(), id: z.string(), domainEvent: DomainEventSchema })
export type EventNotice = z.output<typeof EventNotice>

/** Parses a received notice; null for anything malformed. */
export function parseNotice(text: string): EventNotice | null {
  try {
    return EventNotice.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The listeners of this node. A listener that throws is logged and does not affect the others. */
export function makeListenerRegistry(log: Log): Pick<EventBus, 'listen'> & { tell: DomainEventListener } {
  const byTopic = new Map<string, Set<DomainEventListener>>()
  const failed = (topic: string) => (error: unknown) => log.error({ err: error, topic }, 'a listener failed')

  const tellOne = (listener: DomainEventListener, domainEvent: DomainEvent) => {
    try {
      const done: unknown = listener(domainEvent)
      if (done instanceof Promise) done.catch(failed(domainEvent.topic))
    } catch (error) {
      failed(domainEvent.topic)(error)
    }
  }

  return {
    tell(domainEvent) {
      for (const listener of byTopic.get(domainEvent.topic) ?? []) tellOne(listener, domainEvent)
      for (const listener of byTopic.get(anyEvent.topic) ?? []) tellOne(listener, domainEvent)
    },
    listen(type, listener) {
      const listeners = byTopic.get(type.topic) ?? new Set()
      const tellOfType: DomainEventListener = (domainEvent) =>
        type.is(domainEvent) ? listener(domainEvent) : undefined
      byTopic.set(type.topic, listeners.add(tellOfType))
      return () => void listeners.delete(tellOfType)
    },
  }
}
