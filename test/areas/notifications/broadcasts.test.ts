import { beforeEach, describe, expect, it } from 'vitest'
import { jobs as scheduledJobs } from '../../../src/areas/index.ts'
import {
  type BroadcastReceivers,
  deliverBatch,
  deliverBroadcasts,
  sendBroadcast,
} from '../../../src/areas/notifications/broadcasts.ts'
import { purgeExpiredNotifications } from '../../../src/areas/notifications/feed/feed.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { newId, PLATFORM_USER_ID, type UserId } from '../../../src/kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../src/kernel/scope.ts'
import { anApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { feedEntriesOf } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aNotification } from '../../support/notifications.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
let admin: TestUser
beforeEach(async () => {
  admin = await anAdmin(app)
})

const MESSAGE = { type: 'event.announcement', title: 'Feast', message: 'Come all' } as const

const asAdmin = (person = admin, more: Partial<Omit<Scope, 'viewer'>> = {}): ViewerScope => ({
  ...viewerScopeOf(app, person, { admin: true }),
  ...more,
})
const send = async (to: BroadcastReceivers, more: object = {}) =>
  (await sendBroadcast(asAdmin(), { ...MESSAGE, ...more }, to)).id
const broadcastRow = (id: string) => app.scope().db.broadcast.findUniqueOrThrow({ where: { id } })

/** Number of notifications of a broadcast by receiver. */
async function had(id: string, people: readonly string[]): Promise<number[]> {
  const { db } = app.scope()
  const rows = await db.notification.findMany({ where: { data: { path: ['broadcastId'], equals: id } } })
  return people.map((person) => rows.filter(({ receiverId }) => receiverId === person).length)
}

/** Inserts people into the database. */
async function aCrowd(size: number): Promise<UserId[]> {
  const { db, now } = app.scope()
  const ids = Array.from({ length: size }, () => newId('user', now))
  const data = ids.map((id) => {
    const names = { username: id, usernameKey: id, displayName: id, displayNameKey: id }
    return { id, ...names, createdAt: now, updatedAt: now, currentAvatar: '' }
  })
  await db.user.createMany({ data })
  return ids
}

const once = (people: readonly unknown[]) => people.map(() => 1)

describe('a broadcast', () => {
  it('reaches some people, each once however often they are named, and their feeds', async () => {
    const [one, other, third] = [await aUser(app), await aUser(app), await aUser(app)]
    const id = await send({ receiverIds: [one.id, other.id, one.id] })
    expect(await had(id, [one.id])).toEqual([0])
    expect(await deliverBroadcasts(app.scope())).toBe(2)
    expect(await had(id, [one.id, other.id, third.id])).toEqual([1, 1, 0])
    expect(await broadcastRow(id)).toMatchObject({ sent: 2, finishedAt: expect.any(Date), senderId: admin.id })
    const [notification] = await one.api.call('getNotificationV2s')
    expect(notification).toMatchObject({ ...MESSAGE, isSystem: true, senderUserId: PLATFORM_USER_ID, canDelete: true })
    expect(await feedEntriesOf(app, one.id)).toEqual([
      { kind: 'created', type: MESSAGE.type, notificationIds: [notification?.id] },
    ])
    expect(await deliverBroadcasts(app.scope())).toBe(0)
  })

  it('sends all fields, with the admin as sender if receivers can reply', async () => {
    const person = await aUser(app)
    const expiresAt = new Date(app.clock.now().getTime() + DAY)
    const fields = {
      category: 'event',
      imageUrl: 'https://plaza.test/a.png',
      link: 'event:1',
      linkText: 'See',
      canDelete: false,
      requireSeen: true,
    }
    await send({ receiverIds: [person.id] }, { ...fields, canReply: true, expiresAt })
    await deliverBroadcasts(app.scope())
    const [notification] = await person.api.call('getNotificationV2s')
    expect(notification).toMatchObject({
      ...fields,
      senderUserId: admin.id,
      isSystem: false,
      expiresAt: expiresAt.toISOString(),
    })
    await person.api.call('replyNotificationV2', { notificationId: notification?.id ?? '', body: { text: 'I will' } })
    expect(await admin.api.call('getNotificationV2s')).toMatchObject([{ message: 'I will', senderUserId: person.id }])
  })

  it('reaches everybody except erased people, the platform and people who register later', async () => {
    const people = await aCrowd(20)
    const gone = (await aCrowd(1))[0] ?? ''
    await app.scope().db.user.update({ where: { id: gone }, data: { erasedAt: new Date() } })
    const id = await send({ everybody: true })
    app.clock.advance(1_000)
    const late = await aCrowd(1)
    await deliverBroadcasts(app.scope())
    expect(await had(id, people)).toEqual(once(people))
    expect(await had(id, [gone, PLATFORM_USER_ID, ...late])).toEqual([0, 0, 0])
  })

  it('has the time of its delivery', async () => {
    const person = await aUser(app)
    await send({ receiverIds: [person.id] })
    const begun = app.scope()
    app.clock.advance(DAY)
    await deliverBroadcasts(begun)
    const [notification] = await person.api.call('getNotificationV2s')
    expect(Date.parse(notification?.createdAt ?? '')).toBeGreaterThanOrEqual(begun.now.getTime() + DAY)
  })

  it('without existing receivers is finished by the next run', async () => {
    const id = await send({ receiverIds: [newId('user', new Date()), PLATFORM_USER_ID] })
    expect(await deliverBroadcasts(app.scope())).toBe(0)
    expect(await broadcastRow(id)).toMatchObject({ sent: 0, finishedAt: expect.any(Date) })
  })

  it('is for admins only, and needs receivers', async () => {
    const person = await aUser(app)
    const scope = { ...asAdmin(person), viewer: { ...asAdmin(person).viewer, admin: false } }
    await expect(sendBroadcast(scope, MESSAGE, { everybody: true })).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(send({ receiverIds: [] })).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: ['receiverIds'] }],
    })
    expect(await app.scope().db.broadcast.count({ where: { senderId: person.id } })).toBe(0)
  })

  it('requests its job; if that fails, it is delivered by the schedule', async () => {
    const { id: receiver } = await aUser(app)
    const requested: string[] = []
    const jobs = { send: async (name: string) => void requested.push(name) }
    await sendBroadcast(asAdmin(admin, { jobs }), MESSAGE, { receiverIds: [receiver] })
    expect(requested).toEqual(['deliver-broadcasts'])
    expect(scheduledJobs.map(({ name }) => name)).toContain('deliver-broadcasts')
    const broken = { send: async () => Promise.reject(new Error('no queue')) }
    const { id } = await sendBroadcast(asAdmin(admin, { jobs: broken }), MESSAGE, { receiverIds: [receiver] })
    await deliverBroadcasts(app.scope())
    expect(await had(id, [receiver])).toEqual([1])
  })
})

