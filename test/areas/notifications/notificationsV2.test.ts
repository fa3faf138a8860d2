import { beforeEach, describe, expect, it } from 'vitest'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { befriend, feedEntriesOf } from '../../support/friends.ts'
import { aNotification } from '../../support/notifications.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const [MINUTE, DAY] = [60_000, 86_400_000]
const notFound = refusal(404, 'Notification not found')
const noReply = refusal(400, 'This notification cannot be replied to!')
const acknowledged = (message: string) => ({ success: { message, status_code: 200 } })
const accept = { type: 'accept', data: 'yes', icon: 'check', text: 'Yes', textKey: null }
const remove = { type: 'delete', data: '', icon: 'bell-slash', text: 'Away', textKey: null }
const offer = { responses: [accept, remove] }
const question = () => ({ senderId: grace.id, canReply: true, title: 'Question', category: 'social' })

const list = async (query: Record<string, string> = {}) =>
  (await ada.api.call('getNotificationV2s', { query })).map(({ id }) => id)
const respond = (person: TestUser, notificationId: string, responseType: string, responseData?: string) =>
  person.api.try('respondNotificationV2', { notificationId, body: { responseType, responseData } })
const reply = (person: TestUser, notificationId: string, body: object = { text: 'Answer' }) =>
  person.api.try('replyNotificationV2', { notificationId, body })
const changes = async (person: TestUser) =>
  (await feedEntriesOf(app, person.id)).filter(({ kind }) => kind !== 'created')

