import { beforeEach, describe, expect, it } from 'vitest'
import { type Draft, notify } from '../../src/areas/notifications/notifying.ts'
import { PLATFORM_USER_ID } from '../../src/areas/users/platformUser.ts'
import { newId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { between, feedOf } from '../support/friends.ts'
import { statementsOf } from '../support/graph.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const MINUTE = 60_000
const none = refusal(404, 'Notification not found')
const ok = { success: { message: 'Ok', status_code: 200 } }

const invite = (person: Person, more: object = {}) =>
  tell(app, person.id, { type: 'invite', senderId: grace.id, message: 'Come', ...more })
const list = async (query: Record<string, string> = {}) =>
  (await ada.api.call('getNotifications', { query })).map(({ id }) => id)
const ask = async (from: Person, to: Person) => (await from.api.call('friend', { userId: to.id })).id
const refusedList = (query: Record<string, string>) => ada.api.try('getNotifications', { query })

describe('getNotifications', () => {
  it('tells of a notification what legacy clients know, its details as JSON in a string', async () => {
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

  it("writes empty details as an empty object, and names the platform's own account where it speaks itself", async () => {
    await tell(app, ada.id, { type: 'message' })
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

  it('shows the types of its generation alone, and each person the own ones alone', async () => {
    const boop = await tell(app, ada.id, { type: 'boop', senderId: grace.id })
    await tell(app, ada.id, { type: 'group.invite' })
    await invite(grace)
    expect(await list()).toEqual([boop])
  })

  it('takes a type, which has no effect', async () => {
    const id = await invite(ada)
    expect(await list({ type: 'friendRequest' })).toEqual([id])
    expect(await list({ type: 'whatever', hidden: 'false', sent: 'false' })).toEqual([id])
  })

  it('refuses to list what was sent', async () => {
    expect(await refusedList({ sent: 'true' })).toMatchObject(refusal(400, /^sent/))
    expect(await refusedList({ sent: 'perhaps' })).toMatchObject(refusal(400, /^sent/))
  })

  it('lists hidden friend requests on demand, and refuses to list anything else that is hidden', async () => {
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

  it('lists what came after a date or in the last five minutes, and friend requests however old they are', async () => {
    const old = await invite(ada)
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

  it('takes a time in any zone, and in UTC where none is named', async () => {
    const id = await invite(ada)
    const { createdAt } = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    const utc = (milliseconds: number) => new Date(createdAt.getTime() + milliseconds).toISOString()
    for (const before of [utc(-1), utc(-1).replace('Z', ''), utc(2 * 60 * MINUTE - 1).replace('Z', '+02:00')])
      expect(await list({ after: before })).toEqual([id])
    for (const same of [utc(0), utc(0).replace('Z', ''), utc(-2 * 60 * MINUTE).replace('Z', '-02:00')])
      expect(await list({ after: same })).toEqual([])
  })

  it('leaves out what has expired', async () => {
    const id = await invite(ada, { expiresAt: new Date(app.clock.now().getTime() + MINUTE) })
    expect(await list()).toEqual([id])
    app.clock.advance(MINUTE + 1)
    expect(await list()).toEqual([])
    for (const operation of ['getNotification', 'markNotificationAsRead', 'deleteNotification'] as const)
      expect(await ada.api.try(operation, { notificationId: id })).toMatchObject(none)
  })

  it('asks the database as often for 3 as for 60', async () => {
    const few = await grown(3)
    const many = await grown(57)
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(2)
  })
})

/** How many statements it takes to list the notifications, when there are so many more. */
async function grown(count: number): Promise<number> {
  for (let number = 0; number < count; number++) await invite(ada)
  return statementsOf(app, () => ada.api.call('getNotifications'))
}

describe('getNotification', () => {
  it('reads an own one, and a friend request that was put away', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('getNotification', { notificationId: id })).toMatchObject({ id, type: 'invite' })
    const request = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: request })
    expect(await ada.api.call('getNotification', { notificationId: request })).toMatchObject({ id: request })
  })

  it('knows none of others, of the second generation, unknown, malformed or put away', async () => {
    const [others, second, gone] = [await invite(grace), await tell(app, ada.id), await invite(ada)]
    await ada.api.call('deleteNotification', { notificationId: gone })
    for (const notificationId of [others, second, gone, newId('notification', new Date()), 'not_1', 'usr_1'])
      expect(await ada.api.try('getNotification', { notificationId })).toMatchObject(none)
  })
})

describe('markNotificationAsRead', () => {
  it('marks it once, and tells of it once', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('markNotificationAsRead', { notificationId: id })).toMatchObject({ id, seen: true })
    const first = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    app.clock.advance(MINUTE)
    expect(await ada.api.call('markNotificationAsRead', { notificationId: id })).toMatchObject({ id, seen: true })
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toEqual(first)
    expect(await feedOf(app, ada.id)).toEqual([
      { kind: 'created', type: 'invite', notificationIds: [id] },
      { kind: 'seen', type: 'invite', notificationIds: [id] },
    ])
  })

  it('starts the time that is left once it was seen, and never lengthens it', async () => {
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

  it('leaves alone what has no end, though it was seen', async () => {
    const id = await invite(ada)
    await ada.api.call('markNotificationAsRead', { notificationId: id })
    app.clock.advance(400 * 24 * 60 * MINUTE)
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toMatchObject({ expiresAt: null })
  })

  it('is for the receiver alone', async () => {
    const id = await invite(ada)
    for (const person of [grace, await anAdmin(app)])
      expect(await person.api.try('markNotificationAsRead', { notificationId: id })).toMatchObject(none)
    expect(await ada.api.call('getNotification', { notificationId: id })).toMatchObject({ seen: false })
  })
})

describe('deleteNotification', () => {
  it('puts it away, answers it and tells of it', async () => {
    const id = await invite(ada)
    expect(await ada.api.call('deleteNotification', { notificationId: id })).toMatchObject({ id, type: 'invite' })
    expect(await list()).toEqual([])
    expect(await ada.api.try('deleteNotification', { notificationId: id })).toMatchObject(none)
    expect((await feedOf(app, ada.id)).slice(1)).toEqual([{ kind: 'deleted', type: 'invite', notificationIds: [id] }])
  })

  it('declines a friend request, of which the sender is told nothing; it can still be accepted', async () => {
    const id = await ask(grace, ada)
    expect(await ada.api.call('deleteNotification', { notificationId: id })).toMatchObject({ type: 'friendRequest' })
    expect(await list()).toEqual([])
    expect(await between(ada, grace)).toMatchObject({ back: { outgoingRequest: true } })
    expect(await feedOf(app, grace.id)).toEqual([])
    await ada.api.call('acceptFriendRequest', { notificationId: id })
    expect(await between(ada, grace)).toMatchObject({ there: { isFriend: true } })
    expect(await list({ hidden: 'true', type: 'friendRequest' })).toEqual([])
  })

  it('declines a friend request once, and tells of it once', async () => {
    const id = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: id })
    const { hiddenAt } = await app.scope().db.notification.findUniqueOrThrow({ where: { id } })
    app.clock.advance(MINUTE)
    expect([200, 404]).toContain((await ada.api.try('deleteNotification', { notificationId: id })).status)
    expect(await app.scope().db.notification.findUniqueOrThrow({ where: { id } })).toMatchObject({ hiddenAt })
    expect(await feedOf(app, ada.id)).toHaveLength(2)
  })

  it('is for the receiver alone: not for the sender, not for admins', async () => {
    const id = await ask(grace, ada)
    for (const person of [grace, await anAdmin(app)])
      expect(await person.api.try('deleteNotification', { notificationId: id })).toMatchObject(none)
    expect(await list()).toEqual([id])
  })
})

describe('clearNotifications', () => {
  it('puts all of the legacy generation away, and tells of them at once', async () => {
    const ids = [
      await invite(ada),
      await ask(grace, ada),
      await tell(app, ada.id, { type: 'boop', senderId: grace.id }),
    ]
    const second = await tell(app, ada.id)
    const others = await invite(grace)
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect(await list()).toEqual([])
    expect((await ada.api.call('getNotificationV2s')).map(({ id }) => id)).toEqual([second])
    expect(await list({ hidden: 'true', type: 'friendRequest' })).toEqual([ids[1]])
    expect((await grace.api.call('getNotifications')).map(({ id }) => id)).toEqual([others])
    expect((await feedOf(app, ada.id)).slice(4)).toEqual([
      { kind: 'cleared', type: '', notificationIds: ids.toSorted() },
    ])
  })

  it('tells of very many in several entries, none of which is too long', async () => {
    const one: Draft = { type: 'message', receiverId: ada.id, senderId: grace.id }
    const rows = await transact(app.scope(), (open) =>
      notify(
        open,
        Array.from({ length: 2_100 }, () => one),
      ),
    )
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect(await list()).toEqual([])
    const told = (await feedOf(app, ada.id)).filter(({ kind }) => kind === 'cleared')
    expect(told.map(({ notificationIds }) => notificationIds.length)).toEqual([1_000, 1_000, 100])
    expect(told.flatMap(({ notificationIds }) => notificationIds)).toEqual(rows.map(({ id }) => id).sort())
  })

  it('tells of nothing where there was nothing', async () => {
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    const id = await ask(grace, ada)
    await ada.api.call('deleteNotification', { notificationId: id })
    expect(await ada.api.call('clearNotifications')).toEqual(ok)
    expect((await feedOf(app, ada.id)).map(({ kind }) => kind)).toEqual(['created', 'deleted'])
  })
})