it('a server that runs jobs delivers a broadcast at once', async () => {
  const server = await anApp({ JOBS: 'on' })
  const [sender, receiver] = [await anAdmin(server), await aUser(server)]
  const query = `mutation { sendNotification(input: {
    receiverIds: ["${receiver.id}"], type: MODERATION_NOTICE, title: "Notice", message: "Mind the gap"
  }) { broadcast { id } } }`
  expect((await aGraphClient(server, sender.api).send(query)).errors).toBeUndefined()
  await expect.poll(() => receiver.api.call('getNotificationV2s')).toHaveLength(1)
})

describe('a broadcast to many', () => {
  const CROWD = 1_100

  it('continues after a crash between two batches or within one', async () => {
    const people = await aCrowd(CROWD)
    const id = await send({ receiverIds: people })
    expect(await deliverBatch(app.scope(), id)).toBe(500)
    expect(await broadcastRow(id)).toMatchObject({ sent: 500, finishedAt: null })
    await expect(deliverBatch(crashingScope(), id)).rejects.toThrow('killed')
    expect(await broadcastRow(id)).toMatchObject({ sent: 500, finishedAt: null })
    expect(await deliverBroadcasts(app.scope())).toBe(CROWD - 500)
    expect(await had(id, people)).toEqual(once(people))
    const heads = await app.scope().db.feedHead.findMany({ where: { userId: { in: people } } })
    expect(heads.map(({ seq }) => seq)).toEqual(people.map(() => 1n))
  })

  it('is delivered once to each receiver by two servers at once', async () => {
    const people = await aCrowd(CROWD)
    const id = await send({ receiverIds: people })
    const counts = await runConcurrently(app, 2, () => deliverBroadcasts(app.scope()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CROWD)
    expect(await had(id, people)).toEqual(once(people))
    expect(await broadcastRow(id)).toMatchObject({ sent: CROWD, finishedAt: expect.any(Date) })
  })
})

/** The scope of a server that crashes before it commits. */
function crashingScope(): Scope {
  const scope = app.scope()
  const stage = () => {
    throw new Error('killed')
  }
  return { ...scope, events: { ...scope.events, stage } }
}

describe('purgeExpiredNotifications', () => {
  it('deletes expired and dismissed notifications, except those that are still in force', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await aNotification(app, person.id, { expiresAt: new Date(app.clock.now().getTime() + 1_000) })
    const gone = await aNotification(app, person.id, { type: 'boop', senderId: other.id })
    const soon = new Date(app.clock.now().getTime() + DAY)
    const invite = await aNotification(app, person.id, { type: 'invite', senderId: other.id, expiresAt: soon })
    // Its sender does not learn from what is left that it was dismissed.
    const request = await aNotification(app, person.id, { type: 'requestInvite', senderId: other.id, expiresAt: soon })
    for (const notificationId of [gone, invite, request])
      await person.api.call('deleteNotification', { notificationId })
    const { id: declined } = await other.api.call('friend', { userId: person.id })
    await person.api.call('deleteNotification', { notificationId: declined })
    const [kept, legacy] = [
      await aNotification(app, person.id),
      await aNotification(app, person.id, { type: 'invite' }),
    ]
    app.clock.advance(1_001)
    await purgeExpiredNotifications(app.scope())
    const { db } = app.scope()
    const left = await db.notification.findMany({ where: { receiverId: person.id } })
    expect(left.map(({ id }) => id).sort()).toEqual([invite, request, declined, kept, legacy].sort())
    app.clock.advance(DAY)
    await purgeExpiredNotifications(app.scope())
    expect(await db.notification.count({ where: { id: { in: [invite, request] } } })).toBe(0)
  })
})
