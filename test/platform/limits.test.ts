import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/kernel/failure.ts'
import type { RateLimit, RateLimiter } from '../../src/kernel/rateLimit.ts'
import { openPostgresRateLimits, openRedisRateLimits } from '../../src/platform/rateLimits.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aDatabaseFixture, type DatabaseFixture, REDIS_URL, silentLog } from '../support/databaseFixture.ts'

interface Store {
  /** Two nodes that share one store of counts. */
  nodes: [RateLimiter, RateLimiter]
  /** Makes the store unreachable for the first node. */
  breakFirst(): Promise<void>
  close(): Promise<void>
}

let ground: DatabaseFixture
beforeAll(async () => {
  ground = await aDatabaseFixture()
})
afterAll(() => ground.clear())

const stores: Record<string, () => Promise<Store>> = {
  async PostgreSQL() {
    const [first, second] = [await ground.node(), await ground.node()]
    const nodes = await Promise.all([openPostgresRateLimits(first.pool), openPostgresRateLimits(second.pool)])
    const close = async () => void (await Promise.all(nodes.map((node) => node.close())))
    return { nodes, breakFirst: first.close, close }
  },
}
if (REDIS_URL) {
  const url = REDIS_URL
  stores.Redis = async () => {
    const [first, second] = [await openRedis(url, silentLog), await openRedis(url, silentLog)]
    const prefix = `plaza-test:${randomUUID()}`
    const close = async () => {
      await second.client.del(...(await second.client.keys(`${prefix}:*`)))
      await Promise.all([first.close(), second.close()])
    }
    return {
      nodes: [openRedisRateLimits(first.client, prefix), openRedisRateLimits(second.client, prefix)],
      breakFirst: first.close,
      close,
    }
  }
}

const limit = (name: string, window = 900): RateLimit => ({ name, points: 5, window })
const refusalOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : null),
  )
const howManyPass = async (takes: Promise<void>[]) =>
  (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length

describe.each(Object.entries(stores))('rate limits in %s', (_, open) => {
  let store: Store
  let one: RateLimiter
  let other: RateLimiter
  beforeAll(async () => {
    store = await open()
    ;[one, other] = store.nodes
  })
  afterAll(() => store.close())

  test('of 50 parallel requests to a limit of 5 points, over two nodes, exactly 5 pass', async () => {
    const takes = Array.from({ length: 50 }, (_, at) => (at % 2 ? one : other).take(limit('parallel'), 'somebody'))
    expect(await howManyPass(takes)).toBe(5)
    await expect(one.take(limit('parallel'), 'somebody else')).resolves.toBeUndefined()
  })

  test('a refusal says how long to wait, with the message of the limit if it has one', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('words'), 'somebody')
    const refusal = await refusalOf(one.take({ ...limit('words'), message: 'Created too many' }, 'somebody'))
    expect(refusal).toMatchObject({ kind: 'exhausted', message: 'Created too many' })
    expect(refusal?.retryAfter).toBeGreaterThan(890)
    expect(refusal?.retryAfter).toBeLessThanOrEqual(900)
    expect(await refusalOf(other.take(limit('words'), 'somebody'))).toMatchObject({
      message: 'Too many requests, try again later',
    })
  })

  test('a refunded point can be used again, whatever was refused in between', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('back'), 'somebody')
    expect(await howManyPass(Array.from({ length: 20 }, () => other.take(limit('back'), 'somebody')))).toBe(0)
    await one.refund(limit('back'), 'somebody')
    expect(await howManyPass(Array.from({ length: 20 }, () => other.take(limit('back'), 'somebody')))).toBe(1)
  })

  test('all points are available again after the window, and no more than before', async () => {
    await one.take(limit('window', 1), 'somebody')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    // The other node counts in long windows: with a short one, another window might pass meanwhile.
    const long = limit('window')
    await other.refund(long, 'somebody')
    expect(await howManyPass(Array.from({ length: 50 }, () => other.take(long, 'somebody')))).toBe(5)
  })

  test('a cleared key is cleared on all nodes', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('clear'), 'somebody')
    await one.clear(limit('clear'), 'somebody')
    expect(await howManyPass(Array.from({ length: 6 }, () => other.take(limit('clear'), 'somebody')))).toBe(5)
  })

  test('keys of any length are counted separately', async () => {
    const long = 'x'.repeat(100_000)
    for (let taken = 0; taken < 5; taken++) await one.take(limit('long'), `${long}1`)
    expect(await refusalOf(one.take(limit('long'), `${long}1`))).not.toBeNull()
    await expect(one.take(limit('long'), `${long}2`)).resolves.toBeUndefined()
  })

  test('of frequent requests to two nodes at once, no more pass than the limit and two batches', async () => {
    const frequent: RateLimit = { name: 'frequent', points: 300, window: 900 }
    const counts = Array.from({ length: 1_000 }, (_, at) => (at % 2 ? one : other).count(frequent, 'somebody'))
    const passed = (await Promise.all(counts)).filter(({ isAllowed }) => isAllowed)
    expect(passed.length).toBeGreaterThanOrEqual(300 - 2 * 5)
    expect(passed.length).toBeLessThanOrEqual(300 * 1.05)
    const { limit: points, remaining, reset, isAllowed } = await one.count(frequent, 'somebody')
    expect({ isAllowed, points, remaining }).toEqual({ isAllowed: false, points: 300, remaining: 0 })
    expect(reset).toBeGreaterThan(890)
    expect((await one.count(frequent, 'somebody else')).remaining).toBe(299)
  })

  test('frequent requests that reach one node after the other count together', async () => {
    const frequent: RateLimit = { name: 'in-turn', points: 60, window: 900 }
    const take = async (node: RateLimiter, times: number) => {
      let passed = 0
      for (let at = 0; at < times; at++) passed += Number((await node.count(frequent, 'somebody')).isAllowed)
      return passed
    }
    expect(await take(one, 40)).toBe(40)
    const more = await take(other, 40)
    expect(more).toBeGreaterThanOrEqual(18)
    expect(more).toBeLessThanOrEqual(22)
  })

  test('a frequent limit of many people refuses each of them on both nodes once its points were taken on one', async () => {
    const frequent: RateLimit = { name: 'frequent-takes', points: 10, window: 900, isFrequent: true }
    const people = Array.from({ length: 40 }, (_, at) => `person ${at}`)
    const take = async (node: RateLimiter) => {
      const refusals = await Promise.all(people.map((person) => refusalOf(node.take(frequent, person))))
      return refusals.flatMap((refusal) => refusal?.retryAfter ?? [])
    }
    for (let taken = 0; taken < 10; taken++) expect(await take(one)).toEqual([])
    // The other node may not know two points yet, and takes two before it learns of the others.
    for (let taken = 0; taken < 4; taken++) await take(other)
    for (const retryAfters of [await take(one), await take(other)]) {
      expect(retryAfters).toHaveLength(people.length)
      expect(Math.min(...retryAfters)).toBeGreaterThan(890)
    }
  })

  test('a node that can’t reach the store counts on its own', async () => {
    await store.breakFirst()
    expect(await howManyPass(Array.from({ length: 50 }, () => one.take(limit('alone'), 'somebody')))).toBe(5)
    const frequent: RateLimit = { name: 'frequent-alone', points: 120, window: 900 }
    const counts = await Promise.all(Array.from({ length: 200 }, () => one.count(frequent, 'somebody')))
    expect(counts.filter(({ isAllowed }) => isAllowed)).toHaveLength(120)
    await one.clear(limit('alone'), 'somebody')
    await expect(one.take(limit('alone'), 'somebody')).resolves.toBeUndefined()
  })
})
