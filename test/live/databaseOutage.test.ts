import { beforeAll, describe, expect, test } from 'vitest'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { friendshipEnded } from '../../src/areas/friends/events.ts'
import { eventTypes } from '../../src/areas/index.ts'
import { feedAppended } from '../../src/areas/notifications/events.ts'
import type { Sql } from '../../src/kernel/database.ts'
import { busGap, type DomainEvent } from '../../src/kernel/events.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { presenceChanged } from '../../src/kernel/presence.ts'
import type { Services } from '../../src/kernel/scope.ts'
import { openFanOut } from '../../src/live/fanOut.ts'
import { openFeeds } from '../../src/live/feeds.ts'
import { openFriendSnapshots } from '../../src/live/friendSnapshots.ts'
import { openSessionBindings } from '../../src/live/sessionBindings.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { befriend } from '../support/friends.ts'
import { aNotification } from '../support/notifications.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await anApp()
  ;[ada, bob] = [await aUser(app), await aUser(app)]
  await befriend(ada, bob)
})

/** Services whose hot reads fail while the database is away; counts the queries. */
function createServices() {
  const state = { away: false, reads: 0 }
  const { sql } = app.app.services
  const unlessAway =
    (run: Sql['custom']): Sql['custom'] =>
    async (query, ...values) => {
      state.reads++
      if (state.away) throw new Error('the database is away')
      return run(query, ...values)
    }
  const services: Services = {
    ...app.app.services,
    sql: Object.assign(unlessAway(sql), { custom: unlessAway(sql.custom) }),
  }
  return { services, state }
}

/** Waits until the database was queried this many times in total. */
const untilReads = (state: { readonly reads: number }, count: number) => eventually(() => state.reads >= count)

const announce = (...announcements: DomainEvent[]) => app.platform.events.release(announcements)

describe('during a database outage', () => {
  test('no event for a user is lost, and their order is kept', async () => {
    const { services, state } = createServices()
    const audience = openFanOut({ services, eventTypes, friendSnapshots: openFriendSnapshots(services) })
    const received: string[] = []
    audience.subscribe(ada.id, (domainEvent) => {
      const { topic, subject } = domainEvent
      // Presence events come at any time.
      if (!presenceChanged.is(domainEvent)) received.push(`${topic} ${subject === bob.id ? 'bob' : 'ada'}`)
    })
    state.away = true
    await announce(userChanged(bob.id), userChanged(ada.id))
    await untilReads(state, 1)
    await announce(friendshipEnded(ada.id, { friendId: bob.id }), userChanged(bob.id))
    await untilReads(state, 3)
    expect(received).toEqual([])
    state.away = false
    const wanted = ['user.changed bob', 'user.changed ada', 'friendship.ended ada', 'user.changed bob']
    await expect.poll(() => received).toEqual(wanted)
    audience.close()
  })

  test('on overflow of the buffer every subscriber gets a gap event', async () => {
    const { services, state } = createServices()
    const audience = openFanOut({ services, eventTypes, friendSnapshots: openFriendSnapshots(services) })
    const received: string[] = []
    audience.subscribe(ada.id, ({ topic }) => received.push(topic))
    state.away = true
    await announce(...Array.from({ length: 20_002 }, () => userChanged(bob.id)))
    expect(received).toEqual(['bus.gap'])
    audience.close()
  })

  test('feeds wait, and resume where they were', async () => {
    const { services, state } = createServices()
    const feeds = openFeeds(services)
    const taken = feeds.follow(ada.id, await feeds.head(ada.id))
    state.away = true
    const before = state.reads
    const next = taken.next()
    for (const title of ['one', 'two', 'three']) await aNotification(app, ada.id, { title })
    await untilReads(state, before + 2)
    state.away = false
    const titles: unknown[] = []
    for await (const batch of startingWith(next, taken)) {
      titles.push(...batch.map(({ notification }) => notification?.title))
      if (titles.length === 3) break
    }
    expect(titles).toEqual(['one', 'two', 'three'])
    feeds.close()
  })

  test('sessions are checked when the database is back', async () => {
    const { services, state } = createServices()
    const sessions = openSessionBindings(services)
    const gone = await aUser(app)
    const ended: string[] = []
    for (const { id } of [ada, gone]) sessions.bind(await viewerOf(id), () => ended.push(id))
    await app.scope().db.session.deleteMany({ where: { userId: gone.id } })
    state.away = true
    const before = state.reads
    await announce(busGap('*'))
    await untilReads(state, before + 1)
    expect(ended).toEqual([])
    state.away = false
    await expect.poll(() => ended).toEqual([gone.id])
    sessions.close()
  })
})

/** The results of an iterator, beginning with one that was requested already. */
async function* startingWith<T>(first: Promise<IteratorResult<T>>, rest: AsyncIterableIterator<T>) {
  const { value, done } = await first
  if (done) return
  yield value
  yield* rest
}

async function viewerOf(id: UserId) {
  const { id: sessionId } = await app.scope().db.session.findFirstOrThrow({ where: { userId: id } })
  if (!isId('session', sessionId)) throw new Error(`${sessionId} is not a session id`)
  return { id, sessionId, admin: false, staff: [], pendingFactors: [] }
}

describe('a feed follower', () => {
  test('does not poll while there is nothing new, even when the announced entry is gone', async () => {
    const { services, state } = createServices()
    const feeds = openFeeds(services)
    const head = await feeds.head(ada.id)
    const next = feeds.follow(ada.id, head).next()
    await untilReads(state, 1)
    const before = state.reads
    await announce(feedAppended(ada.id, { seq: String(head + 1n) }))
    await untilReads(state, before + 1)
    // A polling follower would query the database in this time.
    for (let times = 0; times < 20; times++) await app.platform.database.ping()
    expect(state.reads - before).toBe(1)
    feeds.close()
    expect(await next).toEqual({ value: undefined, done: true })
  })

  test('ends at once, also while it waits', async () => {
    const { services, state } = createServices()
    const feeds = openFeeds(services)
    const taken = feeds.follow(ada.id, await feeds.head(ada.id))
    const next = taken.next()
    await untilReads(state, 1)
    await app.platform.database.ping()
    await taken.return?.()
    expect(await next).toEqual({ value: undefined, done: true })
    feeds.close()
  })

  test('reads in one batch for all users notified at once', async () => {
    const { services, state } = createServices()
    const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
    const feeds = openFeeds(services)
    const nexts = people.map(({ id }) => feeds.follow(id, 0n).next())
    await untilReads(state, 2)
    await app.platform.database.ping()
    const before = state.reads
    for (const { id } of people) await aNotification(app, id)
    await Promise.all(nexts)
    const apart = state.reads - before
    state.reads = 0
    const again = people.map(({ id }) => feeds.follow(id, 0n).next())
    await Promise.all(again)
    expect(state.reads).toBeLessThan(apart)
    expect(state.reads).toBeLessThanOrEqual(6)
    feeds.close()
  })
})
