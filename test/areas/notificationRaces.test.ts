import { beforeEach, describe, expect, it } from 'vitest'
import { eraseNotifications } from '../../src/areas/notifications/erasing.ts'
import { purgeExpiredNotifications } from '../../src/areas/notifications/jobs.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { befriend, between, feedOf } from '../support/friends.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const CROWD = 50
const repliable = { canReply: true, title: 'Question' } as const
const responses = [{ type: 'accept', data: 'yes', icon: 'check', text: 'Yes', textKey: null }] as const

/** How often each status was answered, when so many do the same at once. */
async function statusesOf(send: (at: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const answers = await atOnce(app, CROWD, send)
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const kindsOf = async ({ id }: Person) => (await feedOf(app, id)).map(({ kind }) => kind)

describe('fifty at once', () => {
  it('see it, and one entry tells of it', async () => {
    const notificationId = await tell(app, ada.id, { type: 'invite', senderId: grace.id })
    expect(await statusesOf(() => ada.api.try('markNotificationAsRead', { notificationId }))).toEqual({ 200: CROWD })
    expect(await kindsOf(ada)).toEqual(['created', 'seen'])
  })

  it('put it away, and one entry tells of it', async () => {
    const notificationId = await tell(app, ada.id, { type: 'invite', senderId: grace.id })
    const counts = await statusesOf(() => ada.api.try('deleteNotification', { notificationId }))
    expect((counts[200] ?? 0) + (counts[404] ?? 0)).toBe(CROWD)
    expect(counts[200]).toBeGreaterThan(0)
    expect(await kindsOf(ada)).toEqual(['created', 'deleted'])
  })

  it('clear the list, and one entry tells of all of it', async () => {
    for (let number = 0; number < 5; number++) await tell(app, ada.id, { type: 'message', senderId: grace.id })
    expect(await statusesOf(() => ada.api.try('clearNotifications'))).toEqual({ 200: CROWD })
    expect((await kindsOf(ada)).slice(5)).toEqual(['cleared'])
  })

  it('remove all of the second generation, and one entry tells of all of it', async () => {
    for (let number = 0; number < 5; number++) await tell(app, ada.id)
    expect(await statusesOf(() => ada.api.try('deleteAllNotificationV2s'))).toEqual({ 200: CROWD })
    expect((await kindsOf(ada)).slice(5)).toEqual(['deleted'])
  })

  it('answer it, and one answer counts', async () => {
    const notificationId = await tell(app, ada.id, { responses })
    const answer = { notificationId, body: { responseType: 'accept' } }
    const counts = await statusesOf(() => ada.api.try('respondNotificationV2', answer))
    expect(counts).toEqual({ 200: 1, 400: CROWD - 1 })
    expect(await kindsOf(ada)).toEqual(['created', 'responded'])
  })

  it('boop back, and one boop comes', async () => {
    await befriend(ada, grace)
    await grace.api.call('boop', { userId: ada.id })
    const boop = await app.scope().db.notification.findFirstOrThrow({ where: { receiverId: ada.id, type: 'boop' } })
    const answer = { notificationId: boop.id, body: { responseType: 'boop' } }
    const counts = await statusesOf(() => ada.api.try('respondNotificationV2', answer))
    expect(counts).toEqual({ 200: 1, 400: CROWD - 1 })
    expect(await app.scope().db.notification.count({ where: { receiverId: grace.id, type: 'boop' } })).toBe(1)
  })

  it('do everything to one notification, and none of it is a fault', async () => {
    const notificationId = await tell(app, ada.id, { ...repliable, senderId: grace.id, responses })
    const acts = [
      () => ada.api.try('acknowledgeNotificationV2', { notificationId }),
      () => ada.api.try('respondNotificationV2', { notificationId, body: { responseType: 'accept' } }),
      () => ada.api.try('replyNotificationV2', { notificationId, body: { text: 'here' } }),
      () => ada.api.try('deleteNotificationV2', { notificationId }),
      () => ada.api.try('deleteAllNotificationV2s'),
    ] as const
    const answers = await atOnce(app, CROWD, (at) => (acts[at % acts.length] ?? acts[0])())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    const kinds = await kindsOf(ada)
    expect(kinds.filter((kind) => kind === 'deleted')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('deleted')
  })

  it('accept, decline, see and clear a friend request, and none of it is a fault', async () => {
    const { id: notificationId } = await grace.api.call('friend', { userId: ada.id })
    const acts = [
      () => ada.api.try('deleteNotification', { notificationId }),
      () => ada.api.try('acceptFriendRequest', { notificationId }),
      () => ada.api.try('markNotificationAsRead', { notificationId }),
      () => ada.api.try('clearNotifications'),
    ] as const
    const answers = await atOnce(app, CROWD, (at) => (acts[at % acts.length] ?? acts[0])())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([])
    const { there } = await between(ada, grace)
    expect(there.isFriend).toBe(true)
    expect(await app.scope().db.notification.count({ where: { id: notificationId } })).toBe(0)
  })
})

describe('two at once', () => {
  it('boop each other back, and both boops come', async () => {
    await befriend(ada, grace)
    for (let round = 0; round < 10; round++) {
      await ada.api.call('boop', { userId: grace.id })
      await grace.api.call('boop', { userId: ada.id })
      const answers = await atOnce(app, 2, async (at) => {
        const person = at === 0 ? ada : grace
        const [boop] = await person.api.call('getNotificationV2s')
        const answer = { notificationId: boop?.id ?? '', body: { responseType: 'boop' } }
        return person.api.try('respondNotificationV2', answer)
      })
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      for (const person of [ada, grace]) await person.api.call('deleteAllNotificationV2s')
    }
  })

  it('write back, and erase whom it goes to: nothing is left to nobody', async () => {
    for (let round = 0; round < 10; round++) {
      const sender = await aUser(app)
      const notificationId = await tell(app, ada.id, { ...repliable, senderId: sender.id })
      const gone = () =>
        transact(app.scope(), async (open) => {
          await open.db.user.update({ where: { id: sender.id }, data: { erasedAt: open.now } })
          await eraseNotifications(open, sender.id)
          return { status: 200 }
        })
      const answers = await atOnce(app, 2, (at) =>
        at === 0 ? ada.api.try('replyNotificationV2', { notificationId, body: { text: 'here' } }) : gone(),
      )
      expect([200, 400, 404]).toContain(answers[0]?.status)
      const { db } = app.scope()
      expect(await db.notification.count({ where: { receiverId: sender.id } })).toBe(0)
      expect(await db.feedHead.count({ where: { userId: sender.id } })).toBe(0)
    }
  })

  it('purge what has just expired and see it: that is missing, and no fault', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 1_000)
    const ids = await Promise.all(Array.from({ length: 20 }, () => tell(app, ada.id, { expiresAt })))
    app.clock.advance(1_001)
    const answers = await atOnce(app, ids.length + 1, async (at) => {
      const notificationId = ids[at]
      if (notificationId) return ada.api.try('acknowledgeNotificationV2', { notificationId })
      await purgeExpiredNotifications(app.scope())
      return { status: 404 }
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  })
})
