import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clock, later, MINUTE, systemClock } from '../../src/kernel/clock.ts'
import type { Announcement, EventBus } from '../../src/kernel/events.ts'
import type { OpenDatabase } from '../../src/platform/database/open.ts'
import { openPostgresEvents } from '../../src/platform/events-postgres.ts'
import { openRedisEvents } from '../../src/platform/events-redis.ts'
import type { Closing } from '../../src/platform/platform.ts'
import { openRedis } from '../../src/platform/redis.ts'
import { aGround, type Ground, quiet, REDIS_URL, until } from './ground.ts'

type Bus = EventBus & Closing

interface Carrier {
  open(clock?: Clock): Promise<Bus>
  /** Cuts every listening connection. */
  cut(): Promise<void>
}

let ground: Ground
let database: OpenDatabase
beforeAll(async () => {
  ground = await aGround()
  database = ground.database
})
afterAll(() => ground.clear())

const carriers: Record<string, () => Promise<Carrier & Closing>> = {
  PostgreSQL: async () => ({
    open: () => openPostgresEvents({ url: ground.url, log: quiet }),
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
    const { client: redis, close } = await openRedis(url, quiet)
    return {
      open: (clock = systemClock) => openRedisEvents({ redis, client: database.client, clock, log: quiet, prefix }),
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

const about = (subject: string): Announcement => ({ topic: 'thing.changed', subject, ids: { actor: 'usr_1' } })

/** What is heard of a topic from now on. */
function hear(bus: Bus, topic = '*'): Announcement[] {
  const heard: Announcement[] = []
  bus.listen(topic, (announcement) => heard.push(announcement))
  return heard
}

const commit = (bus: Bus, announcements: Announcement[]) =>
  database.client.$transaction((tx) => bus.stage(tx, announcements))

async function announce(bus: Bus, ...announcements: Announcement[]) {
  await commit(bus, announcements)
  await bus.release(announcements)
}

describe.each(Object.entries(carriers))('events over %s', (_, openCarrier) => {
  let carrier: Carrier & Closing
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

  test('what was announced is heard once by every node, and by the own one at once', async () => {
    const [here, there] = [hear(one), hear(other)]
    const announcements = [about('first'), { topic: 'other.changed', subject: 'second' }]
    await commit(one, announcements)
    const released = one.release(announcements)
    expect(here).toEqual(announcements)
    await released
    await until(() => there.length >= 2)
    await announce(other, about('last'))
    await until(() => here.length >= 3 && there.length >= 3)
    expect(here.map(({ subject }) => subject)).toEqual(['first', 'second', 'last'])
    expect(there).toEqual([...announcements, about('last')])
  })

  test('what was rolled back is heard by nobody', async () => {
    const [here, there] = [hear(one), hear(other)]
    const undone = database.client.$transaction(async (tx) => {
      await one.stage(tx, [about('undone')])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await announce(one, about('done'))
    await until(() => there.length > 0)
    expect([...here, ...there].map(({ subject }) => subject)).toEqual(['done', 'done'])
  })

  test('a listener hears its topic until it stops, and none keeps another from hearing', async () => {
    one.listen('thing.changed', () => {
      throw new Error('a listener with a fault')
    })
    one.listen('thing.changed', async () => {
      throw new Error('a slow listener with a fault')
    })
    const heard: string[] = []
    const stop = one.listen('thing.changed', ({ subject }) => heard.push(subject))
    await announce(one, about('heard'), { topic: 'elsewhere.changed', subject: 'not asked for' })
    stop()
    await announce(one, about('too late'))
    expect(heard).toEqual(['heard'])
  })

  test('after the connection was lost listeners are told of the gap, and hear on', async () => {
    const heard = hear(other)
    await carrier.cut()
    await until(() => heard.some(({ topic }) => topic === 'bus.gap'))
    await announce(one, about('after the gap'))
    await until(() => heard.some(({ subject }) => subject === 'after the gap'))
  })

  test('a commit whose node never learned of it is heard all the same', async () => {
    const ahead = await carrier.open({ now: () => later(new Date(), MINUTE) })
    const [here, there] = [hear(one), hear(ahead)]
    await commit(one, [about('unlearned')])
    await until(() => here.length > 0 && there.length > 0)
    expect(here[0]).toEqual(about('unlearned'))
    await until(async () => (await database.client.outbox.count()) === 0)
    await ahead.close()
  })
})

test('an announcement that PostgreSQL could not carry is refused before the commit', async () => {
  const bus = await openPostgresEvents({ url: ground.url, log: quiet })
  await expect(commit(bus, [about('x'.repeat(8_000))])).rejects.toThrow('too large')
  await bus.close()
})

test('the largest announcements that are allowed arrive', async () => {
  const [bus, other] = await Promise.all([1, 2].map(() => openPostgresEvents({ url: ground.url, log: quiet })))
  if (!bus || !other) throw new Error('no bus')
  const heard = hear(other)
  const large = Array.from({ length: 20 }, (_, at) => about(`${at}`.padEnd(7_700, 'x')))
  await announce(bus, ...large)
  await until(() => heard.length === 20)
  expect(heard).toEqual(large)
  await Promise.all([bus.close(), other.close()])
})

if (REDIS_URL) {
  const url = REDIS_URL
  test('what is announced while Redis is away is heard here at once, and elsewhere when it is back', async () => {
    const prefix = `plaza-test:${randomUUID()}`
    const options = { client: database.client, clock: { now: () => new Date() }, log: quiet, prefix }
    const [near, far] = await Promise.all([openRedis(url, quiet), openRedis(url, quiet)])
    const bus = await openRedisEvents({ ...options, redis: near.client })
    const other = await openRedisEvents({ ...options, redis: far.client })
    const [here, there] = [hear(bus), hear(other)]
    await near.close()
    await announce(bus, about('waiting'))
    expect(here).toEqual([about('waiting')])
    expect(await database.client.outbox.count()).toBe(1)
    options.clock.now = () => later(new Date(), MINUTE)
    await until(() => there.length > 0)
    expect(there).toEqual([about('waiting')])
    await until(async () => (await database.client.outbox.count()) === 0)
    await Promise.all([bus.close(), other.close()])
    await far.close()
  })
}
