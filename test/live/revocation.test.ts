import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp, open, type TestApp } from '../support/app.ts'
import { tell } from '../support/notifications.ts'
import { aUser, login, type Person } from '../support/people.ts'
import { aFollower, aStream, errorsIn, told } from './followers.ts'

let app: TestApp
let other: TestApp
let ada: Person
beforeAll(async () => {
  app = await anApp()
  other = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  ada = await aUser(app)
})
afterAll(() => other.close())

const FEED = 'subscription { notificationFeed { cursor notification { title } } }'

/** The same person with a session of its own. */
async function another(person: Person): Promise<Person> {
  const api = anApi(app, { address: person.api.address })
  await login(api, person)
  return { ...person, api }
}

test('no socket tells anything from a second after the logout on, on whichever node it was', async () => {
  const heard: unknown[] = []
  for (let round = 0; round < 6; round++) {
    const leaving = await another(ada)
    const lines = [await aFollower(app, leaving, FEED), await aFollower(other, leaving, FEED)]
    const streams = [await aStream(app, leaving, FEED), await aStream(other, leaving, FEED)]
    const sending = (async () => {
      for (let at = 0; at < 15; at++) await tell(app, ada.id, { title: `${round}.${at}` }).then(() => pause(20))
    })()
    await pause(100)
    await anApi(round % 2 ? other : app, { address: ada.api.address }).fetch('/api/1/logout', {
      method: 'PUT',
      headers: { cookie: `auth=${leaving.api.cookies.get('auth')}` },
    })
    await pause(1_000)
    const before = lines.map(({ messages }) => messages.length)
    const streamed = streams.map((stream) => stream.text().length)
    await sending
    await tell(app, ada.id, { title: 'too late' })
    await pause(200)
    heard.push(...lines.map(({ messages }, at) => messages.length - (before[at] ?? 0)))
    heard.push(...streams.map((stream, at) => stream.text().length - (streamed[at] ?? 0)))
    expect(await Promise.all(lines.map((line) => line.closed()))).toEqual([4401, 4401])
    await Promise.all(streams.map((stream) => stream.ended))
    expect(lines.every(({ messages }) => told(messages, 'notificationFeed').length > 0)).toBe(true)
  }
  expect(heard).toEqual(heard.map(() => 0))
})

test('a stream by server-sent events says why it ends', async () => {
  const leaving = await another(ada)
  const stream = await aStream(app, leaving, FEED)
  await leaving.api.call('logout')
  await stream.ended
  expect(stream.text()).toContain('session_ended')
})

test('other sessions of the person go on', async () => {
  const [leaving, staying] = [await another(ada), await another(ada)]
  const line = await aFollower(app, staying, FEED)
  await leaving.api.call('logout')
  await tell(app, ada.id, { title: 'for those who stay' })
  await line.until((messages) => told(messages, 'notificationFeed').length === 1)
  expect(errorsIn(line.messages)).toEqual([])
  line.socket.close()
})
