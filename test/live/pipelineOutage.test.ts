import { afterAll, expect, it } from 'vitest'
import { aLine } from '../edges/line.ts'
import { anApi } from '../support/api.ts'
import { open } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aFriendOf } from '../support/friends.ts'
import { tell } from '../support/notifications.ts'
import { aUser, login } from '../support/people.ts'
import { aPipeline } from './pipeline.ts'

const database = await aDatabase()
const line = await aLine(database.url)
const app = await open({ DATABASE_URL: line.url })
const elsewhere = await open({ DATABASE_URL: database.url })
afterAll(async () => {
  await app.close()
  await elsewhere.close()
  await line.cut()
  await database.drop()
})

it('goes on when the database is back: nothing was lost, and who has no session any more is out', async () => {
  const ada = await aUser(app)
  const bob = await aFriendOf(app, ada)
  const leaving = { ...ada, api: anApi(app, { address: ada.api.address }) }
  await login(leaving.api, ada)
  const [staying, out] = [await aPipeline(app, ada), await aPipeline(app, leaving)]
  await line.cut()
  await expect(aPipeline(app, bob)).rejects.toThrow('503')
  await tell(elsewhere, ada.id, { title: 'meanwhile' })
  await anApi(elsewhere).fetch('/api/1/logout', {
    method: 'PUT',
    headers: { cookie: `auth=${leaving.api.cookies.get('auth')}` },
  })
  await line.mend()
  expect(await out.closed()).toBe(1008)
  expect(await staying.next('notification-v2')).toMatchObject({ title: 'meanwhile' })
  await bob.api.call('updateUser', { userId: bob.id, body: { bio: 'Back again' } })
  expect(await staying.next('friend-update')).toMatchObject({ user: { bio: 'Back again' } })
  await staying.close()
})
