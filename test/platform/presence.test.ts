import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { later, MINUTE, SECOND, systemClock } from '../../src/kernel/clock.ts'
import type { Announcement, EventBus } from '../../src/kernel/events.ts'
import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { Presence } from '../../src/kernel/presence.ts'
import { openPostgresEvents } from '../../src/platform/events-postgres.ts'
import { openRedisEvents } from '../../src/platform/events-redis.ts'
import type { Closing } from '../../src/platform/platform.ts'
import { openPresence } from '../../src/platform/presence.ts'
import { BATCH } from '../../src/platform/presence-store.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aGround, type Ground, quiet, REDIS_URL, until } from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await aGround()
})
afterAll(() => ground.clear())

type Bus = EventBus & Closing

const usual = () => openPostgresEvents({ url: ground.url, log: quiet })
const carriers: Record<string, () => Promise<Bus>> = {
  PostgreSQL: usual,
}
if (REDIS_URL) {
  const url = REDIS_URL
  const prefix = `plaza-test:${randomUUID()}`
  carriers.Redis = async () => {
    const { client: redis, close } = await openRedis(url, quiet)
    const { client } = ground.database
    const bus = await openRedisEvents({ redis, client, clock: systemClock, log: quiet, prefix })
    return { ...bus, close: () => bus.close().then(close) }
  }
}

interface Node {
  readonly presence: Presence & Closing
  readonly heard: Announcement[]
  /** What the node's clock shows. */
  ahead: number
  close(): Promise<void>
}

const NEVER = 3_600_000

let openBus: () => Promise<Bus> = usual

/** A node of its own on the test's database; `beatEvery: NEVER` for one that is as good as dead. */
async function aNode({ beatEvery = 50, flushEvery = 20, deadAfter = 20 * SECOND } = {}): Promise<Node> {
  const { client } = await ground.node()
  const events = await openBus()
  const heard: Announcement[] = []
  const node = { heard, ahead: 0 }
  const clock = { now: () => new Date(Date.now() + node.ahead) }
  events.listen('presence.changed', (announcement) => node.heard.push(announcement))
  const presence = openPresence({ client, events, clock, log: quiet, flushEvery, beatEvery, deadAfter })
  const close = async () => {
    await presence.close()
    await events.close()
  }
  return Object.assign(node, { presence, close })
}

const nodes: Node[] = []
afterEach(() => Promise.all(nodes.splice(0).map((node) => node.close())))
async function someNodes(count: number): Promise<Node[]> {
  const made = await Promise.all(Array.from({ length: count }, () => aNode()))
  nodes.push(...made)
  return made
}
/** Long enough for several batches and signs of life. */
const someRounds = () => new Promise((resolve) => setTimeout(resolve, 300))
const pair = async () => {
  const [one, other] = await someNodes(2)
  if (!one || !other) throw new Error('no nodes')
  return { one, other }
}

const somebody = () => newId('user', new Date())
const standing = async ({ presence, ahead }: Node, user: UserId) =>
  (await presence.standings([user], new Date(Date.now() + ahead))).get(user)
const timesHeard = ({ heard }: Node, user: UserId) => heard.filter(({ subject }) => subject === user).length

test('who was seen is here at once, and soon on every node, by the door that counts more', async () => {
  const { one, other } = await pair()
  const [ada, bob, eve] = [somebody(), somebody(), somebody()]
  one.presence.seen(ada, new Date(), 'client')
  one.presence.seen(bob, new Date(), 'web')
  expect(await standing(one, ada)).toBe('online')
  expect(await standing(one, bob)).toBe('active')
  expect(await standing(one, eve)).toBe('offline')
  await until(async () => (await standing(other, ada)) === 'online' && (await standing(other, bob)) === 'active')
  other.presence.seen(bob, new Date(), 'client')
  await until(async () => (await standing(one, bob)) === 'online')
  expect(await other.presence.countOnline(new Date())).toBeGreaterThanOrEqual(2)
})

test('nobody is here five minutes after the last request, whichever node had it', async () => {
  const { one, other } = await pair()
  const ada = somebody()
  one.presence.seen(ada, new Date(), 'client')
  await until(async () => (await standing(other, ada)) === 'online')
  for (const node of [one, other]) {
    const at = (ahead: number) => node.presence.standings([ada], later(new Date(), ahead))
    expect((await at(5 * MINUTE - 10 * SECOND)).get(ada)).toBe('online')
    expect((await at(5 * MINUTE)).get(ada)).toBe('offline')
  }
})

