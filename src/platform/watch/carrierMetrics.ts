import type { Redis } from 'ioredis'
import { Counter, Gauge, type Registry } from 'prom-client'
import { busGap, type EventBus } from '../../kernel/events.ts'

/** Counts gaps of the event bus, and tells whether Redis is connected where it carries events and limits. */
export function watchCarriers(registry: Registry, events: EventBus, redis: Redis | null): void {
  const gaps = new Counter({
    name: 'plaza_bus_gaps_total',
    help: 'Times that the connection of the event bus was lost and came back: events may have been missed.',
    registers: [registry],
  })
  events.listen(busGap, () => gaps.inc())
  new Gauge({
    name: 'plaza_redis_up',
    help: 'Whether Redis is connected; absent without REDIS_URL.',
    registers: [registry],
    collect() {
      if (redis) this.set(redis.status === 'ready' ? 1 : 0)
      else this.remove()
    },
  })
}

/** Counts events that Redis did not get at once, and that stay in the outbox. */
export function openUnpublishedCounter(registry: Registry): () => void {
  const counter = new Counter({
    name: 'plaza_bus_unpublished_total',
    help: 'Times that Redis did not take events, which stay in the outbox.',
    registers: [registry],
  })
  return () => counter.inc()
}

/** Counts refusals by a rate limit, by its name. */
export function openRefusalCounter(registry: Registry): (limit: string) => void {
  const counter = new Counter({
    name: 'plaza_rate_limit_refusals_total',
    help: 'Acts that a rate limit has refused, by the name of the limit.',
    labelNames: ['limit'],
    registers: [registry],
  })
  return (limit) => counter.inc({ limit })
}

/** Counts worker processes that ended and were replaced. */
export function openRestartCounter(registry: Registry): () => void {
  const counter = new Counter({
    name: 'plaza_worker_restarts_total',
    help: 'Worker processes that ended and were replaced.',
    registers: [registry],
  })
  return () => counter.inc()
}
