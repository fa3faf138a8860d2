import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/kernel/failure.ts'
import type { Limit, Limits } from '../../src/kernel/limits.ts'
import { openPostgresLimits } from '../../src/platform/limits-postgres.ts'
import { openRedisLimits } from '../../src/platform/limits-redis.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aGround, type Ground, quiet, REDIS_URL } from './ground.ts'

interface Store {
  /** Two nodes that share their counts. */
  nodes: [Limits, Limits]
  /** Takes the store away from the first of them. */
  breakFirst(): Promise<void>
  close(): Promise<void>
}

let ground: Ground
beforeAll(async () => {
  ground = await aGround()
})
afterAll(() => ground.clear())

const stores: Record<string, () => Promise<Store>> = {
  async PostgreSQL() {
    const [first, second] = [await ground.node(), await ground.node()]
    const nodes = await Promise.all([openPostgresLimits(first.pool), openPostgresLimits(second.pool)])
    const close = async () => void (await Promise.all(nodes.map((node) => node.close())))
    return { nodes, breakFirst: first.close, close }
  },
}
if (REDIS_URL) {
  const url = REDIS_URL
  stores.Redis = async () => {
    const [first, second] = [await openRedis(url, quiet), await openRedis(url, quiet)]
    const prefix = `plaza-test:${randomUUID()}`
    const close = async () => {
      await second.client.del(...(await second.client.keys(`${prefix}:*`)))
      await Promise.all([first.close(), second.close()])
    }
    return {
      nodes: [openRedisLimits(first.client, prefix), openRedisLimits(second.client, prefix)],
      breakFirst: first.close,
      close,
    }
  }
}

const limit = (name: string, window = 900): Limit => ({ name, points: 5, window })
const refusalOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : null),
  )
const howManyPass = async (takes: Promise<void>[]) =>
  (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length

describe.each(Object.entries(stores))('limits in %s', (_, open) => {
  let store: Store
  let one: Limits
  let other: Limits
  beforeAll(async () => {
    store = await open()
    ;[one, other] = store.nodes
  })
  afterAll(() => store.close())

  test('of 50 parallel takes of 5 points, over two nodes, exactly 5 pass', async () => {
    const takes = Array.from({ length: 50 }, (_, at) => (at % 2 ? one : other).take(limit('parallel'), 'somebody'))
    expect(await howManyPass(takes)).toBe(5)
    await expect(one.take(limit('parallel'), 'somebody else')).resolves.toBeUndefined()
  })

  test('a refusal says how long to wait, in words of the limit where it has some', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('words'), 'somebody')
    const refusal = await refusalOf(one.take({ ...limit('words'), message: 'Created too many' }, 'somebody'))
    expect(refusal).toMatchObject({ kind: 'exhausted', message: 'Created too many' })
    expect(refusal?.retryAfter).toBeGreaterThan(890)
    expect(refusal?.retryAfter).toBeLessThanOrEqual(900)
    expect(await refusalOf(other.take(limit('words'), 'somebody'))).toMatchObject({
      message: 'Too many requests, try again later',
    })
  })

  test('a point given back can be taken again, however many were refused in between', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('back'), 'somebody')
    expect(await howManyPass(Array.from({ length: 20 }, () => other.take(limit('back'), 'somebody')))).toBe(0)
    await one.giveBack(limit('back'), 'somebody')
    expect(await howManyPass(Array.from({ length: 20 }, () => other.take(limit('back'), 'somebody')))).toBe(1)
  })

  test('the points are all there again when the window has passed, and no more than they were', async () => {
    const short = limit('window', 1)
    await one.take(short, 'somebody')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await one.giveBack(short, 'somebody')
    expect(await howManyPass(Array.from({ length: 50 }, () => one.take(short, 'somebody')))).toBe(5)
  })

  test('what is cleared is forgotten by all nodes', async () => {
    for (let taken = 0; taken < 5; taken++) await one.take(limit('clear'), 'somebody')
    await one.clear(limit('clear'), 'somebody')
    expect(await howManyPass(Array.from({ length: 6 }, () => other.take(limit('clear'), 'somebody')))).toBe(5)
  })

  test('a key of any length counts for itself', async () => {
    const long = 'x'.repeat(100_000)
    for (let taken = 0; taken < 5; taken++) await one.take(limit('long'), `${long}1`)
    expect(await refusalOf(one.take(limit('long'), `${long}1`))).not.toBeNull()
    await expect(one.take(limit('long'), `${long}2`)).resolves.toBeUndefined()
  })

  test('a node whose store does not answer counts for itself', async () => {
    await store.breakFirst()
    expect(await howManyPass(Array.from({ length: 50 }, () => one.take(limit('alone'), 'somebody')))).toBe(5)
    await one.clear(limit('alone'), 'somebody')
    await expect(one.take(limit('alone'), 'somebody')).resolves.toBeUndefined()
  })
})
