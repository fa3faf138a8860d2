import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addMilliseconds, MINUTE, SECOND, systemClock } from '../../src/kernel/clock.ts'
import type { DomainEvent, EventBus } from '../../src/kernel/events.ts'
import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { Presence } from '../../src/kernel/presence.ts'
import { presenceChanged } from '../../src/kernel/presence.ts'
import { openPostgresEvents } from '../../src/platform/events/postgres.ts'
import { openRedisEvents } from '../../src/platform/events/redis.ts'
import type { Closable } from '../../src/platform/platform.ts'
import { openPresence } from '../../src/platform/presence/presence.ts'
import { BATCH_SIZE } from '../../src/platform/presence/store.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aDatabaseFixture, type DatabaseFixture, REDIS_URL, silentLog } from '../support/databaseFixture.ts'
import { eventually } from '../support/eventually.ts'

let ground: DatabaseFixture
beforeAll(async () => {
  ground = await aDatabaseFixture()
})
afterAll(() => ground.clear())

type Bus = EventBus & Closable

const usual = () => openPostgresEvents({ url: ground.url, log: silentLog })
const carriers: Record<string, () => Promise<Bus>> = {
  PostgreSQL: usual,
}
if (REDIS_URL) {
  const url = REDIS_URL
  const prefix = `plaza-test:${randomUUID()}`
  carriers.Redis = async () => {
    const { client: redis, close } = await openRedis(url, silentLog)
    const { client } = ground.database
    const bus = await openRedisEvents({ redis, client, clock: systemClock, log: silentLog, prefix })
    return { ...bus, close: () => bus.close().then(close) }
  }
}

interface Node {
  readonly presence: Presence & Closable
  readonly received: DomainEvent[]
  /** The time of the node's clock. */
  ahead: number
  close(): Promise<void>
}

const NEVER = 3_600_000

let openBus: () => Promise<Bus> = usual

