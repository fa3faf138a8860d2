import { beforeEach, describe, expect, it } from 'vitest'
import { type NotificationDraft, sendNotifications } from '../../../src/areas/notifications/send.ts'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { sharedClockApp } from '../../support/app.ts'
import { feedEntriesOf, friendStatusesOf } from '../../support/friends.ts'
import { countStatements } from '../../support/graphClient.ts'
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

const notFound = refusal(404, 'Notification not found')
const ok = { success: { message: 'Ok', status_code: 200 } }

const invite = (person: TestUser, more: object = {}) =>
  aNotification(app, person.id, { type: 'invite', senderId: grace.id, message: 'Come', ...more })
const list = async (query: Record<string, string> = {}) =>
  (await ada.api.call('getNotifications', { query })).map(({ id }) => id)
const ask = async (from: TestUser, to: TestUser) => (await from.api.call('friend', { userId: to.id })).id
const refusedList = (query: Record<string, string>) => ada.api.try('getNotifications', { query })

describe('getNotifications', () => {
  it('returns the legacy fields, with details as JSON in a string', async () => {
    const details = { worldId: 'wrld_1:2', worldName: 'Home' }
    const id = await invite(ada, { details })
    expect(await ada.api.call('getNotifications')).toEqual([
      {
        id,
        type: 'invite',
        senderUserId: grace.id,
        senderUsername: grace.username,
        message: 'Come',
        details: JSON.stringify(details),
        seen: false,
        created_at: expect.stringMatching(/^\d{4}-.*T.*\.\d{3}Z$/),
      },
    ])
  })

  it("has an empty object for empty details, and the platform's account as sender of its notifications", async () => {
    await aNotification(app, ada.id, { type: 'message' })
    expect(await ada.api.call('getNotifications')).toMatchObject([
      { details: '{}', senderUserId: PLATFORM_USER_ID, senderUsername: 'Plaza' },
    ])
  })

  it('lists the newest first, page by page', async () => {
    const ids: string[] = []
    for (let number = 0; number < 5; number++) {
      ids.unshift(await invite(ada))
      app.clock.advance(1_000)
    }
    expect(await list()).toEqual(ids)
    expect(await list({ n: '2' })).toEqual(ids.slice(0, 2))
    expect(await list({ n: '2', offset: '2' })).toEqual(ids.slice(2, 4))
    expect(await list({ n: '2', offset: '4' })).toEqual(ids.slice(4))
    expect(await list({ offset: '5' })).toEqual([])
  })

  it('lists only legacy types, and only own notifications', async () => {
    const boop = await aNotification(app, ada.id, { type: 'boop', senderId: grace.id })
    await aNotification(app, ada.id, { type: 'group.invite' })
    await invite(grace)
    expect(await list()).toEqual([boop])
  })

  it('ignores the type', async () => {
    const id = await invite(ada)
    expect(await list({ type: 'friendRequest' })).toEqual([id])
    expect(await list({ type: 'whatever', hidden: 'false', sent: 'false' })).toEqual([id])
  })

  it('refuses to list sent notifications', async () => {
    expect(await refusedList({ sent: 'true' })).toMatchObject(refusal(400, /^sent/))
    expect(await refusedList({ sent: 'perhaps' })).toMatchObject(refusal(400, /^sent/))
  })

  it('lists declined friend requests with hidden, and refuses other hidden types', async () => {
    const hidden = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: hidden })
    const other = await invite(ada)
    await ada.api.call('deleteNotification', { notificationId: other })
    await ask(await aUser(app), ada)
    expect(await list({ hidden: 'true', type: 'friendRequest' })).toEqual([hidden])
    expect(await refusedList({ hidden: 'true' })).toMatchObject(refusal(400, /^hidden/))
    expect(await refusedList({ hidden: 'true', type: 'invite' })).toMatchObject(refusal(400, /^hidden/))
    expect(await refusedList({ hidden: 'maybe' })).toMatchObject(refusal(400, /^hidden/))
  })

  it('lists notifications after a date or of the last five minutes, and all friend requests', async () => {
    const old = await invite(ada)
    app.clock.advance(1)
    const request = await ask(grace, ada)
    app.clock.advance(4 * MINUTE)
    const since = app.clock.now().toISOString()
    app.clock.advance(2 * MINUTE)
    const fresh = await invite(ada)
    expect(await list({ after: 'five_minutes_ago' })).toEqual([fresh, request])
    expect(await list({ after: since })).toEqual([fresh, request])
    expect(await list({ after: '2001-02-03' })).toEqual([fresh, request, old])
    app.clock.advance(6 * MINUTE)
    expect(await list({ after: 'five_minutes_ago' })).toEqual([request])
  })

  it.each([
    'yesterday',
    '',
    '5',
    'hello 5',
    '2021-13-01',
    '2021-01-01T25:00:00Z',
    '2021-01-01 and more',
    'ten_minutes_ago',
    '-000001-01-01T00:00:00Z',
    '0000-01-01',
    '+010000-01-01',
  ])('refuses a malformed date: %s', async (after) => {
    expect(await refusedList({ after })).toMatchObject(refusal(400, /^after/))
  })

  it('accepts a time in any zone, in UTC by default', async () => {
    const id = await invite(ada)
    const { createdAt } = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    const utc = (milliseconds: number) => new Date(createdAt.getTime() + milliseconds).toISOString()
    for (const before of [utc(-1), utc(-1).replace('Z', ''), utc(2 * 60 * MINUTE - 1).replace('Z', '+02:00')])
      expect(await list({ after: before })).toEqual([id])
    for (const same of [utc(0), utc(0).replace('Z', ''), utc(-2 * 60 * MINUTE).replace('Z', '-02:00')])
      expect(await list({ after: same })).toEqual([])
  })

  it('omits expired notifications', async () => {
    const id = await invite(ada, { expiresAt: new Date(app.clock.now().getTime() + MINUTE) })
    expect(await list()).toEqual([id])
    app.clock.advance(MINUTE + 1)
    expect(await list()).toEqual([])
    for (const operation of ['getNotification', 'markNotificationAsRead', 'deleteNotification'] as const)
      expect(await ada.api.try(operation, { notificationId: id })).toMatchObject(notFound)
  })

  it('needs as many statements for 3 notifications as for 60', async () => {
    const few = await grown(3)
    const many = await grown(57)
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(2)
  })
})

