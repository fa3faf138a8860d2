import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Limits } from '../kernel/limits.ts'
import { makeLimits } from './limits.ts'
import type { Closing } from './platform.ts'

/** `prefix` keeps installations apart that share one Redis. */
export function openRedisLimits(redis: Redis, prefix: string): Limits & Closing {
  const store = { storeClient: redis, rejectIfRedisNotReady: true }
  return {
    ...makeLimits(
      (options) => new RateLimiterRedis({ ...store, ...options, keyPrefix: `${prefix}:limit:${options.keyPrefix}` }),
    ),
    close: async () => {},
  }
}
