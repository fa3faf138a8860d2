import { Redis } from 'ioredis'
import type { Log } from '../kernel/log.ts'
import type { Closable } from './platform.ts'

/**
 * A connection that fails commands at once while Redis is down, so that no request waits, and reconnects by itself.
 * Throws when Redis can't be reached at start.
 */
export async function openRedis(url: string, log: Log): Promise<Closable & { readonly client: Redis }> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 2_000,
    connectTimeout: 5_000,
  })
  let reason: unknown
  redis.on('error', (error: unknown) => {
    reason = error
    log.warn({ err: error }, 'redis is unreachable')
  })
  await redis.connect().catch(() => {
    redis.disconnect()
    throw new Error(
      'REDIS_URL names a Redis that does not answer. Start it, correct the address, or leave REDIS_URL out.',
      { cause: reason },
    )
  })
  return { client: redis, close: async () => redis.disconnect() }
}
