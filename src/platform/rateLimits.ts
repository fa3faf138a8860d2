import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible'
import { BOUNDS } from '../kernel/bounds.ts'
import { Failure } from '../kernel/failure.ts'
import type { RateLimit, RateLimiter } from '../kernel/rateLimit.ts'
import { hashToken } from '../kernel/secrets.ts'
import { makeBatchedCounts } from './batchedCounts.ts'
import { type AddPoints, addPointsTogether, deleteExpiredCounters, ensureCounterTable } from './counterTable.ts'
import type { Closable } from './platform.ts'

interface CounterOptions {
  keyPrefix: string
  points: number
  duration: number
  insuranceLimiter: RateLimiterMemory
}
/** Creates the counter of one limit in the shared store. */
type MakeCounter = (options: CounterOptions) => RateLimiterStoreAbstract

const MAX_KEY_LENGTH = 100
const counterKey = (key: string) => (key.length > MAX_KEY_LENGTH ? hashToken(key) : key)

/**
 * Rate limits over any store. `addPoints` adds to its counters for the counts of frequent events, if it can do so at a
 * lower cost than the counters themselves. While the store is down each node counts in memory. Windows are measured by the stores, so
 * they follow real time and not the clock of a test.
 */
export function makeRateLimits(makeCounter: MakeCounter, addPoints?: AddPoints): RateLimiter {
  const counters = new Map<string, RateLimiterStoreAbstract>()
  const counterOf = (limit: RateLimit) => {
    const known = counters.get(limit.name)
    if (known) return known
    const options = { keyPrefix: limit.name, points: limit.points, duration: limit.window }
    const counter = makeCounter({ ...options, insuranceLimiter: new BoundedMemoryCounter(options) })
    counters.set(limit.name, counter)
    return counter
  }

  const penalize = (limit: RateLimit, key: string, points: number) => counterOf(limit).penalty(key, points)
  const addOrPenalize = (add: AddPoints) => (limit: RateLimit, key: string, points: number) =>
    add({ key: `${limit.name}:${key}`, points, window: limit.window }).catch(() => penalize(limit, key, points))
  const countInBatches = makeBatchedCounts(addPoints ? addOrPenalize(addPoints) : penalize)

  /** A point refunded after the end of its window would enlarge the next window. */
  const reward = async (counter: RateLimiterStoreAbstract, key: string) => {
    const left = await counter.reward(key, 1)
    if (left.consumedPoints < 0) await counter.penalty(key, 1)
  }

  return {
    async take(limit, key) {
      if (limit.isFrequent) {
        const { isAllowed, reset } = await countInBatches(limit, counterKey(key))
        if (!isAllowed) throw exhausted(limit, reset)
        return
      }
      const counter = counterOf(limit)
      const refusal = await counter.consume(counterKey(key), 1).then(() => null, exhaustedResult)
      if (!refusal) return
      await reward(counter, counterKey(key))
      throw exhausted(limit, secondsLeft(refusal))
    },
    async assertLeft(limit, key) {
      const taken = await counterOf(limit).get(counterKey(key))
      if (taken !== null && taken.consumedPoints >= limit.points) throw exhausted(limit, secondsLeft(taken))
    },
    count: (limit, key) => countInBatches(limit, counterKey(key)),
    refund: (limit, key) => reward(counterOf(limit), counterKey(key)),
    async isTaken(limit, key) {
      const taken = await counterOf(limit).get(counterKey(key))
      return taken !== null && taken.consumedPoints > 0
    },
    async clear(limit, key) {
      await counterOf(limit).delete(counterKey(key))
    },
  }
}

/** A counter in memory that drops the oldest keys, as anybody can send requests from many addresses. */
class BoundedMemoryCounter extends RateLimiterMemory {
  readonly #keys = new Set<string>()

  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    this.#keys.delete(key)
    const [oldest] = this.#keys
    if (oldest !== undefined && this.#keys.size >= BOUNDS.rateLimitEntries.most) {
      this.#keys.delete(oldest)
      await this.delete(oldest)
    }
    this.#keys.add(key)
    return super.consume(key, points)
  }
}

const exhausted = ({ message }: RateLimit, retryAfter: number) =>
  new Failure('exhausted', message ?? 'Too many requests, try again later', { reason: 'rate_limited', retryAfter })

const secondsLeft = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

/** Counters reject with a result when no point is left; anything else is an error. */
function exhaustedResult(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown
  throw thrown
}

const SWEEP_INTERVAL_MS = 5 * 60_000

export async function openPostgresRateLimits(pool: Pool): Promise<RateLimiter & Closable> {
  await ensureCounterTable(pool)
  const store = {
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'limits',
    tableName: 'counter',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  const sweeper = setInterval(() => void deleteExpiredCounters(pool), SWEEP_INTERVAL_MS).unref()
  return {
    ...makeRateLimits((options) => new RateLimiterPostgres({ ...store, ...options }), addPointsTogether(pool)),
    close: async () => clearInterval(sweeper),
  }
}

/** `prefix` separates installations that share one Redis. */
export function openRedisRateLimits(redis: Redis, prefix: string): RateLimiter & Closable {
  const store = { storeClient: redis, rejectIfRedisNotReady: true }
  return {
    ...makeRateLimits(
      (options) => new RateLimiterRedis({ ...store, ...options, keyPrefix: `${prefix}:limit:${options.keyPrefix}` }),
    ),
    close: async () => {},
  }
}
