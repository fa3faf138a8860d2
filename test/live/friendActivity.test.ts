import { beforeAll, describe, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { befriend, comeOnline, letPass } from '../support/friends.ts'
import { aUser, type Person } from '../support/people.ts'
import type { Message } from '../support/socket.ts'
import { aFollower, aStream, errorsIn, told } from './followers.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const ACTIVITY = 'subscription { friendActivity { kind userId at standing user { id bio status } } }'
const activities = (messages: readonly Message[]) => told(messages, 'friendActivity')
const kinds = (messages: readonly Message[], of: Person) =>
  activities(messages)
    .filter(({ userId }) => userId === of.id)
    .map(({ kind }) => kind)
const setBio = (person: Person, bio: string) => person.api.call('updateUser', { userId: person.id, body: { bio } })

describe('friendActivity', () => {
  test('tells of friends gained and lost, and of nobody who is none', async () => {
    const [ada, bob, eve] = [await aUser(app), await aUser(app), await aUser(app)]
    const line = await aFollower(app, ada, ACTIVITY)
    await setBio(eve, 'a stranger')
    await setBio(bob, 'not yet a friend')
    await befriend(ada, bob)
    await line.until((messages) => kinds(messages, bob).includes('ADDED'))
    await setBio(bob, 'a friend')
    await line.until((messages) => kinds(messages, bob).includes('PROFILE'))
    await bob.api.call('unfriend', { userId: ada.id })
    await line.until((messages) => kinds(messages, bob).includes('REMOVED'))
    await setBio(bob, 'no more')
    await setBio(eve, 'still a stranger')
    await befriend(ada, eve)
    await line.until((messages) => kinds(messages, eve).includes('ADDED'))
    expect(kinds(line.messages, bob).filter((kind) => kind !== 'PRESENCE')).toEqual(['ADDED', 'PROFILE', 'REMOVED'])
    expect(kinds(line.messages, eve)).toEqual(['ADDED'])
    expect(kinds(line.messages, ada)).toEqual([])
    const profile = activities(line.messages).find(({ kind }) => kind === 'PROFILE')
    expect(profile).toMatchObject({ user: { id: bob.id, bio: 'a friend' }, standing: 'ONLINE' })
    line.socket.close()
  })

  test('tells who comes and goes, unless they want to be seen by nobody', async () => {
    const [ada, bob, shy] = [await aUser(app), await aUser(app), await aUser(app)]
    await befriend(ada, bob)
    await befriend(ada, shy)
    await shy.api.call('updateUser', { userId: shy.id, body: { status: 'offline' } })
    letPass(app)
    const lastTold = async (person: Person) =>
      (await app.scope().db.presenceTold.findUnique({ where: { userId: person.id } }))?.standing
    await expect.poll(() => lastTold(bob), { timeout: 20_000 }).toBe('offline')
    const line = await aFollower(app, ada, ACTIVITY)
    await comeOnline(shy)
    await comeOnline(bob)
    const presence = (messages: readonly Message[], of: Person) =>
      activities(messages)
        .filter(({ kind, userId }) => kind === 'PRESENCE' && userId === of.id)
        .map(({ standing }) => standing)
    await expect.poll(() => presence(line.messages, bob), { timeout: 10_000 }).toContain('ONLINE')
    await bob.api.call('logout')
    await expect.poll(() => presence(line.messages, bob).at(-1), { timeout: 10_000 }).toBe('OFFLINE')
    expect(presence(line.messages, shy)).toEqual([])
    line.socket.close()
  })

  test('is told by server-sent events too', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    await befriend(ada, bob)
    const stream = await aStream(app, ada, ACTIVITY)
    await setBio(bob, 'streamed')
    await stream.until('"bio":"streamed"')
    stream.close()
  })
})

test('says when something may have been missed, so that nobody trusts what was not told', async () => {
  const ada = await aUser(app)
  const line = await aFollower(app, ada, ACTIVITY)
  await app.platform.events.release([{ topic: 'bus.gap', subject: '*' }])
  await line.until((messages) => errorsIn(messages).length > 0)
  expect(errorsIn(line.messages)).toMatchObject([{ extensions: { code: 'UNAVAILABLE', reason: 'gap' } }])
  line.socket.close()
})
