import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAudience } from '../../src/edges/live/audience.ts'
import { openFeeds } from '../../src/edges/live/feeds.ts'
import { openSessions } from '../../src/edges/live/sessions.ts'
import type { Announcement } from '../../src/kernel/events.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import type { Outside } from '../../src/kernel/scope.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await anApp()
  ;[ada, bob] = [await aUser(app), await aUser(app)]
  await befriend(ada, bob)
})

/** The outside world with a database that hot reads can't reach while it is away; counts what it was asked. */
function anOutside() {
  const state = { away: false, reads: 0 }
  const outside: Outside = {
    ...app.app.outside,
    async read(name, text, values) {
      state.reads++
      if (state.away) throw new Error('the database is away')
      return app.app.outside.read(name, text, values)
    },
  }
  return { outside, state }
}

const announce = (...announcements: Announcement[]) => app.platform.events.release(announcements)
const changed = (subject: string): Announcement => ({ topic: 'user.changed', subject })
const GAP: Announcement = { topic: 'bus.gap', subject: '*' }

describe('while the database is away', () => {
  test('nothing that concerns people is lost, and its order stays', async () => {
    const { outside, state } = anOutside()
    const audience = openAudience(outside)
    const heard: string[] = []
    audience.hear(ada.id, ({ topic, subject }) => {
      // People come and go by themselves.
      if (topic !== 'presence.changed') heard.push(`${topic} ${subject === bob.id ? 'bob' : 'ada'}`)
    })
    state.away = true
    await announce(changed(bob.id), changed(ada.id))
    await pause(50)
    await announce({ topic: 'friendship.ended', subject: ada.id, ids: { friendId: bob.id } }, changed(bob.id))
    await pause(300)
    expect(heard).toEqual([])
    state.away = false
    const wanted = ['user.changed bob', 'user.changed ada', 'friendship.ended ada', 'user.changed bob']
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(wanted)
    audience.close()
  })

  test('no more waits than there is room for: everybody is told of a gap', async () => {
    const { outside, state } = anOutside()
    const audience = openAudience(outside)
    const heard: string[] = []
    audience.hear(ada.id, ({ topic }) => heard.push(topic))
    state.away = true
    await announce(...Array.from({ length: 20_002 }, () => changed(bob.id)))
    expect(heard).toEqual(['bus.gap'])
    audience.close()
  })

  test('feeds wait, and go on where they were', async () => {
    const { outside, state } = anOutside()
    const feeds = openFeeds(outside)
    const taken = feeds.follow(ada.id, await feeds.head(ada.id))
    state.away = true
    const next = taken.next()
    for (const title of ['one', 'two', 'three']) await tell(app, ada.id, { title })
    await pause(300)
    state.away = false
    const titles: unknown[] = []
    for await (const batch of startingWith(next, taken)) {
      titles.push(...batch.map(({ notification }) => notification?.title))
      if (titles.length === 3) break
    }
    expect(titles).toEqual(['one', 'two', 'three'])
    feeds.close()
  })

  test('sessions are looked at once it is back', async () => {
    const { outside, state } = anOutside()
    const sessions = openSessions(outside)
    const gone = await aUser(app)
    const ended: string[] = []
    for (const { id } of [ada, gone]) sessions.bind(await viewerOf(id), () => ended.push(id))
    await app.scope().db.session.deleteMany({ where: { userId: gone.id } })
    state.away = true
    await announce(GAP)
    await pause(100)
    expect(ended).toEqual([])
    state.away = false
    await expect.poll(() => ended, { timeout: 5_000 }).toEqual([gone.id])
    sessions.close()
  })
})

/** What is taken, beginning with what was asked for already. */
async function* startingWith<T>(first: Promise<IteratorResult<T>>, rest: AsyncIterableIterator<T>) {
  const { value, done } = await first
  if (done) return
  yield value
  yield* rest
}

async function viewerOf(id: UserId) {
  const { id: sessionId } = await app.scope().db.session.findFirstOrThrow({ where: { userId: id } })
  if (!isId('session', sessionId)) throw new Error(`${sessionId} is no session`)
  return { id, sessionId, admin: false, owes: [] }
}

describe('a follower of a feed', () => {
  test('sleeps while there is nothing, even when what was announced is gone', async () => {
    const { outside, state } = anOutside()
    const feeds = openFeeds(outside)
    const head = await feeds.head(ada.id)
    const next = feeds.follow(ada.id, head).next()
    await pause(50)
    const before = state.reads
    await announce({ topic: 'feed.appended', subject: ada.id, ids: { seq: String(head + 1n) } })
    await pause(200)
    expect(state.reads - before).toBe(1)
    feeds.close()
    expect(await next).toEqual({ value: undefined, done: true })
  })

  test('is ended at once, also while it waits', async () => {
    const feeds = openFeeds(app.app.outside)
    const taken = feeds.follow(ada.id, await feeds.head(ada.id))
    const next = taken.next()
    await pause(50)
    await taken.return?.()
    expect(await next).toEqual({ value: undefined, done: true })
    feeds.close()
  })

  test('reads for all who are told at once together', async () => {
    const { outside, state } = anOutside()
    const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
    const feeds = openFeeds(outside)
    const nexts = people.map(({ id }) => feeds.follow(id, 0n).next())
    await pause(100)
    const before = state.reads
    for (const { id } of people) await tell(app, id)
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
