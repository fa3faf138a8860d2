import { beforeAll, describe, expect, test } from 'vitest'
import { busGap } from '../../src/kernel/events.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { befriend, letPresenceExpire, seeOnClient } from '../support/friends.ts'
import type { SocketMessage } from '../support/graphSocket.ts'
import { anEventStream, aSubscription, payloadsOf, untilSubscribed } from '../support/graphSubscriptions.ts'
import { aStockClient } from '../support/stockClient.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const ACTIVITY = 'subscription { friendActivity { kind userId at user { id bio status standing } } }'
const activities = (messages: readonly SocketMessage[]) => payloadsOf(messages, 'friendActivity')
const kinds = (messages: readonly SocketMessage[], of: TestUser) =>
  activities(messages)
    .filter(({ userId }) => userId === of.id)
    .map(({ kind }) => kind)
const setBio = (person: TestUser, bio: string) => person.api.call('updateUser', { userId: person.id, body: { bio } })

describe('friendActivity', () => {
  test('reports friends added and removed, and nothing about non-friends', async () => {
    const [ada, bob, eve, ann] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
    for (const stranger of [bob, eve]) await befriend(ann, stranger)
    const [connection, witness] = [await aSubscription(app, ada, ACTIVITY), await aSubscription(app, ann, ACTIVITY)]
    /** Changes the profile, and waits until it is decided who is told. */
    const setSeenBio = async (person: TestUser, bio: string) => {
      await setBio(person, bio)
      await witness.until((messages) => activities(messages).some(({ user }) => Object(user).bio === bio))
    }
    await setSeenBio(eve, 'a stranger')
    await setSeenBio(bob, 'not yet a friend')
    await befriend(ada, bob)
    await connection.until((messages) => kinds(messages, bob).includes('ADDED'))
    await setBio(bob, 'a friend')
    await connection.until((messages) => kinds(messages, bob).includes('PROFILE'))
    await bob.api.call('unfriend', { userId: ada.id })
    await connection.until((messages) => kinds(messages, bob).includes('REMOVED'))
    await setSeenBio(bob, 'no more')
    await setSeenBio(eve, 'still a stranger')
    await befriend(ada, eve)
    await connection.until((messages) => kinds(messages, eve).includes('ADDED'))
    expect(kinds(connection.messages, bob).filter((kind) => kind !== 'PRESENCE')).toEqual([
      'ADDED',
      'PROFILE',
      'REMOVED',
    ])
    expect(kinds(connection.messages, eve).filter((kind) => kind !== 'PRESENCE')).toEqual(['ADDED'])
    expect(kinds(connection.messages, ada)).toEqual([])
    const profile = activities(connection.messages).find(({ kind }) => kind === 'PROFILE')
    expect(profile).toMatchObject({ user: { id: bob.id, bio: 'a friend', standing: 'ONLINE' } })
    const removed = activities(connection.messages).find(({ kind }) => kind === 'REMOVED')
    expect(removed).toMatchObject({ user: { id: bob.id, standing: 'OFFLINE' } })
    for (const { socket } of [connection, witness]) socket.close()
  })

  test('reports friends coming online and going offline, but not those who appear offline to all', async () => {
    const [ada, bob, shy] = [await aUser(app), await aUser(app), await aUser(app)]
    await befriend(ada, bob)
    await befriend(ada, shy)
    await shy.api.call('updateUser', { userId: shy.id, body: { status: 'offline' } })
    const lastTold = async (person: TestUser) =>
      (await app.scope().db.presenceTold.findUnique({ where: { userId: person.id } }))?.standing
    // Whoever was not told to be online is not told to be offline.
    await expect.poll(() => lastTold(bob)).toBe('online')
    letPresenceExpire(app)
    await expect.poll(() => lastTold(bob)).toBe('offline')
    const connection = await aSubscription(app, ada, ACTIVITY)
    await seeOnClient(shy)
    await seeOnClient(bob)
    const presence = (messages: readonly SocketMessage[], of: TestUser) =>
      activities(messages)
        .filter(({ kind, userId }) => kind === 'PRESENCE' && userId === of.id)
        .map(({ user }) => Object(user).standing)
    await expect.poll(() => presence(connection.messages, bob)).toContain('ONLINE')
    await bob.api.call('logout')
    await expect.poll(() => presence(connection.messages, bob).at(-1)).toBe('OFFLINE')
    expect(presence(connection.messages, shy)).toEqual([])
    connection.socket.close()
  })

  test('works over server-sent events too', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    await befriend(ada, bob)
    const stream = await anEventStream(app, ada, ACTIVITY)
    await setBio(bob, 'streamed')
    await stream.until('"bio":"streamed"')
    stream.close()
  })
})

describe('when events may have been lost', () => {
  test.each([
    ['contentChanged', '{ __typename }'],
    ['friendActivity', '{ kind }'],
    ['moderationQueue', '{ __typename }'],
    ['viewerChanged', '{ id }'],
    ['worldOccupancy', '{ __typename }'],
  ])('%s is begun again by stock clients', async (field, selection) => {
    const admin = await anAdmin(app)
    const given = field === 'worldOccupancy' ? `(worldId: "${await aWorld(app, admin)}")` : ''
    const query = `subscription { ${field}${given} ${selection} }`
    const closes: unknown[] = []
    const client = aStockClient(app, admin, {
      on: { closed: (event) => closes.push([Object(event).code, Object(event).reason]) },
    })
    const errors: unknown[] = []
    const sink = { next: () => {}, error: (error: unknown) => errors.push(error), complete: () => {} }
    await untilSubscribed(app, () => client.subscribe({ query }, sink))
    await untilSubscribed(app, () => app.platform.events.release([busGap('*')]))
    expect(closes).toEqual([[1013, 'GAP']])
    expect(errors).toEqual([])
    await client.dispose()
  })

  test('a server-sent event stream ends with the reason', async () => {
    const stream = await untilSubscribed(app, async () => anEventStream(app, await aUser(app), ACTIVITY))
    await app.platform.events.release([busGap('*')])
    await stream.ended
    expect(stream.text()).toContain('"code":"UNAVAILABLE","reason":"GAP"')
  })
})