/** Sends further invites, and counts the statements of the list. */
async function grown(count: number): Promise<number> {
  for (let number = 0; number < count; number++) await invite(ada)
  return countStatements(app, () => ada.api.call('getNotifications'))
}

describe('getNotification', () => {
  it('reads own notifications, and declined friend requests', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('getNotification', { notificationId: id })).toMatchObject({ id, type: 'invite' })
    const request = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: request })
    expect(await ada.api.call('getNotification', { notificationId: request })).toMatchObject({ id: request })
  })

  it('refuses ids of others, of version 2, of dismissed notifications, and unknown or malformed ones', async () => {
    const [others, second, gone] = [await invite(grace), await aNotification(app, ada.id), await invite(ada)]
    await ada.api.call('deleteNotification', { notificationId: gone })
    for (const notificationId of [others, second, gone, newId('notification', new Date()), 'not_1', 'usr_1'])
      expect(await ada.api.try('getNotification', { notificationId })).toMatchObject(notFound)
  })
})

describe('markNotificationAsRead', () => {
  it('marks it as seen once, with one feed entry', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('markNotificationAsRead', { notificationId: id })).toMatchObject({ id, seen: true })
    const first = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    app.clock.advance(MINUTE)
    expect(await ada.api.call('markNotificationAsRead', { notificationId: id })).toMatchObject({ id, seen: true })
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toEqual(first)
    expect(await feedEntriesOf(app, ada.id)).toEqual([
      { kind: 'created', type: 'invite', notificationIds: [id] },
      { kind: 'seen', type: 'invite', notificationIds: [id] },
    ])
  })

  it('shortens the lifetime, and never lengthens it', async () => {
    const id = await invite(ada, { expiryAfterSeen: 900 })
    const soon = new Date(app.clock.now().getTime() + MINUTE)
    const short = await invite(ada, { expiryAfterSeen: 900, expiresAt: soon })
    app.clock.advance(30_000)
    for (const notificationId of [id, short]) await ada.api.call('markNotificationAsRead', { notificationId })
    app.clock.advance(MINUTE)
    expect(await list()).toEqual([id])
    app.clock.advance(13 * MINUTE)
    await ada.api.call('markNotificationAsRead', { notificationId: id })
    app.clock.advance(MINUTE)
    expect(await list()).toEqual([])
  })

  it('keeps notifications without an expiry', async () => {
    const id = await invite(ada)
    await ada.api.call('markNotificationAsRead', { notificationId: id })
    app.clock.advance(400 * 24 * 60 * MINUTE)
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toMatchObject({ expiresAt: null })
  })

  it('is for the receiver only', async () => {
    const id = await invite(ada)
    for (const person of [grace, await anAdmin(app)])
      expect(await person.api.try('markNotificationAsRead', { notificationId: id })).toMatchObject(notFound)
    expect(await ada.api.call('getNotification', { notificationId: id })).toMatchObject({ seen: false })
  })
})

