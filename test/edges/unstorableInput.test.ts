import { describe, expect, it } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { aNotification } from '../support/notifications.ts'
import { aRestClient } from '../support/restClient.ts'
import { anAdmin, aRegistration, aUser, basicAuthHeader } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const admin = await anAdmin(app)

describe('a zero byte, which PostgreSQL cannot store', () => {
  it('is refused as bad input with the name of the field', async () => {
    const refused = [
      ['username', await aRestClient(app).try('checkUserExists', { query: { username: 'a\0b' } })],
      ['include', await admin.api.try('getInfoPush', { query: { include: 'a\0b' } })],
      ['search', await admin.api.try('searchUsers', { query: { search: '\0' } })],
      ['branch', await admin.api.try('getCSS', { query: { branch: '\0' } })],
      [
        'email',
        await aRestClient(app).try('registerUserAccount', { body: { ...aRegistration(), email: 'a\0@plaza.test' } }),
      ],
      ['note', await admin.api.try('updateUserNote', { body: { note: '\0', targetUserId: admin.id } })],
      ['tags', await admin.api.try('addTags', { userId: admin.id, body: { tags: ['language_eng', '\0'] } })],
    ] as const
    for (const [field, { status, body }] of refused) {
      expect({ field, status }).toEqual({ field, status: 400 })
      expect(body).toEqual({ error: { message: `${field}: text must not contain a zero byte`, status_code: 400 } })
    }
  })

  it('is refused in the name of a JSON member', async () => {
    const worldId = await aWorld(app, admin)
    const { status, body } = await admin.api.try('updateWorld', { worldId, body: { metadata: { a: { 'b\0': 1 } } } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: { message: 'metadata: text must not contain a zero byte', status_code: 400 } })
  })

  it('is 404 in a path and a failed login in credentials', async () => {
    expect((await admin.api.try('getUserByName', { username: 'a\0b' })).status).toBe(404)
    expect((await admin.api.try('getUser', { userId: `${admin.id}\0` })).status).toBe(404)
    expect(
      (await aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader('a\0b', 'whatever it is') })).status,
    ).toBe(401)
  })

  it('is ignored in an unknown field', async () => {
    expect((await aRestClient(app).fetch('/api/1/config?x=%00')).status).toBe(200)
  })

  it('is not mistaken for the text of its escape sequence', async () => {
    const note = await admin.api.call('updateUserNote', { body: { note: '\\u0000', targetUserId: admin.id } })
    expect(note.note).toBe('\\u0000')
  })
})

describe('a lone surrogate', () => {
  it('is replaced by U+FFFD in texts, in JSON values and in member names', async () => {
    const { id: senderId } = await aUser(app)
    const notificationId = await aNotification(app, admin.id, { senderId, canReply: true })
    await admin.api.call('replyNotificationV2', { notificationId, body: { text: 'half \ud800' } })
    const { db } = app.scope()
    expect(await db.notification.findFirst({ where: { receiverId: senderId } })).toMatchObject({
      message: 'half \ufffd',
    })
    const worldId = await aWorld(app, admin)
    const metadata = { 'a\udc00': ['\ud800', { b: '\ud83c\udf0d' }] }
    await admin.api.call('updateWorld', { worldId, body: { metadata } })
    const kept = await admin.api.call('getWorldMetadata', { worldId })
    expect(kept.metadata).toEqual({ 'a\ufffd': ['\ufffd', { b: '\ud83c\udf0d' }] })
  })
})

describe('JSON nested deeper than the call stack', () => {
  it.each([1_000, 100_000])('is ignored in an unknown field: %i levels', async (levels) => {
    const notificationId = await aNotification(app, admin.id, { senderId: (await aUser(app)).id, canReply: true })
    const body = `{"text":"Yes","more":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await admin.api.fetch(`/api/1/notifications/${notificationId}/reply`, sent)).status).toBe(200)
  })
})
