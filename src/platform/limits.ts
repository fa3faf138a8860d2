import { RateLimiterMemory, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import { Failure } from '../kernel/failure.ts'
import type { Limit, Limits } from '../kernel/limits.ts'
import { tokenHash } from '../kernel/secrets.ts'

export interface CounterOptions {
  keyPrefix: string
  points: number
  duration: number
  insuranceLimiter: RateLimiterMemory
}
/** Makes the counter of one limit in the store that all nodes share. */
export type MakeCounter = (options: CounterOptions) => RateLimiterStoreAbstract

const LONGEST_KEY = 100
const keyOf = (key: string) => (key.length > LONGEST_KEY ? tokenHash(key) : key)

/**
 * Limits over any store. While the store does not answer, each node counts for itself in memory. Windows pass by real
 * time, whatever the clock of a test says: the stores measure them.
 */
export function makeLimits(makeCounter: MakeCounter): Limits {
  const counters = new Map<string, RateLimiterStoreAbstract>()
  const counterOf = (limit: Limit) => {
    const known = counters.get(limit.name)
    if (known) return known
    const options = { keyPrefix: limit.name, points: limit.points, duration: limit.window }
    const counter = makeCounter({ ...options, insuranceLimiter: new RateLimiterMemory(options) })
    counters.set(limit.name, counter)
    return counter
  }

  /** A point that comes back after its window has ended would make the next window larger by one. */
  const reward = async (counter: RateLimiterStoreAbstract, key: string) => {
    const left = await counter.reward(key, 1)
    if (left.consumedPoints < 0) await counter.penalty(key, 1)
  }

  return {
    async take(limit, key) {
      const counter = counterOf(limit)
      const refusal = await counter.consume(keyOf(key), 1).then(() => null, refusalOf)
      if (!refusal) return
      await reward(counter, keyOf(key))
      throw new Failure('exhausted', limit.message ?? 'Too many requests, try again later', {
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
      })
    },
    giveBack: (limit, key) => reward(counterOf(limit), keyOf(key)),
    async isTaken(limit, key) {
      const taken = await counterOf(limit).get(keyOf(key))
      return taken !== null && taken.consumedPoints > 0
    },
    async clear(limit, key) {
      await counterOf(limit).delete(keyOf(key))
    },
  }
}

/** The counter rejects with what is left of the window; anything else is a fault. */
function refusalOf(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown
  throw thrown
}
