import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, sharedApp, type TestApp } from '../support/app.ts'
import { anEventStream, aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aNotification } from '../support/notifications.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
let other: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await sharedApp()
  other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  ada = await aUser(app)
})
afterAll(() => other.close())

const FEED = 'subscription { notificationFeed { cursor notification { title } } }'

/** Opens another session of the user. */
async function anotherSession(person: TestUser): Promise<TestUser> {
  const api = aRestClient(app, { address: person.api.address })
  await logIn(api, person)
  return { ...person, api }
}

test.each([0, 1])('a logout at one of two nodes ends the streams of both: node %i', async (at) => {
  const leaving = await anotherSession(ada)
  const connections = [await aSubscription(app, leaving, FEED), await aSubscription(other, leaving, FEED)]
  const streams = [await anEventStream(app, leaving, FEED), await anEventStream(other, leaving, FEED)]
  await aNotification(app, ada.id, { title: 'before' })
  for (const connection of connections)
    await connection.until((messages) => payloadsOf(messages, 'notificationFeed').length === 1)
  for (const stream of streams) await stream.until('before')
  const state = { over: false }
  const sending = (async () => {
    while (!state.over) await aNotification(app, ada.id, { title: 'meanwhile' })
  })()
  await aRestClient(at === 0 ? app : other, { address: ada.api.address }).fetch('/api/1/logout', {
    method: 'PUT',
    headers: { cookie: `auth=${leaving.api.cookies.get('auth')}` },
  })
  expect(await Promise.all(connections.map((connection) => connection.closed()))).toEqual([4401, 4401])
  await Promise.all(streams.map((stream) => stream.ended))
  state.over = true
  await sending
})

test('a server-sent event stream reports why it ends', async () => {
  const leaving = await anotherSession(ada)
  const stream = await anEventStream(app, leaving, FEED)
  await leaving.api.call('logout')
  await stream.ended
  expect(stream.text()).toContain('"code":"UNAUTHENTICATED","reason":"SIGNED_OUT"')
})

test('other sessions of the user keep their streams', async () => {
  const [leaving, staying] = [await anotherSession(ada), await anotherSession(ada)]
  const connection = await aSubscription(app, staying, FEED)
  await leaving.api.call('logout')
  await aNotification(app, ada.id, { title: 'for those who stay' })
  await connection.until((messages) => payloadsOf(messages, 'notificationFeed').length === 1)
  expect(subscriptionErrors(connection.messages)).toEqual([])
  connection.socket.close()
})
