import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, MINUTE, SECOND } from '../../src/kernel/clock.ts'
import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { Presence } from '../../src/kernel/presence.ts'
import type { Closing } from '../../src/platform/platform.ts'
import { openPresence, type PresenceStore } from '../../src/platform/presence.ts'
import { postgresPresence } from '../../src/platform/presence-postgres.ts'
import { redisPresence } from '../../src/platform/presence-redis.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aGround, type Ground, quiet, REDIS_URL, until } from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await aGround()
})
afterAll(() => ground.clear())

const stores: Record<string, () => Promise<Closing & { store: PresenceStore }>> = {
  PostgreSQL: async () => ({ store: postgresPresence(ground.database.pool), async close() {} }),
}
if (REDIS_URL) {
  const url = REDIS_URL
  stores.Redis = async () => {
    const { client, close } = await openRedis(url, quiet)
    const prefix = `plaza-test:${randomUUID()}`
    const clear = async () => {
      await client.del(`${prefix}:presence`)
      await close()
    }
    return { store: redisPresence(client, prefix), close: clear }
  }
}

/** Each test has a time of its own, so that nobody of another test is online. */
let hours = 0
const aMoment = () => new Date(Date.UTC(2030, 0, 1, ++hours))
const somebody = () => newId('user', new Date())

describe.each(Object.entries(stores))('presence in %s', (_, open) => {
  let opened: Closing & { store: PresenceStore }
  let one: Presence & Closing
  let other: Presence & Closing
  beforeAll(async () => {
    opened = await open()
    one = openPresence(opened.store, quiet)
    other = openPresence(opened.store, quiet)
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await opened.close()
  })
  const isOnline = async (node: Presence, user: UserId, now: Date) => (await node.online([user], now)).has(user)

  test('who was seen is online here at once, and soon on every node', async () => {
    const [now, ada, bob] = [aMoment(), somebody(), somebody()]
    one.seen(ada, now)
    expect(await one.online([ada, bob], now)).toEqual(new Set([ada]))
    expect(await one.countOnline(now)).toBe(1)
    await until(() => isOnline(other, ada, now))
    expect(await other.countOnline(now)).toBe(1)
  })

  test('nobody is online five minutes after he was seen last, whichever node saw him', async () => {
    const [now, ada] = [aMoment(), somebody()]
    one.seen(ada, now)
    await one.countOnline(now)
    other.seen(ada, later(now, -MINUTE))
    await other.countOnline(now)
    for (const node of [one, other]) {
      expect(await isOnline(node, ada, later(now, 5 * MINUTE - 1))).toBe(true)
      expect(await isOnline(node, ada, later(now, 5 * MINUTE))).toBe(false)
      expect(await node.countOnline(later(now, 5 * MINUTE))).toBe(0)
    }
  })

  test('who is gone is gone at once, though he was seen a moment ago', async () => {
    const [now, ada, bob] = [aMoment(), somebody(), somebody()]
    for (const user of [ada, bob]) one.seen(user, now)
    const flushed = one.countOnline(now)
    one.seen(ada, later(now, SECOND))
    await one.gone(ada)
    await flushed
    for (const node of [one, other]) {
      expect(await node.online([ada, bob], now)).toEqual(new Set([bob]))
      expect(await node.countOnline(now)).toBe(1)
    }
  })

  test('many people at once are counted as many', async () => {
    const [now, people] = [aMoment(), Array.from({ length: 20_000 }, somebody)]
    for (const user of people) one.seen(user, now)
    expect(await one.countOnline(now)).toBe(people.length)
    expect((await other.online(people.slice(0, 100), now)).size).toBe(100)
    await opened.store.prune(later(now, MINUTE))
    expect(await one.countOnline(now)).toBe(0)
  })
})

/** A store that counts its batches, and fails while it is told to. */
function aStore() {
  const stored = new Map<string, number>()
  const state = { batches: 0, fails: false }
  const answer = async <T>(value: () => T) => {
    if (state.fails) throw new Error('the store does not answer')
    return value()
  }
  const store: PresenceStore = {
    save: (sightings) =>
      answer(() => {
        state.batches++
        for (const [user, at] of sightings) stored.set(user, at)
      }),
    seenSince: (users, since) => answer(() => users.filter((user) => (stored.get(user) ?? 0) > since.getTime())),
    countSince: () => answer(() => stored.size),
    remove: (user) => answer(() => void stored.delete(user)),
    prune: () => answer(() => {}),
  }
  return { store, state, stored }
}

test('a thousand sightings cost one batch', async () => {
  const { store, state } = aStore()
  const presence = openPresence(store, quiet)
  const [now, people] = [aMoment(), [somebody(), somebody(), somebody()]]
  for (let at = 0; at < 1_000; at++) for (const user of people) presence.seen(user, later(now, at))
  await presence.close()
  expect(state.batches).toBe(1)
})

test('a store that does not answer fails nobody, and gets what it missed when it answers again', async () => {
  const { store, state, stored } = aStore()
  const presence = openPresence(store, quiet)
  const [now, ada, bob] = [aMoment(), somebody(), somebody()]
  state.fails = true
  presence.seen(ada, now)
  expect(await presence.countOnline(now)).toBe(1)
  expect(await presence.online([ada, bob], now)).toEqual(new Set([ada]))
  await presence.gone(bob)
  state.fails = false
  await presence.close()
  expect([...stored]).toEqual([[ada, now.getTime()]])
})