test('an open socket keeps a person here without a request, and its end does not forget the last request', async () => {
  const { one, other } = await pair()
  const [ada, bob] = [somebody(), somebody()]
  const leaves = [one.presence.arrive(ada, 'web'), one.presence.arrive(ada, 'web')]
  const leave = one.presence.arrive(bob, 'web')
  one.presence.seen(bob, new Date(), 'web')
  const inAnHour = () => later(new Date(), 60 * MINUTE)
  await until(async () => (await other.presence.standings([ada], inAnHour())).get(ada) === 'active')
  leaves[0]?.()
  expect((await one.presence.standings([ada], inAnHour())).get(ada)).toBe('active')
  leaves[1]?.()
  leave()
  expect(await standing(one, ada)).toBe('offline')
  await until(async () => (await standing(other, ada)) === 'offline')
  expect(await standing(other, bob)).toBe('active')
})

test('whoever has made requests again and again is here for five minutes after the last one, on every node', async () => {
  const { one, other } = await pair()
  const [ada, begun] = [somebody(), new Date()]
  one.presence.seen(ada, begun, 'client')
  await until(() => timesHeard(other, ada) === 1)
  one.presence.seen(ada, later(begun, 50 * SECOND), 'client')
  for (const ahead of [5 * MINUTE - 20 * SECOND, 5 * MINUTE + 30 * SECOND]) {
    for (const node of [one, other]) node.ahead = ahead
    await someRounds()
  }
  expect(await standing(other, ada)).toBe('online')
  expect(timesHeard(other, ada)).toBe(1)
  for (const node of [one, other]) node.ahead = 6 * MINUTE
  await until(() => timesHeard(other, ada) === 2)
  expect(await standing(other, ada)).toBe('offline')
})

describe.each(Object.entries(carriers))('over %s', (_, open) => {
  beforeAll(() => {
    openBus = open
  })
  afterAll(() => {
    openBus = usual
  })

  test('each change is told once, to every node, though several nodes see it at once', async () => {
    const { one, other } = await pair()
    const people = Array.from({ length: 20 }, somebody)
    for (const user of people) for (const { presence } of [one, other]) presence.seen(user, new Date(), 'client')
    const allHeard = (times: number) => () =>
      [one, other].every((node) => people.every((user) => timesHeard(node, user) >= times))
    await until(allHeard(1))
    for (const node of [one, other]) node.ahead = 6 * MINUTE
    await until(allHeard(2))
    await someRounds()
    for (const node of [one, other]) expect(people.map((user) => timesHeard(node, user))).toEqual(people.map(() => 2))
  })

  test('who is gone is gone on every node at once', async () => {
    const { one, other } = await pair()
    const [ada, bob] = [somebody(), somebody()]
    for (const { presence } of [one, other]) for (const user of [ada, bob]) presence.seen(user, new Date(), 'client')
    await until(async () => timesHeard(other, bob) > 0)
    await one.presence.gone(ada)
    expect(await standing(one, ada)).toBe('offline')
    await until(async () => (await standing(other, ada)) === 'offline')
    expect(await standing(other, bob)).toBe('online')
    expect(timesHeard(one, ada)).toBe(2)
  })
})

test('what a node knew that beats no more counts for nothing, and is told by one that lives', async () => {
  const alive = await aNode({ deadAfter: 1_500 })
  const dead = await aNode({ beatEvery: NEVER, deadAfter: 1_500 })
  nodes.push(alive, dead)
  const [ada, bob] = [somebody(), somebody()]
  dead.presence.arrive(ada, 'client')
  dead.presence.seen(bob, new Date(), 'web')
  await until(() => timesHeard(alive, ada) === 1 && timesHeard(alive, bob) === 1)
  expect(await standing(alive, ada)).toBe('online')
  await until(() => timesHeard(alive, ada) === 2 && timesHeard(alive, bob) === 2)
  expect(await standing(alive, ada)).toBe('offline')
  expect(await standing(alive, bob)).toBe('offline')
})

