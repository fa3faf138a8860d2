import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible'
import { z } from 'zod'
import { BOUNDS } from '../kernel/bounds.ts'
import { Failure } from '../kernel/failure.ts'
import type { RateLimit, RateLimiter, TakenPoints } from '../kernel/rateLimit.ts'
import { hashToken } from '../kernel/secrets.ts'
import { makeBatchedCounts } from './batchedCounts.ts'
import {
  type AddPoints,
  addPointsTogether,
  deleteExpiredCounters,
  ensureCounterTable,
  type FindCounters,
  findCounters,
  type StoredCounter,
} from './counterTable.ts'
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

/** The counter of each limit, made at its first use. */
function openCounterSet(makeCounter: MakeCounter): (limit: RateLimit) => RateLimiterStoreAbstract {
  const counters = new Map<string, RateLimiterStoreAbstract>()
  return (limit: RateLimit) => {
    const known = counters.get(limit.name)
    if (known) return known
    const options = { keyPrefix: limit.name, points: limit.points, duration: limit.window }
    const counter = makeCounter({ ...options, insuranceLimiter: new BoundedMemoryCounter(options) })
    counters.set(limit.name, counter)
    return counter
  }
}

/** A point refunded after the end of its window would enlarge the next window. */
async function reward(counter: RateLimiterStoreAbstract, key: string): Promise<void> {
  const left = await counter.reward(key, 1)
  if (left.consumedPoints < 0) await counter.penalty(key, 1)
}

interface RateLimitOptions {
  /** Finds none by default. */
  readonly findCounters?: FindCounters
  readonly addPoints?: AddPoints | undefined
  readonly onRefused?: ((limit: string) => void) | undefined
}

/**
 * Rate limits over any store. `addPoints` adds to its counters for the counts of frequent events, if it can do so at a
 * lower cost than the counters themselves. While the store is down each node counts in memory. Windows are measured by the stores, so
 * they follow real time and not the clock of a test. `onRefused` is called with the name of a limit that has refused an act.
 */
export function makeRateLimits(
  makeCounter: MakeCounter,
  { findCounters = async () => [], addPoints, onRefused }: RateLimitOptions = {},
): RateLimiter {
  const exhausted = (limit: RateLimit, retryAfter: number) => {
    onRefused?.(limit.name)
    return exhaustedFailure(limit, retryAfter)
  }
  const counterOf = openCounterSet(makeCounter)
  const penalize = (limit: RateLimit, key: string, points: number) => counterOf(limit).penalty(key, points)
  const addOrPenalize = (add: AddPoints) => (limit: RateLimit, key: string, points: number) =>
    add({ key: `${limit.name}:${key}`, points, window: limit.window }).catch(() => penalize(limit, key, points))
  const countInBatches = makeBatchedCounts(addPoints ? addOrPenalize(addPoints) : penalize)

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
    async count(limit, key) {
      const state = await countInBatches(limit, counterKey(key))
      if (!state.isAllowed) onRefused?.(limit.name)
      return state
    },
    refund: (limit, key) => reward(counterOf(limit), counterKey(key)),
    async isTaken(limit, key) {
      const taken = await counterOf(limit).get(counterKey(key))
      return taken !== null && taken.consumedPoints > 0
    },
    listTaken: async (limit, start) =>
      takenPoints(limit, start, await findCounters(`${limit.name}:${start}`, MOST_LISTED)),
    async clear(limit, key) {
      await counterOf(limit).delete(counterKey(key))
    },
  }
}

const MOST_LISTED = 100

function takenPoints({ name }: RateLimit, start: string, found: readonly StoredCounter[]): TakenPoints[] {
  return found.flatMap(({ key: stored, consumedPoints: points, msBeforeNext }) => {
    const key = stored.slice(name.length + 1)
    const isWanted = points > 0 && msBeforeNext > 0 && (key === start || key.startsWith(`${start}|`))
    return isWanted ? [{ key, points, reset: Math.ceil(msBeforeNext / 1_000) }] : []
  })
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

const exhaustedFailure = ({ message }: RateLimit, retryAfter: number) =>
  new Failure('exhausted', message ?? 'Too many requests, try again later', { reason: 'rate_limited', retryAfter })

const secondsLeft = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

/** Counters reject with a result when no point is left; anything else is an error. */
function exhaustedResult(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown
  throw thrown
}

const SWEEP_INTERVAL_MS = 5 * 60_000

export async function openPostgresRateLimits(
  pool: Pool,
  onRefused?: RateLimitOptions['onRefused'],
): Promise<RateLimiter & Closable> {
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
    ...makeRateLimits((options) => new RateLimiterPostgres({ ...store, ...options }), {
      findCounters: findCounters(pool),
      addPoints: addPointsTogether(pool),
      onRefused,
    }),
    close: async () => clearInterval(sweeper),
  }
}

/** `prefix` separates installations that share one Redis. */
export function openRedisRateLimits(
  redis: Redis,
  prefix: string,
  onRefused?: RateLimitOptions['onRefused'],
): RateLimiter & Closable {
  const store = { storeClient: redis, rejectIfRedisNotReady: true }
  return {
    ...makeRateLimits(
      (options) => new RateLimiterRedis({ ...store, ...options, keyPrefix: `${prefix}:limit:${options.keyPrefix}` }),
      { findCounters: findRedisCounters(redis, `${prefix}:limit:`), onRefused },
    ),
    close: async () => {},
  }
}

const SCANNED_AT_ONCE = 1_000

/** Finds counters of Redis, which has no order of its keys, by walking through all of them in steps that keep nobody waiting. */
const findRedisCounters =
  (redis: Redis, prefix: string): FindCounters =>
  async (start, most) => {
    const match = `${`${prefix}${start}`.replace(/[\\*?[\]]/g, '\\$&')}*`
    const found = new Set<string>()
    for await (const keys of redis.scanStream({ match, count: SCANNED_AT_ONCE })) {
      for (const key of z.array(z.string()).parse(keys)) found.add(key)
      if (found.size >= most) break
    }
    return Promise.all(
      [...found].slice(0, most).map(async (key) => ({
        key: key.slice(prefix.length),
        consumedPoints: Number(await redis.get(key)),
        msBeforeNext: await redis.pttl(key),
      })),
    )
  }
