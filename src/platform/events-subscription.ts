import type { Redis } from 'ioredis'
import type { Log } from '../kernel/log.ts'
import type { Closing } from './platform.ts'

export interface SubscriptionOptions {
  readonly redis: Redis
  readonly channel: string
  readonly log: Log
  onMessage(text: string): void
  /** Subscribed again after the connection was lost: messages may have been missed. */
  onGap(): void
}

const PULSE = 15_000

/** A connection of its own, subscribed to one channel, that comes back when it was lost. */
export async function openSubscription({
  redis,
  channel,
  log,
  onMessage,
  onGap,
}: SubscriptionOptions): Promise<Closing> {
  const subscriber = redis.duplicate({
    connectionName: channel,
    lazyConnect: true,
    autoResubscribe: false,
    enableReadyCheck: false,
  })
  subscriber.on('error', (error: unknown) => log.warn({ err: error }, 'lost the connection that carries events'))
  subscriber.on('message', (_, text) => onMessage(text))
  await subscriber.connect()
  await subscriber.subscribe(channel)

  const again = () => subscriber.subscribe(channel).then(onGap)
  const reset = () => subscriber.disconnect(true)
  subscriber.on('ready', () => void again().catch(reset))
  // A connection whose other end vanished without a word is found out by asking.
  const pulse = setInterval(() => subscriber.status === 'ready' && void subscriber.ping().catch(reset), PULSE).unref()
  return {
    async close() {
      clearInterval(pulse)
      subscriber.disconnect()
    },
  }
}