describe('deleteNotification', () => {
  it('dismisses and returns it, with a feed entry', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('deleteNotification', { notificationId: id })).toMatchObject({ id, type: 'invite' })
    expect(await list()).toEqual([])
    expect(await ada.api.try('deleteNotification', { notificationId: id })).toMatchObject(notFound)
    expect((await feedEntriesOf(app, ada.id)).slice(1)).toEqual([
      { kind: 'deleted', type: 'invite', notificationIds: [id] },
    ])
  })

  it('declines a friend request without a feed entry for the sender; it can still be accepted', async () => {
    const id = await ask(grace, ada)
    expect(await ada.api.call('deleteNotification', { notificationId: id })).toMatchObject({ type: 'friendRequest' })
    expect(await list()).toEqual([])
    expect(await friendStatusesOf(ada, grace)).toMatchObject({ back: { outgoingRequest: true } })
    expect(await feedEntriesOf(app, grace.id)).toEqual([])
    await ada.api.call('acceptFriendRequest', { notificationId: id })
    expect(await friendStatusesOf(ada, grace)).toMatchObject({ there: { isFriend: true } })
    expect(await list({ hidden: 'true', type: 'friendRequest' })).toEqual([])
  })

  it('declines a friend request once, with one feed entry', async () => {
    const id = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: id })
    const { hiddenAt } = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    app.clock.advance(MINUTE)
    expect([200, 404]).toContain((await ada.api.try('deleteNotification', { notificationId: id })).status)
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toMatchObject({ hiddenAt })
    expect(await feedEntriesOf(app, ada.id)).toHaveLength(2)
  })

  it('is for the receiver alone: not for the sender, not for admins', async () => {
    const id = await ask(grace, ada)
    for (const person of [grace, await anAdmin(app)])
      expect(await person.api.try('deleteNotification', { notificationId: id })).toMatchObject(notFound)
    expect(await list()).toEqual([id])
  })
})

describe('clearNotifications', () => {
  it('dismisses all legacy notifications, with one feed entry', async () => {
    const ids = [
      await invite(ada),
      await ask(grace, ada),
      await aNotification(app, ada.id, { type: 'boop', senderId: grace.id }),
    ]
    const second = await aNotification(app, ada.id)
    const others = await invite(grace)
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect(await list()).toEqual([])
    expect((await ada.api.call('getNotificationV2s')).map(({ id }) => id)).toEqual([second])
    expect(await list({ hidden: 'true', type: 'friendRequest' })).toEqual([ids[1]])
    expect((await grace.api.call('getNotifications')).map(({ id }) => id)).toEqual([others])
    expect((await feedEntriesOf(app, ada.id)).slice(4)).toEqual([
      { kind: 'cleared', type: '', notificationIds: ids.toSorted() },
    ])
  })

  it('splits very many ids into several feed entries', async () => {
    const one: NotificationDraft = { type: 'message', receiverId: ada.id, senderId: grace.id }
    const rows = await transact(app.scope(), (tx) =>
      sendNotifications(
        tx,
        Array.from({ length: 2_100 }, () => one),
      ),
    )
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect(await list()).toEqual([])
    const entries = (await feedEntriesOf(app, ada.id)).filter(({ kind }) => kind === 'cleared')
    expect(entries.map(({ notificationIds }) => notificationIds.length)).toEqual([1_000, 1_000, 100])
    expect(entries.flatMap(({ notificationIds }) => notificationIds)).toEqual(rows.map(({ id }) => id).sort())
  })

  it('appends no feed entry if there is no notification', async () => {
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    const id = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: id })
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect((await feedEntriesOf(app, ada.id)).map(({ kind }) => kind)).toEqual(['created', 'deleted'])
  })
})