/** A separate node on the test's database; with `beatEvery: NEVER` it sends no heartbeat, as if it were dead. */
async function aNode({ beatEvery = 50, flushEvery = 20, deadAfter = 20 * SECOND } = {}): Promise<Node> {
  const { sql, begin } = await ground.node()
  const events = await openBus()
  const received: DomainEvent[] = []
  const node = { received, ahead: 0 }
  const clock = { now: () => new Date(Date.now() + node.ahead) }
  events.listen(presenceChanged, (domainEvent) => node.received.push(domainEvent))
  const presence = openPresence({ sql, begin, events, clock, log: silentLog, flushEvery, beatEvery, deadAfter })
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
/** Long enough for several batches and heartbeats. */
const someRounds = () => new Promise((resolve) => setTimeout(resolve, 300))
const pair = async () => {
  const [one, other] = await someNodes(2)
  if (!one || !other) throw new Error('no nodes')
  return { one, other }
}

const aUserId = () => newId('user', new Date())
const standing = async ({ presence, ahead }: Node, user: UserId) =>
  (await presence.statuses([user], new Date(Date.now() + ahead))).get(user)
const timesHeard = ({ received }: Node, user: UserId) => received.filter(({ subject }) => subject === user).length

test('a user is online at once, soon on every node, by the transport with the higher status', async () => {
  const { one, other } = await pair()
  const [ada, bob, eve] = [aUserId(), aUserId(), aUserId()]
  one.presence.recordRequest(ada, new Date(), 'client')
  one.presence.recordRequest(bob, new Date(), 'web')
  expect(await standing(one, ada)).toBe('online')
  expect(await standing(one, bob)).toBe('active')
  expect(await standing(one, eve)).toBe('offline')
  await eventually(async () => (await standing(other, ada)) === 'online' && (await standing(other, bob)) === 'active')
  other.presence.recordRequest(bob, new Date(), 'client')
  await eventually(async () => (await standing(one, bob)) === 'online')
  expect(await other.presence.countOnline(new Date())).toBeGreaterThanOrEqual(2)
})

test('a user is offline five minutes after the last request, whichever node served it', async () => {
  const { one, other } = await pair()
  const ada = aUserId()
  one.presence.recordRequest(ada, new Date(), 'client')
  await eventually(async () => (await standing(other, ada)) === 'online')
  for (const node of [one, other]) {
    const at = (ahead: number) => node.presence.statuses([ada], addMilliseconds(new Date(), ahead))
    expect((await at(5 * MINUTE - 10 * SECOND)).get(ada)).toBe('online')
    expect((await at(5 * MINUTE)).get(ada)).toBe('offline')
  }
})

test('an open socket keeps a user online without requests, and closing it keeps the time of the last request', async () => {
  const { one, other } = await pair()
  const [ada, bob] = [aUserId(), aUserId()]
  const leaves = [one.presence.connect(ada, 'web'), one.presence.connect(ada, 'web')]
  const leave = one.presence.connect(bob, 'web')
  one.presence.recordRequest(bob, new Date(), 'web')
  const inAnHour = () => addMilliseconds(new Date(), 60 * MINUTE)
  await eventually(async () => (await other.presence.statuses([ada], inAnHour())).get(ada) === 'active')
  leaves[0]?.()
  expect((await one.presence.statuses([ada], inAnHour())).get(ada)).toBe('active')
  leaves[1]?.()
  leave()
  expect(await standing(one, ada)).toBe('offline')
  await eventually(async () => (await standing(other, ada)) === 'offline')
  expect(await standing(other, bob)).toBe('active')
})

test('repeated requests keep a user online until five minutes after the last one, on every node', async () => {
  const { one, other } = await pair()
  const [ada, begun] = [aUserId(), new Date()]
  one.presence.recordRequest(ada, begun, 'client')
  await eventually(() => timesHeard(other, ada) === 1)
  one.presence.recordRequest(ada, addMilliseconds(begun, 50 * SECOND), 'client')
  for (const node of [one, other]) node.ahead = 5 * MINUTE - 20 * SECOND
  const later = addMilliseconds(begun, 5 * MINUTE + 30 * SECOND)
  await eventually(async () => (await other.presence.statuses([ada], later)).get(ada) === 'online')
  for (const node of [one, other]) node.ahead = 5 * MINUTE + 30 * SECOND
  await someRounds()
  expect(await standing(other, ada)).toBe('online')
  expect(timesHeard(other, ada)).toBe(1)
  for (const node of [one, other]) node.ahead = 6 * MINUTE
  await eventually(() => timesHeard(other, ada) === 2)
  expect(await standing(other, ada)).toBe('offline')
})

describe.each(Object.entries(carriers))('over %s', (_, open) => {
  beforeAll(() => {
    openBus = open
  })
  afterAll(() => {
    openBus = usual
  })

  test('each change is emitted once to every node, even when several nodes detect it at once', async () => {
    const { one, other } = await pair()
    const people = Array.from({ length: 20 }, aUserId)
    for (const user of people)
      for (const { presence } of [one, other]) presence.recordRequest(user, new Date(), 'client')
    const allHeard = (times: number) => () =>
      [one, other].every((node) => people.every((user) => timesHeard(node, user) >= times))
    await eventually(allHeard(1))
    for (const node of [one, other]) node.ahead = 6 * MINUTE
    await eventually(allHeard(2))
    await someRounds()
    for (const node of [one, other]) expect(people.map((user) => timesHeard(node, user))).toEqual(people.map(() => 2))
  })

  test('a user who goes offline is offline on every node at once', async () => {
    const { one, other } = await pair()
    const [ada, bob] = [aUserId(), aUserId()]
    for (const { presence } of [one, other])
      for (const user of [ada, bob]) presence.recordRequest(user, new Date(), 'client')
    const wereTold = (node: Node) => [ada, bob].every((user) => timesHeard(node, user) > 0)
    await eventually(async () => wereTold(one) && wereTold(other))
    await someRounds()
    await one.presence.forget(ada)
    expect(await standing(one, ada)).toBe('offline')
    await eventually(async () => (await standing(other, ada)) === 'offline')
    expect(await standing(other, bob)).toBe('online')
    expect(timesHeard(one, ada)).toBe(2)
  })
})

test('the entries of a node without heartbeat are ignored, and a live node emits the change', async () => {
  const alive = await aNode()
  const dead = await aNode({ beatEvery: NEVER })
  nodes.push(alive, dead)
  const [ada, bob] = [aUserId(), aUserId()]
  dead.presence.connect(ada, 'client')
  dead.presence.recordRequest(bob, new Date(), 'web')
  await eventually(() => timesHeard(alive, ada) === 1 && timesHeard(alive, bob) === 1)
  expect(await standing(alive, ada)).toBe('online')
  await ground.database.pool.query(
    `UPDATE "PresenceNode" SET "beatAt" = "beatAt" - interval '1 minute'
     WHERE node IN (SELECT node FROM "Presence" WHERE "userId" = $1)`,
    [ada],
  )
  await eventually(() => timesHeard(alive, ada) === 2 && timesHeard(alive, bob) === 2)
  expect(await standing(alive, ada)).toBe('offline')
  expect(await standing(alive, bob)).toBe('offline')
})

test('the last emitted change matches the state, even when users switch nodes concurrently', async () => {
  const still = { beatEvery: NEVER, flushEvery: NEVER }
  const [one, other] = await Promise.all([aNode(still), aNode(still)])
  nodes.push(one, other)
  const people = Array.from({ length: 50 }, aUserId)
  const flushBoth = () => Promise.all([one, other].map(({ presence }) => presence.countOnline(new Date())))
  const arriveAt = ({ presence }: Node) => people.map((user) => presence.connect(user, 'client'))
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

test('users whose presence another node is changing keep no other user waiting', async () => {
  const { one, other } = await pair()
  const [ada, bob] = [aUserId(), aUserId()]
  one.presence.connect(ada, 'client')
  await eventually(() => timesHeard(other, ada) === 1)
  const changing = await ground.database.pool.connect()
  await changing.query('BEGIN')
  await changing.query('SELECT FROM "PresenceTold" WHERE "userId" = $1 FOR UPDATE', [ada])
  other.presence.connect(ada, 'web')
  one.presence.connect(bob, 'web')
  await eventually(() => timesHeard(other, bob) === 1)
  const rows = 'SELECT FROM "Presence" WHERE "userId" = $1'
  expect((await ground.database.pool.query(rows, [ada])).rowCount).toBe(1)
  await changing.query('COMMIT')
  changing.release()
  await eventually(async () => (await ground.database.pool.query(rows, [ada])).rowCount === 2)
})

/** Truncates the tables one by one: together they could deadlock with a node that locks them in another order. */
async function loseTables() {
  for (const table of ['Presence', 'PresenceNode', 'PresenceTold'])
    await ground.database.pool.query(`TRUNCATE "${table}"`)
}

test('a node that was considered dead, or whose rows were lost in a crash, writes its users again', async () => {
  const { one, other } = await pair()
  const ada = aUserId()
  one.presence.connect(ada, 'client')
  await eventually(async () => (await standing(other, ada)) === 'online')
  await loseTables()
  await eventually(async () => (await standing(other, ada)) === 'online')
})

test('a user who left while a crash lost the rows is reported as offline', async () => {
  const { one, other } = await pair()
  const ada = aUserId()
  const leave = one.presence.connect(ada, 'client')
  await eventually(() => timesHeard(other, ada) === 1)
  leave()
  await loseTables()
  await eventually(() => timesHeard(other, ada) >= 2)
  expect(await standing(other, ada)).toBe('offline')
})

test('a thousand requests of a user cost one batch', async () => {
  const node = await aNode({ beatEvery: NEVER, flushEvery: NEVER })
  const [ada, begun] = [aUserId(), Date.now()]
  const stored = async () => {
    await node.presence.countOnline(new Date())
    const text = 'SELECT xmin::text AS version FROM "Presence" WHERE "userId" = $1'
    return (await ground.database.pool.query<{ version: string }>(text, [ada])).rows[0]?.version
  }
  for (let at = 0; at < 1_000; at++) node.presence.recordRequest(ada, new Date(begun + at), 'client')
  const first = await stored()
  for (let at = 0; at < 59; at++) node.presence.recordRequest(ada, new Date(begun + at * SECOND), 'client')
  expect(await stored()).toBe(first)
  node.presence.recordRequest(ada, new Date(begun + 2 * MINUTE), 'client')
  expect(await stored()).not.toBe(first)
  await node.close()
})

test('many users who come online and go offline at once are each counted and reported', async () => {
  const node = await aNode({ beatEvery: NEVER, flushEvery: NEVER })
  const people = Array.from({ length: 2 * BATCH_SIZE + 1 }, aUserId)
  const before = await node.presence.countOnline(new Date())
  for (const user of people) node.presence.recordRequest(user, new Date(), 'web')
  const counts = await Promise.all([1, 2, 3].map(() => node.presence.countOnline(new Date())))
  expect(counts).toEqual(counts.map(() => before + people.length))
  const crowd = new Set<string>(people)
  const told = ({ received }: Node) => received.filter(({ subject }) => crowd.has(subject)).length
  await eventually(() => told(node) === people.length)
  const [sweeping] = await someNodes(1)
  if (!sweeping) throw new Error('no node')
  sweeping.ahead = 6 * MINUTE
  await eventually(() => told(sweeping) === people.length)
  await node.close()
})

test('a database that does not answer fails no request', async () => {
  const broken = await ground.node()
  const events = await openPostgresEvents({ url: ground.url, log: silentLog })
  const clock = { now: () => new Date() }
  const presence = openPresence({ ...broken, events, clock, log: silentLog, flushEvery: 20, beatEvery: 50 })
  const [ada, bob] = [aUserId(), aUserId()]
  await broken.close()
  presence.recordRequest(ada, new Date(), 'client')
  expect(await presence.statuses([ada, bob], new Date())).toEqual(
    new Map([
      [ada, 'online'],
      [bob, 'offline'],
    ]),
  )
  expect(await presence.countOnline(new Date())).toBe(1)
  await presence.forget(bob)
  await presence.close()
  await events.close()
})
