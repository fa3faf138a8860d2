import { afterAll, expect, it } from 'vitest'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'
import { aFriendOf } from '../support/friends.ts'
import { aNotification } from '../support/notifications.ts'
import { aPipelineSocket } from '../support/pipelineSocket.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, logIn } from '../support/users.ts'

const database = await aDatabase()
const line = await aDatabaseProxy(database.url)
const app = await openApp({ DATABASE_URL: line.url })
const elsewhere = await openApp({ DATABASE_URL: database.url })
afterAll(async () => {
  await app.close()
  await elsewhere.close()
  await line.cut()
})

it('resumes when the database is back: nothing is lost, and sockets of ended sessions are closed', async () => {
  const ada = await aUser(app)
  const bob = await aFriendOf(app, ada)
  const leaving = { ...ada, api: aRestClient(app, { address: ada.api.address }) }
  await logIn(leaving.api, ada)
  const [staying, out] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, leaving)]
  await line.cut()
  await expect(aPipelineSocket(app, bob)).rejects.toThrow('503')
  await aNotification(elsewhere, ada.id, { title: 'meanwhile' })
  await aRestClient(elsewhere).fetch('/api/1/logout', {
    method: 'PUT',
    headers: { cookie: `auth=${leaving.api.cookies.get('auth')}` },
  })
  await line.restore()
  expect(await out.closed()).toBe(1008)
  expect(await staying.nextContent('notification-v2')).toMatchObject({ title: 'meanwhile' })
  await bob.api.call('updateUser', { userId: bob.id, body: { bio: 'Back again' } })
  expect(await staying.nextContent('friend-update')).toMatchObject({ user: { bio: 'Back again' } })
  await staying.close()
})
