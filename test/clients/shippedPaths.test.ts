import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aNotification } from '../support/notifications.ts'
import { refusal } from '../support/refusals.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

/** Sends a request to a path as a client writes it. */
async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${app.origin}/api/1${path}`, {
    method,
    headers: { cookie: `auth=${ada.api.cookies.get('auth')}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

describe('paths that only shipped clients know', () => {
  it('list the own notifications of version 2 under the user', async () => {
    const id = await aNotification(app, ada.id)
    await aNotification(app, (await aUser(app)).id)
    expect(await send('GET', '/auth/user/notificationsV2?n=100')).toMatchObject({ status: 200, body: [{ id }] })
    expect(await send('GET', '/auth/user/notificationsV2?n=x')).toMatchObject({ status: 400 })
  })

  it('delete an own notification of version 2 under the user', async () => {
    const id = await aNotification(app, ada.id)
    const path = `/auth/user/notificationsV2/${id}`
    expect(await send('DELETE', path)).toMatchObject({ status: 200 })
    expect(await send('GET', '/auth/user/notificationsV2')).toMatchObject({ body: [] })
    expect(await send('DELETE', path)).toMatchObject(refusal(404, 'Notification not found'))
  })

  it('list the badges that a person shows', async () => {
    const holder = await aUser(app)
    const { db, now } = app.scope()
    for (const [name, hidden] of [
      ['Shown', false],
      ['Secret', true],
    ] as const) {
      const id = newId('badge', now)
      const badge = { id, name, description: name, imageUrl: 'https://plaza.test/b.png' }
      await db.badge.create({ data: { ...badge, createdAt: now, updatedAt: now } })
      await db.userBadge.create({
        data: { userId: holder.id, badgeId: id, hidden, assignedAt: now, updatedAt: now },
      })
    }
    const { badges } = await ada.api.call('getUser', { userId: holder.id })
    expect(badges).toMatchObject([{ badgeName: 'Shown' }])
    expect(await send('GET', `/users/${holder.id}/badges`)).toEqual({ status: 200, body: badges })
    expect(await send('GET', `/users/${ada.id}/badges`)).toEqual({ status: 200, body: [] })
    expect(await send('GET', '/users/usr_nobody/badges')).toMatchObject({ status: 404 })
  })

  it('invite the viewer to an instance', async () => {
    const worldId = await aWorld(app, ada)
    expect(await send('POST', `/instances/${worldId}:12345/invite`)).toMatchObject({
      status: 200,
      body: { type: 'invite', receiverUserId: ada.id, details: { worldId: `${worldId}:12345` } },
    })
    expect(await send('POST', `/instances/${worldId}:12345/invite`, {})).toMatchObject({ status: 200 })
    expect(await send('POST', `/instances/${newId('world', app.scope().now)}:1/invite`)).toMatchObject({ status: 404 })
  })
})

describe('the response to a notification of version 2', () => {
  const responses = [{ type: 'delete', data: '', icon: 'bell-slash', text: 'Away', textKey: null }]
  const body = { responseType: 'delete', responseData: '' }

  it('is a text for the client that shows it to people, who sends the id in the body, too', async () => {
    const id = await aNotification(app, ada.id, { type: 'group.announcement', data: { groupName: 'Told' }, responses })
    expect(await send('POST', `/notifications/${id}/respond`, { notificationId: id, ...body })).toEqual({
      status: 200,
      body: 'OK',
    })
    expect(await send('GET', '/notifications')).toMatchObject({ body: [] })
  })

  it('is the notification for all others', async () => {
    const id = await aNotification(app, ada.id, { type: 'group.announcement', data: { groupName: 'Told' }, responses })
    expect(await send('POST', `/notifications/${id}/respond`, body)).toMatchObject({
      status: 200,
      body: { id, data: { groupName: 'Told' } },
    })
  })
})