describe('getNotificationV2s', () => {
  it('returns the fields of version 2', async () => {
    const id = await aNotification(app, ada.id, {
      type: 'group.invite',
      senderId: grace.id,
      message: 'Join',
      data: { groupName: 'Engineers' },
      link: 'group:grp_1',
      ...offer,
    })
    const [notification] = await ada.api.call('getNotificationV2s')
    expect(notification).toEqual({
      id,
      version: 2,
      type: 'group.invite',
      category: '',
      isSystem: false,
      ignoreDND: false,
      senderUserId: grace.id,
      senderUsername: grace.username,
      receiverUserId: ada.id,
      relatedNotificationsId: null,
      title: 'Notice',
      titleKey: null,
      message: 'Join',
      messageKey: null,
      imageUrl: null,
      link: 'group:grp_1',
      linkText: '',
      linkTextKey: null,
      responses: [accept, remove],
      data: { groupName: 'Engineers' },
      expiresAt: expect.any(String),
      expiryAfterSeen: null,
      requireSeen: false,
      seen: false,
      canDelete: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(Date.parse(notification?.expiresAt ?? '')).toBeGreaterThan(app.clock.now().getTime() + 30 * DAY)
  })

  it("has the platform's account as sender of its notifications", async () => {
    await aNotification(app, ada.id)
    expect(await ada.api.call('getNotificationV2s')).toMatchObject([
      { isSystem: true, senderUserId: PLATFORM_USER_ID, senderUsername: null },
    ])
  })

  it('lists boops with their details, as the legacy list does', async () => {
    await befriend(ada, grace)
    await grace.api.call('boop', { userId: ada.id, body: { emojiId: 'file_1', emojiVersion: 2 } })
    const details = { emojiId: 'file_1', emojiVersion: 2, inventoryItemId: '' }
    const [second] = await ada.api.call('getNotificationV2s')
    expect(second).toMatchObject({ type: 'boop', details, responses: [{ type: 'boop' }, { type: 'delete' }] })
    expect(await ada.api.call('getNotifications')).toMatchObject([{ id: second?.id, details: JSON.stringify(details) }])
  })

  it('shows a boop without details, in both generations', async () => {
    await aNotification(app, ada.id, { type: 'boop', senderId: grace.id })
    const details = { emojiId: '', emojiVersion: null, inventoryItemId: '' }
    expect(await ada.api.call('getNotificationV2s')).toMatchObject([{ type: 'boop', details }])
    expect(await ada.api.call('getNotifications')).toMatchObject([{ type: 'boop', details: '{}' }])
  })

  it('lists only types of version 2, and only own notifications', async () => {
    await aNotification(app, ada.id, { type: 'invite', senderId: grace.id })
    await aNotification(app, grace.id)
    const id = await aNotification(app, ada.id, { type: 'badge.earned' })
    expect(await list()).toEqual([id])
  })

  it('lists the newest first, with a limit, and in pages', async () => {
    const ids: string[] = []
    for (let number = 0; number < 5; number++) {
      ids.unshift(await aNotification(app, ada.id))
      app.clock.advance(1_000)
    }
    expect(await list({ limit: '2' })).toEqual(ids.slice(0, 2))
    expect(await list({ n: '2', offset: '2' })).toEqual(ids.slice(2, 4))
    expect(await list({ n: '2', offset: '4' })).toEqual(ids.slice(4))
    expect(await list()).toEqual(ids)
  })

  it('fills each page, because clients stop at a shorter one', async () => {
    for (let number = 0; number < 101; number++) await aNotification(app, ada.id)
    expect(await list({ n: '100', offset: '0' })).toHaveLength(100)
    expect(await list({ n: '100', offset: '100' })).toHaveLength(1)
    expect(await list()).toHaveLength(60)
    expect(await list({ limit: '100' })).toHaveLength(100)
  })

  it.each([
    ['0', "limit must be a positive integer: '0'"],
    ['x', "limit must be a positive integer: 'x'"],
    ['101', 'limit=101 is much too high, the most is 100'],
  ])('refuses a limit of %s', async (limit, message) => {
    expect(await ada.api.try('getNotificationV2s', { query: { limit } })).toMatchObject(refusal(400, message))
  })

  it('omits expired notifications', async () => {
    const id = await aNotification(app, ada.id, { expiresAt: new Date(app.clock.now().getTime() + MINUTE), ...offer })
    expect(await list()).toEqual([id])
    app.clock.advance(MINUTE + 1)
    expect(await list()).toEqual([])
    for (const operation of ['acknowledgeNotificationV2', 'deleteNotificationV2'] as const)
      expect(await ada.api.try(operation, { notificationId: id })).toMatchObject(notFound)
    expect(await respond(ada, id, 'accept')).toMatchObject(notFound)
  })
})

describe('getNotificationV2', () => {
  it('reads the notification of anybody, for admins only', async () => {
    const id = await aNotification(app, ada.id)
    const admin = await anAdmin(app)
    expect(await admin.api.call('getNotificationV2', { notificationId: id })).toMatchObject({ receiverUserId: ada.id })
    for (const person of [ada, grace])
      expect(await person.api.try('getNotificationV2', { notificationId: id })).toMatchObject({ status: 403 })
  })

  it('refuses legacy, unknown and dismissed notifications', async () => {
    const admin = await anAdmin(app)
    const [legacy, gone] = [
      await aNotification(app, ada.id, { type: 'invite', senderId: grace.id }),
      await aNotification(app, ada.id),
    ]
    await ada.api.call('deleteNotificationV2', { notificationId: gone })
    for (const notificationId of [legacy, gone, newId('notification', new Date())])
      expect(await admin.api.try('getNotificationV2', { notificationId })).toMatchObject(notFound)
  })
})

describe('acknowledgeNotificationV2', () => {
  it('marks it as seen once, shortens its lifetime, and appends one feed entry', async () => {
    const id = await aNotification(app, ada.id, { expiryAfterSeen: 900 })
    const seen = await ada.api.call('acknowledgeNotificationV2', { notificationId: id })
    expect(seen).toMatchObject({ id, seen: true, expiryAfterSeen: 900 })
    const left = Date.parse(seen.expiresAt) - app.clock.now().getTime()
    expect(left).toBeGreaterThan(899_000 - 10_000)
    expect(left).toBeLessThanOrEqual(900_000)
    app.clock.advance(14 * MINUTE)
    expect(await ada.api.call('acknowledgeNotificationV2', { notificationId: id })).toEqual(seen)
    expect(await changes(ada)).toEqual([{ kind: 'seen', type: 'moderation.notice', notificationIds: [id] }])
    app.clock.advance(MINUTE)
    expect(await list()).toEqual([])
  })

  it('refuses notifications of others and legacy ones', async () => {
    const [others, legacy] = [await aNotification(app, grace.id), await aNotification(app, ada.id, { type: 'invite' })]
    for (const notificationId of [others, legacy])
      expect(await ada.api.try('acknowledgeNotificationV2', { notificationId })).toMatchObject(notFound)
  })
})

describe('respondNotificationV2', () => {
  it('accepts a response that is offered, once, and offers none afterwards', async () => {
    const id = await aNotification(app, ada.id, offer)
    expect(await respond(ada, id, 'accept', 'yes')).toMatchObject({
      status: 200,
      body: { id, seen: true, responses: [] },
    })
    expect(await respond(ada, id, 'accept')).toMatchObject(noReply)
    expect(await respond(ada, id, 'delete')).toMatchObject(noReply)
    expect(await list()).toEqual([id])
    expect(await changes(ada)).toEqual([{ kind: 'responded', type: 'moderation.notice', notificationIds: [id] }])
  })

  it('refuses a response that is not offered', async () => {
    const [id, silent] = [await aNotification(app, ada.id, offer), await aNotification(app, ada.id)]
    expect(await respond(ada, id, 'decline')).toMatchObject(noReply)
    expect(await respond(ada, silent, 'accept')).toMatchObject(noReply)
    expect(await respond(ada, id, '')).toMatchObject(refusal(400, /^responseType/))
    expect(await ada.api.try('respondNotificationV2', { notificationId: id })).toMatchObject(
      refusal(400, /^responseType/),
    )
    expect(await changes(ada)).toEqual([])
  })

  it('dismisses the notification with the response delete', async () => {
    const id = await aNotification(app, ada.id, offer)
    expect(await respond(ada, id, 'delete')).toMatchObject({ status: 200, body: { id } })
    expect(await list()).toEqual([])
    expect((await changes(ada)).at(-1)).toEqual({ kind: 'deleted', type: 'moderation.notice', notificationIds: [id] })
  })

  it('sends a boop back to the sender of a boop', async () => {
    await befriend(ada, grace)
    await grace.api.call('boop', { userId: ada.id })
    const [boop] = await ada.api.call('getNotificationV2s')
    expect(await respond(ada, boop?.id ?? '', 'boop')).toMatchObject({ status: 200 })
    expect(await grace.api.call('getNotificationV2s')).toMatchObject([{ type: 'boop', senderUserId: ada.id }])
  })

  it('records no response if the responder refuses it, as for a former friend', async () => {
    await befriend(ada, grace)
    await grace.api.call('boop', { userId: ada.id })
    const [boop] = await ada.api.call('getNotificationV2s')
    await ada.api.call('unfriend', { userId: grace.id })
    expect(await respond(ada, boop?.id ?? '', 'boop')).toMatchObject(refusal(400, 'These users are not friends'))
    expect(await ada.api.call('getNotificationV2s')).toMatchObject([{ seen: false, responses: [{}, {}] }])
    expect(await respond(ada, boop?.id ?? '', 'delete')).toMatchObject({ status: 200 })
  })

  it('is for the receiver only', async () => {
    const id = await aNotification(app, ada.id, { ...offer, senderId: grace.id })
    for (const person of [grace, await anAdmin(app)])
      expect(await respond(person, id, 'accept')).toMatchObject(notFound)
    expect(await changes(ada)).toEqual([])
  })
})

describe('replyNotificationV2', () => {
  it('sends a reply to the sender, who can reply to it', async () => {
    const id = await aNotification(app, ada.id, question())
    expect(await reply(ada, id)).toMatchObject({ status: 200 })
    const [answer] = await grace.api.call('getNotificationV2s')
    expect(answer).toMatchObject({
      type: 'moderation.notice',
      senderUserId: ada.id,
      receiverUserId: grace.id,
      relatedNotificationsId: id,
      title: 'Re: Question',
      message: 'Answer',
      category: 'social',
    })
    const [seen] = await ada.api.call('getNotificationV2s')
    expect(seen).toMatchObject({ id, seen: true })
    expect(await changes(ada)).toEqual([
      { kind: 'responded', type: 'moderation.notice', notificationIds: [id, answer?.id] },
    ])
    expect(await reply(grace, answer?.id ?? '', { text: ' Thanks ' })).toMatchObject({ status: 200 })
    const [thanks] = await ada.api.call('getNotificationV2s', { query: { limit: '1' } })
    expect(thanks).toMatchObject({ relatedNotificationsId: answer?.id, title: 'Re: Question', message: 'Thanks' })
  })

  it('refuses notifications of the platform, and those without replies', async () => {
    const system = await aNotification(app, ada.id, { canReply: true })
    const silent = await aNotification(app, ada.id, { senderId: grace.id })
    for (const id of [system, silent]) expect(await reply(ada, id)).toMatchObject(noReply)
  })

  it('refuses a missing text and one that is too long', async () => {
    const id = await aNotification(app, ada.id, question())
    for (const body of [{}, { text: '  ' }, { text: 'x'.repeat(1_001) }, { text: 5 }])
      expect(await reply(ada, id, body)).toMatchObject(refusal(400, /^text/))
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
  })

  it('is for the receiver only', async () => {
    const id = await aNotification(app, ada.id, question())
    for (const person of [grace, await anAdmin(app)]) expect(await reply(person, id)).toMatchObject(notFound)
    expect(await reply(ada, newId('notification', new Date()))).toMatchObject(notFound)
  })

  it('is limited to 60 requests a minute', async () => {
    const id = await aNotification(app, ada.id, question())
    const { limits } = app.app.services
    for (let tries = 0; tries < 60; tries++)
      await limits.take({ name: 'notification-reply', points: 60, window: 60 }, ada.id)
    expect(await reply(ada, id)).toMatchObject({ status: 429 })
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
  })
})

describe('deleteNotificationV2', () => {
  it('dismisses the notification and appends a feed entry', async () => {
    const id = await aNotification(app, ada.id)
    const deleted = await ada.api.call('deleteNotificationV2', { notificationId: id })
    expect(deleted).toEqual(acknowledged('Notification cleared.'))
    expect(await list()).toEqual([])
    expect(await ada.api.try('deleteNotificationV2', { notificationId: id })).toMatchObject(notFound)
    expect(await changes(ada)).toEqual([{ kind: 'deleted', type: 'moderation.notice', notificationIds: [id] }])
  })

  it('refuses a notification that cannot be deleted', async () => {
    const id = await aNotification(app, ada.id, { canDelete: false })
    expect(await ada.api.try('deleteNotificationV2', { notificationId: id })).toMatchObject(
      refusal(400, 'This notification cannot be deleted!'),
    )
    expect(await list()).toEqual([id])
  })

  it('is for the receiver only', async () => {
    const id = await aNotification(app, ada.id, { senderId: grace.id })
    for (const person of [grace, await anAdmin(app)])
      expect(await person.api.try('deleteNotificationV2', { notificationId: id })).toMatchObject(notFound)
    expect(await list()).toEqual([id])
  })
})

describe('deleteAllNotificationV2s', () => {
  const cleared = acknowledged('Notifications cleared.')

  it('dismisses all notifications that can be deleted, with one feed entry', async () => {
    const gone = [
      await aNotification(app, ada.id),
      await aNotification(app, ada.id, { type: 'boop', senderId: grace.id }),
    ]
    const kept = await aNotification(app, ada.id, { canDelete: false })
    const legacy = await aNotification(app, ada.id, { type: 'invite', senderId: grace.id })
    const others = await aNotification(app, grace.id)
    expect(await ada.api.call('deleteAllNotificationV2s')).toEqual(cleared)
    expect(await list()).toEqual([kept])
    expect((await ada.api.call('getNotifications')).map(({ id }) => id)).toEqual([legacy])
    expect((await grace.api.call('getNotificationV2s')).map(({ id }) => id)).toEqual([others])
    expect(await changes(ada)).toEqual([{ kind: 'deleted', type: '', notificationIds: gone.toSorted() }])
  })

  it('appends no feed entry if there is no notification', async () => {
    expect(await ada.api.call('deleteAllNotificationV2s')).toEqual(cleared)
    expect(await changes(ada)).toEqual([])
  })
})