test('what was told last is what holds, though people change from one node to the other at once', async () => {
  const still = { beatEvery: NEVER, flushEvery: NEVER }
  const [one, other] = await Promise.all([aNode(still), aNode(still)])
  nodes.push(one, other)
  const people = Array.from({ length: 50 }, somebody)
  const flushBoth = () => Promise.all([one, other].map(({ presence }) => presence.countOnline(new Date())))
  const arriveAt = ({ presence }: Node) => people.map((user) => presence.arrive(user, 'client'))
  const told = async () => {
    const text = 'SELECT DISTINCT standing FROM "PresenceTold" WHERE "userId" = ANY($1)'
    return (await ground.database.pool.query<{ standing: string }>(text, [people])).rows
  }
  let leaves = arriveAt(one)
  await flushBoth()
  for (let at = 0; at < 20; at++) {
    const before = leaves
    leaves = arriveAt(at % 2 === 0 ? other : one)
    for (const leave of before) leave()
    await flushBoth()
    expect(await told()).toEqual([{ standing: 'online' }])
  }
})

/** One by one: all together they would wait for a node that has locked one of them and waits for another. */
async function loseTables() {
  for (const table of ['Presence', 'PresenceNode', 'PresenceTold'])
    await ground.database.pool.query(`TRUNCATE "${table}"`)
}

test('a node that was thought dead, or whose rows a crash has taken, tells again who is here', async () => {
  const { one, other } = await pair()
  const ada = somebody()
  one.presence.arrive(ada, 'client')
  await until(async () => (await standing(other, ada)) === 'online')
  await loseTables()
  await until(async () => (await standing(other, ada)) === 'online')
})

test('whoever left while a crash took the rows is told of', async () => {
  const { one, other } = await pair()
  const ada = somebody()
  const leave = one.presence.arrive(ada, 'client')
  await until(() => timesHeard(other, ada) === 1)
  leave()
  await loseTables()
  await until(() => timesHeard(other, ada) >= 2)
  expect(await standing(other, ada)).toBe('offline')
})

test('a thousand requests of a person cost one batch', async () => {
  const node = await aNode({ beatEvery: NEVER, flushEvery: NEVER })
  const [ada, begun] = [somebody(), Date.now()]
  const stored = async () => {
    await node.presence.countOnline(new Date())
    const text = 'SELECT xmin::text AS version FROM "Presence" WHERE "userId" = $1'
    return (await ground.database.pool.query<{ version: string }>(text, [ada])).rows[0]?.version
  }
  for (let at = 0; at < 1_000; at++) node.presence.seen(ada, new Date(begun + at), 'client')
  const first = await stored()
  for (let at = 0; at < 59; at++) node.presence.seen(ada, new Date(begun + at * SECOND), 'client')
  expect(await stored()).toBe(first)
  node.presence.seen(ada, new Date(begun + 2 * MINUTE), 'client')
  expect(await stored()).not.toBe(first)
  await node.close()
})

test('a crowd that comes at once is counted and told of, each of them, and so is its end', async () => {
  const node = await aNode({ beatEvery: NEVER, flushEvery: NEVER })
  const people = Array.from({ length: 2 * BATCH + 1 }, somebody)
  const before = await node.presence.countOnline(new Date())
  for (const user of people) node.presence.seen(user, new Date(), 'web')
  const counts = await Promise.all([1, 2, 3].map(() => node.presence.countOnline(new Date())))
  expect(counts).toEqual(counts.map(() => before + people.length))
  const crowd = new Set<string>(people)
  const told = ({ heard }: Node) => heard.filter(({ subject }) => crowd.has(subject)).length
  await until(() => told(node) === people.length)
  const [sweeping] = await someNodes(1)
  if (!sweeping) throw new Error('no node')
  sweeping.ahead = 6 * MINUTE
  await until(() => told(sweeping) === people.length)
  await node.close()
})

test('a database that does not answer fails nobody', async () => {
  const broken = await ground.node()
  const events = await openPostgresEvents({ url: ground.url, log: quiet })
  const clock = { now: () => new Date() }
  const presence = openPresence({ client: broken.client, events, clock, log: quiet, flushEvery: 20, beatEvery: 50 })
  const [ada, bob] = [somebody(), somebody()]
  await broken.close()
  presence.seen(ada, new Date(), 'client')
  expect(await presence.standings([ada, bob], new Date())).toEqual(
    new Map([
      [ada, 'online'],
      [bob, 'offline'],
    ]),
  )
  expect(await presence.countOnline(new Date())).toBe(1)
  await presence.gone(bob)
  await presence.close()
  await events.close()
})
