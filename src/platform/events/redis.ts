import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { addMilliseconds, type Clock, SECOND } from '../../kernel/clock.ts'
import type { Db, Sql } from '../../kernel/database.ts'
import { busGap, type DomainEvent, type EventBus } from '../../kernel/events.ts'
import type { Log } from '../../kernel/log.ts'
import type { Closable } from '../platform.ts'
import { DomainEventSchema, makeListenerRegistry, parseNotice } from './listeners.ts'

/** Age after which a row of the outbox was left by a dead node, or by an outage of Redis. */
const OVERDUE_AFTER = 5 * SECOND
const OVERDUE_BATCH_SIZE = 500

/** Committed events that may not be published yet. */
function openOutbox(client: Db, clock: Clock) {
  const rowOf = new WeakMap<DomainEvent, bigint>()
  return {
    async put(sql: Sql, domainEvents: readonly DomainEvent[]) {
      const events = domainEvents.map(({ topic, subject, ids = {} }) => ({ topic, subject, ids }))
      const rows = await sql<{ readonly id: string }>`
        INSERT INTO "Outbox" (topic, subject, ids, "createdAt")
        SELECT topic, subject, ids, ${clock.now()}
        FROM ROWS FROM (json_to_recordset(${JSON.stringify(events)}::text::json) AS (topic text, subject text, ids jsonb))
          WITH ORDINALITY AS event (topic, subject, ids, number)
        ORDER BY number RETURNING id::text`
      for (const [at, domainEvent] of domainEvents.entries()) {
        const row = rows[at]
        if (row) rowOf.set(domainEvent, BigInt(row.id))
      }
    },
    async overdue(): Promise<DomainEvent[]> {
      const where = { createdAt: { lt: addMilliseconds(clock.now(), -OVERDUE_AFTER) } }
      const rows = await client.outbox.findMany({ where, orderBy: { id: 'asc' }, take: OVERDUE_BATCH_SIZE })
      return rows.map(({ id, topic, subject, ids }) => {
        const domainEvent = DomainEventSchema.parse({ topic, subject, ids })
        rowOf.set(domainEvent, id)
        return domainEvent
      })
    },
    async remove(domainEvents: readonly DomainEvent[]) {
      const ids = domainEvents.flatMap((domainEvent) => rowOf.get(domainEvent) ?? [])
      if (ids.length > 0) await client.outbox.deleteMany({ where: { id: { in: ids } } })
    },
  }
}

interface RedisSubscriptionOptions {
  readonly redis: Redis
  readonly channel: string
  readonly log: Log
  onMessage(text: string): void
  /** Called when it is subscribed again after the connection was lost: messages may have been missed. */
  onGap(): void
}

const PING_INTERVAL_MS = 15_000

/** A dedicated connection that is subscribed to one channel and reconnects. */
async function openRedisSubscription({
  redis,
  channel,
  log,
  onMessage,
  onGap,
}: RedisSubscriptionOptions): Promise<Closable> {
  const subscriber = redis.duplicate({
    connectionName: channel,
    lazyConnect: true,
    autoResubscribe: false,
    enableReadyCheck: false,
  })
  subscriber.on('error', (error: unknown) => log.warn({ err: error }, 'connection of the event bus lost'))
  subscriber.on('message', (_, text) => onMessage(text))
  await subscriber.connect()
  await subscriber.subscribe(channel)

  const again = () => subscriber.subscribe(channel).then(onGap)
  const reset = () => subscriber.disconnect(true)
  subscriber.on('ready', () => void again().catch(reset))
  // Periodic pings detect a connection whose peer vanished silently.
  const pulse = setInterval(
    () => subscriber.status === 'ready' && void subscriber.ping().catch(reset),
    PING_INTERVAL_MS,
  ).unref()
  return {
    async close() {
      clearInterval(pulse)
      subscriber.disconnect()
    },
  }
}

interface RedisEventsOptions {
  readonly redis: Redis
  readonly client: Db
  readonly clock: Clock
  readonly log: Log
  /** Prefix of channels and keys, for installations that share one Redis. */
  readonly prefix: string
  /** Called when Redis did not take events, which stay in the outbox. */
  readonly onUnpublished?: (() => void) | undefined
}

const SWEEP_INTERVAL = 3 * SECOND

/**
 * Event bus on Redis. A transaction writes its events to an outbox table; they are published after the commit and then
 * deleted. Other nodes publish what a dead node left, so each event is delivered at least once.
 */
export async function openRedisEvents(options: RedisEventsOptions): Promise<EventBus & Closable> {
  const { redis, log } = options
  const { listen, tell } = makeListenerRegistry(log)
  const node = randomUUID()
  const channel = `${options.prefix}:events`
  const outbox = openOutbox(options.client, options.clock)

  const onMessage = (text: string) => {
    const notice = parseNotice(text)
    if (notice && notice.node !== node) tell(notice.domainEvent)
  }
  const subscription = await openRedisSubscription({ redis, channel, onMessage, onGap: () => tell(busGap('*')), log })

  const publish = async (domainEvents: readonly DomainEvent[]) => {
    const texts = domainEvents.map((domainEvent) => JSON.stringify({ node, id: randomUUID(), domainEvent }))
    await Promise.all(texts.map((text) => redis.publish(channel, text)))
  }
  const sweep = async () => {
    const overdue = await outbox.overdue()
    await publish(overdue)
    for (const domainEvent of overdue) tell(domainEvent)
    await outbox.remove(overdue)
  }
  const background = makeBackgroundWork(log, options.onUnpublished)
  const sweeper = setInterval(() => background.isIdle() && background.run(sweep()), SWEEP_INTERVAL).unref()

  return {
    listen,
    stage: outbox.put,
    async release(domainEvents) {
      for (const domainEvent of domainEvents) tell(domainEvent)
      const published = publish(domainEvents)
      background.run(published.then(() => outbox.remove(domainEvents)))
      await published.catch(() => {})
    },
    async close() {
      clearInterval(sweeper)
      await background.done()
      await subscription.close()
    },
  }
}

/** Runs work in the background; `close` waits for it. */
function makeBackgroundWork(log: Log, onFailure = () => {}) {
  const underWay = new Set<Promise<void>>()
  return {
    isIdle: () => underWay.size === 0,
    run(work: Promise<void>) {
      const noted: Promise<void> = work
        .catch((error) => {
          onFailure()
          log.warn({ err: error }, 'events could not be published and stay in the outbox')
        })
        .finally(() => underWay.delete(noted))
      underWay.add(noted)
    },
    done: () => Promise.all(underWay),
  }
}
