import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMilliseconds, type Clock, MINUTE, systemClock } from '../../src/kernel/clock.ts'
import { inTransaction } from '../../src/kernel/database.ts'
import type { DomainEvent, EventBus } from '../../src/kernel/events.ts'
import { anyEvent, busGap, defineEvent } from '../../src/kernel/events.ts'
import type { OpenDatabase } from '../../src/platform/database/openDatabase.ts'
import { openPostgresEvents } from '../../src/platform/events/postgres.ts'
import { openRedisEvents } from '../../src/platform/events/redis.ts'
import type { Closable } from '../../src/platform/platform.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aDatabaseFixture, type DatabaseFixture, REDIS_URL, silentLog } from '../support/databaseFixture.ts'
import { eventually } from '../support/eventually.ts'

type Bus = EventBus & Closable

interface Carrier {
  open(clock?: Clock): Promise<Bus>
  /** Terminates every connection that listens for events. */
  cut(): Promise<void>
}

let ground: DatabaseFixture
let database: OpenDatabase
beforeAll(async () => {
  ground = await aDatabaseFixture()
  database = ground.database
})
afterAll(() => ground.clear())

const carriers: Record<string, () => Promise<Carrier & Closable>> = {
  PostgreSQL: async () => ({
    open: () => openPostgresEvents({ url: ground.url, log: silentLog }),
    async cut() {
      const listening = `application_name = 'plaza events' AND datname = current_database()`
      await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listening}`)
    },
    async close() {},
  }),
}
if (REDIS_URL) {
  const url = REDIS_URL
  carriers.Redis = async () => {
    const prefix = `plaza-test:${randomUUID()}`
    const { client: redis, close } = await openRedis(url, silentLog)
    return {
      open: (clock = systemClock) => openRedisEvents({ redis, client: database.client, clock, log: silentLog, prefix }),
      async cut() {
        const lines = String(await redis.client('LIST')).split('\n')
        for (const line of lines.filter((each) => each.includes(`name=${prefix}:events `))) {
          await redis.client('KILL', 'ID', /id=(\d+)/.exec(line)?.[1] ?? '')
        }
      },
      close,
    }
  }
}

const thingChanged = defineEvent<string, { actor: string }>('thing.changed')
const otherChanged = defineEvent<string>('other.changed')
const about = (subject: string) => thingChanged(subject, { actor: 'usr_1' })

/** Collects the events that the bus delivers from now on. */
function collectEvents(bus: Bus): DomainEvent[] {
  const heard: DomainEvent[] = []
  bus.listen(anyEvent, (domainEvent) => heard.push(domainEvent))
  return heard
}

const commit = (bus: Bus, domainEvents: DomainEvent[]) =>
  inTransaction(database.begin, ({ sql }) => bus.stage(sql, domainEvents))

async function announce(bus: Bus, ...domainEvents: DomainEvent[]) {
  await commit(bus, domainEvents)
  await bus.release(domainEvents)
}

describe.each(Object.entries(carriers))('events over %s', (_, openCarrier) => {
  let carrier: Carrier & Closable
  let one: Bus
  let other: Bus
  beforeAll(async () => {
    carrier = await openCarrier()
    ;[one, other] = await Promise.all([carrier.open(), carrier.open()])
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await carrier.close()
  })

  test('an emitted event reaches every node once, and the emitting node at once', async () => {
    const [here, there] = [collectEvents(one), collectEvents(other)]
    const domainEvents = [about('first'), otherChanged('second')]
    await commit(one, domainEvents)
    const released = one.release(domainEvents)
    expect(here).toEqual(domainEvents)
    await released
    await eventually(() => there.length >= 2)
    await announce(other, about('last'))
    await eventually(() => here.length >= 3 && there.length >= 3)
    expect(here.map(({ subject }) => subject)).toEqual(['first', 'second', 'last'])
    expect(there).toEqual([...domainEvents, about('last')])
  })

  test('an event of a rolled-back transaction is not delivered', async () => {
    const [here, there] = [collectEvents(one), collectEvents(other)]
    const rolledBack = inTransaction(database.begin, async ({ sql }) => {
      await one.stage(sql, [about('undone')])
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    await announce(one, about('done'))
    await eventually(() => there.length > 0)
    expect([...here, ...there].map(({ subject }) => subject)).toEqual(['done', 'done'])
  })

  test('a listener receives its topic until it unsubscribes, and a failing listener blocks no other', async () => {
    one.listen(thingChanged, () => {
      throw new Error('a failing listener')
    })
    one.listen(thingChanged, async () => {
      throw new Error('a slow failing listener')
    })
    const heard: string[] = []
    const stop = one.listen(thingChanged, ({ subject }) => heard.push(subject))
    await announce(one, about('heard'), otherChanged('not asked for'))
    stop()
    await announce(one, about('too late'))
    expect(heard).toEqual(['heard'])
  })

  test('after a lost connection listeners get a gap event, and then further events', async () => {
    const heard = collectEvents(other)
    await carrier.cut()
    await eventually(() => heard.some(busGap.is))
    await announce(one, about('after the gap'))
    await eventually(() => heard.some(({ subject }) => subject === 'after the gap'))
  })

  test('the events of a commit are delivered even when its node never received the confirmation', async () => {
    const ahead = await carrier.open({ now: () => addMilliseconds(new Date(), MINUTE) })
    const [here, there] = [collectEvents(one), collectEvents(ahead)]
    await commit(one, [about('unlearned')])
    await eventually(() => here.length > 0 && there.length > 0)
    expect(here[0]).toEqual(about('unlearned'))
    await eventually(async () => (await database.client.outbox.count()) === 0)
    await ahead.close()
  })
})

test('an event too large for PostgreSQL NOTIFY is refused before the commit', async () => {
  const bus = await openPostgresEvents({ url: ground.url, log: silentLog })
  await expect(commit(bus, [about('x'.repeat(8_000))])).rejects.toThrow('too large')
  await bus.close()
})

test('events of the maximum size arrive', async () => {
  const [bus, other] = await Promise.all([1, 2].map(() => openPostgresEvents({ url: ground.url, log: silentLog })))
  if (!bus || !other) throw new Error('no bus')
  const heard = collectEvents(other)
  const large = Array.from({ length: 20 }, (_, at) => about(`${at}`.padEnd(7_700, 'x')))
  await announce(bus, ...large)
  await eventually(() => heard.length === 20)
  expect(heard).toEqual(large)
  await Promise.all([bus.close(), other.close()])
})

if (REDIS_URL) {
  const url = REDIS_URL
  test('events emitted while Redis is down are delivered locally at once, and elsewhere when it is back', async () => {
    const prefix = `plaza-test:${randomUUID()}`
    const options = { client: database.client, clock: { now: () => new Date() }, log: silentLog, prefix }
    const [near, far] = await Promise.all([openRedis(url, silentLog), openRedis(url, silentLog)])
    const bus = await openRedisEvents({ ...options, redis: near.client })
    const other = await openRedisEvents({ ...options, redis: far.client })
    const [here, there] = [collectEvents(bus), collectEvents(other)]
    await near.close()
    await announce(bus, about('waiting'))
    expect(here).toEqual([about('waiting')])
    expect(await database.client.outbox.count()).toBe(1)
    options.clock.now = () => addMilliseconds(new Date(), MINUTE)
    await eventually(() => there.length > 0)
    expect(there).toEqual([about('waiting')])
    await eventually(async () => (await database.client.outbox.count()) === 0)
    await Promise.all([bus.close(), other.close()])
    await far.close()
  })
}
