import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type Clock, SECOND } from '../kernel/clock.ts'
import type { Db } from '../kernel/database.ts'
import type { Announcement, EventBus } from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'
import { GAP, makeListeners, readNotice } from './events-listeners.ts'
import { openOutbox } from './events-outbox.ts'
import { openSubscription } from './events-subscription.ts'
import type { Closing } from './platform.ts'

export interface RedisEventsOptions {
  readonly redis: Redis
  readonly client: Db
  readonly clock: Clock
  readonly log: Log
  /** Keeps installations apart that share one Redis. */
  readonly prefix: string
}

const SWEEP_EVERY = 3 * SECOND

/**
 * Events by way of Redis. A transaction leaves its announcements in the outbox; they are published after the commit
 * and removed then. What a dead node left there is published by any other, so each is heard at least once.
 */
export async function openRedisEvents(options: RedisEventsOptions): Promise<EventBus & Closing> {
  const { redis, log } = options
  const { listen, tell } = makeListeners(log)
  const node = randomUUID()
  const channel = `${options.prefix}:events`
  const outbox = openOutbox(options.client, options.clock)

  const onMessage = (text: string) => {
    const notice = readNotice(text)
    if (notice && notice.node !== node) tell(notice.announcement)
  }
  const subscription = await openSubscription({ redis, channel, onMessage, onGap: () => tell(GAP), log })

  const publish = async (announcements: readonly Announcement[]) => {
    const texts = announcements.map((announcement) => JSON.stringify({ node, id: randomUUID(), announcement }))
    await Promise.all(texts.map((text) => redis.publish(channel, text)))
  }
  const sweep = async () => {
    const overdue = await outbox.overdue()
    await publish(overdue)
    for (const announcement of overdue) tell(announcement)
    await outbox.remove(overdue)
  }
  const background = makeBackground(log)
  const sweeper = setInterval(() => background.isIdle() && background.run(sweep()), SWEEP_EVERY).unref()

  return {
    listen,
    stage: outbox.put,
    async release(announcements) {
      for (const announcement of announcements) tell(announcement)
      const published = publish(announcements)
      background.run(published.then(() => outbox.remove(announcements)))
      await published.catch(() => {})
    },
    async close() {
      clearInterval(sweeper)
      await background.done()
      await subscription.close()
    },
  }
}

/** Work that nobody waits for, until the end. */
function makeBackground(log: Log) {
  const underWay = new Set<Promise<void>>()
  return {
    isIdle: () => underWay.size === 0,
    run(work: Promise<void>) {
      const noted: Promise<void> = work
        .catch((error) => log.warn({ err: error }, 'announcements stay in the outbox for now'))
        .finally(() => underWay.delete(noted))
      underWay.add(noted)
    },
    done: () => Promise.all(underWay),
  }
}
