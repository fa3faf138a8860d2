import { beforeEach, describe, expect, it } from 'vitest'
import { purgeExpiredNotifications } from '../../../src/areas/notifications/feed/feed.ts'
import { eraseNotifications } from '../../../src/areas/notifications/withdraw.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { sharedClockApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { befriend, feedEntriesOf, friendStatusesOf } from '../../support/friends.ts'
import { aNotification } from '../../support/notifications.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const CROWD = 50
const repliable = { canReply: true, title: 'Question' } as const
const responses = [{ type: 'accept', data: 'yes', icon: 'check', text: 'Yes', textKey: null }] as const

/** Number of responses by status of concurrent requests. */
async function statusesOf(send: (at: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const answers = await runConcurrently(app, CROWD, send)
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const kindsOf = async ({ id }: TestUser) => (await feedEntriesOf(app, id)).map(({ kind }) => kind)

describe('fifty concurrent requests', () => {
  it('mark a notification as seen with one feed entry', async () => {
    const notificationId = await aNotification(app, ada.id, { type: 'invite', senderId: grace.id })
    expect(await statusesOf(() => ada.api.try('markNotificationAsRead', { notificationId }))).toEqual({ 200: CROWD })
    expect(await kindsOf(ada)).toEqual(['created', 'seen'])
  })

  it('dismiss a notification with one feed entry', async () => {
    const notificationId = await aNotification(app, ada.id, { type: 'invite', senderId: grace.id })
    const counts = await statusesOf(() => ada.api.try('deleteNotification', { notificationId }))
    expect((counts[200] ?? 0) + (counts[404] ?? 0)).toBe(CROWD)
    expect(counts[200]).toBeGreaterThan(0)
    expect(await kindsOf(ada)).toEqual(['created', 'deleted'])
  })

  it('clear the legacy list with one feed entry', async () => {
    for (let number = 0; number < 5; number++) await aNotification(app, ada.id, { type: 'message', senderId: grace.id })
    expect(await statusesOf(() => ada.api.try('clearNotifications'))).toEqual({ 200: CROWD })
    expect((await kindsOf(ada)).slice(5)).toEqual(['cleared'])
  })

  it('delete all notifications of version 2 with one feed entry', async () => {
    for (let number = 0; number < 5; number++) await aNotification(app, ada.id)
    expect(await statusesOf(() => ada.api.try('deleteAllNotificationV2s'))).toEqual({ 200: CROWD })
    expect((await kindsOf(ada)).slice(5)).toEqual(['deleted'])
  })

  it('respond to a notification once', async () => {
    const notificationId = await aNotification(app, ada.id, { responses })
    const answer = { notificationId, body: { responseType: 'accept' } }
    const counts = await statusesOf(() => ada.api.try('respondNotificationV2', answer))
    expect(counts).toEqual({ 200: 1, 400: CROWD - 1 })
    expect(await kindsOf(ada)).toEqual(['created', 'responded'])
  })

  it('send one boop back', async () => {
    await befriend(ada, grace)
    await grace.api.call('boop', { userId: ada.id })
    const boop = await app.scope().db.notification.findFirstOrThrow({ where: { receiverId: ada.id, type: 'boop' } })
    const answer = { notificationId: boop.id, body: { responseType: 'boop' } }
    const counts = await statusesOf(() => ada.api.try('respondNotificationV2', answer))
    expect(counts).toEqual({ 200: 1, 400: CROWD - 1 })
    expect(await app.scope().db.notification.count({ where: { receiverId: grace.id, type: 'boop' } })).toBe(1)
  })

  it('of all kinds change one notification without an internal error', async () => {
    const notificationId = await aNotification(app, ada.id, { ...repliable, senderId: grace.id, responses })
    const acts = [
      () => ada.api.try('acknowledgeNotificationV2', { notificationId }),
      () => ada.api.try('respondNotificationV2', { notificationId, body: { responseType: 'accept' } }),
      () => ada.api.try('replyNotificationV2', { notificationId, body: { text: 'here' } }),
      () => ada.api.try('deleteNotificationV2', { notificationId }),
      () => ada.api.try('deleteAllNotificationV2s'),
    ] as const
    const answers = await runConcurrently(app, CROWD, (at) => (acts[at % acts.length] ?? acts[0])())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    const kinds = await kindsOf(ada)
    expect(kinds.filter((kind) => kind === 'deleted')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('deleted')
  })

  it('accept, decline, see and clear a friend request without an internal error', async () => {
    const { id: notificationId } = await grace.api.call('friend', { userId: ada.id })
    const acts = [
      () => ada.api.try('deleteNotification', { notificationId }),
      () => ada.api.try('acceptFriendRequest', { notificationId }),
      () => ada.api.try('markNotificationAsRead', { notificationId }),
      () => ada.api.try('clearNotifications'),
    ] as const
    const answers = await runConcurrently(app, CROWD, (at) => (acts[at % acts.length] ?? acts[0])())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([])
    const { there } = await friendStatusesOf(ada, grace)
    expect(there.isFriend).toBe(true)
    expect(await app.scope().db.notification.count({ where: { id: notificationId } })).toBe(0)
  })
})

describe('two concurrent acts', () => {
  it('send boops back to each other', async () => {
    await befriend(ada, grace)
    for (let round = 0; round < rounds(10); round++) {
      await ada.api.call('boop', { userId: grace.id })
      await grace.api.call('boop', { userId: ada.id })
      const answers = await runConcurrently(app, 2, async (at) => {
        const person = at === 0 ? ada : grace
        const [boop] = await person.api.call('getNotificationV2s')
        const answer = { notificationId: boop?.id ?? '', body: { responseType: 'boop' } }
        return person.api.try('respondNotificationV2', answer)
      })
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      for (const person of [ada, grace]) await person.api.call('deleteAllNotificationV2s')
    }
  })

  it('reply, and erase the receiver of the reply, which leaves no notification', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const sender = await aUser(app)
      const notificationId = await aNotification(app, ada.id, { ...repliable, senderId: sender.id })
      const eraseSender = () =>
        transact(app.scope(), async (tx) => {
          await tx.db.user.update({ where: { id: sender.id }, data: { erasedAt: tx.now } })
          await eraseNotifications(tx, sender.id)
          return { status: 200 }
        })
      const answers = await runConcurrently(app, 2, (at) =>
        at === 0 ? ada.api.try('replyNotificationV2', { notificationId, body: { text: 'here' } }) : eraseSender(),
      )
      expect([200, 400, 404]).toContain(answers[0]?.status)
      const { db } = app.scope()
      expect(await db.notification.count({ where: { receiverId: sender.id } })).toBe(0)
      expect(await db.feedHead.count({ where: { userId: sender.id } })).toBe(0)
    }
  })

  it('purge expired notifications and mark them as seen, which finds nothing', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 1_000)
    const ids = await Promise.all(Array.from({ length: 20 }, () => aNotification(app, ada.id, { expiresAt })))
    app.clock.advance(1_001)
    const answers = await runConcurrently(app, ids.length + 1, async (at) => {
      const notificationId = ids[at]
      if (notificationId) return ada.api.try('acknowledgeNotificationV2', { notificationId })
      await purgeExpiredNotifications(app.scope())
      return { status: 404 }
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  })
})
