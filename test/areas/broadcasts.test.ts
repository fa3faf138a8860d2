import { beforeEach, describe, expect, it } from 'vitest'
import {
  deliverBatch,
  deliverBroadcasts,
  type Receivers,
  sendNotification,
} from '../../src/areas/notifications/broadcasts.ts'
import { notificationJobs, purgeExpiredNotifications } from '../../src/areas/notifications/jobs.ts'
import { PLATFORM_USER_ID } from '../../src/areas/users/platformUser.ts'
import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { Scope, SignedScope } from '../../src/kernel/scope.ts'
import { anApp } from '../support/app.ts'
import { feedOf } from '../support/friends.ts'
import { aGraph } from '../support/graph.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'

const app = await anApp()
let admin: Person
beforeEach(async () => {
  admin = await anAdmin(app)
})

const MESSAGE = { type: 'event.announcement', title: 'Feast', message: 'Come all' } as const
const DAY = 86_400_000

const asAdmin = (person = admin, more: Partial<Scope> = {}): SignedScope => {
  const scope = app.scope()
  return { ...scope, ...more, viewer: { id: person.id, sessionId: newId('session', scope.now), admin: true, owes: [] } }
}
const send = async (to: Receivers, more: object = {}) =>
  (await sendNotification(asAdmin(), { ...MESSAGE, ...more }, to)).id
const standing = (id: string) => app.scope().db.broadcast.findUniqueOrThrow({ where: { id } })

/** How many notifications of this broadcast each of these people has. */
async function had(id: string, people: readonly string[]): Promise<number[]> {
  const { db } = app.scope()
  const rows = await db.notification.findMany({ where: { data: { path: ['broadcastId'], equals: id } } })
  return people.map((person) => rows.filter(({ receiverId }) => receiverId === person).length)
}

/** So many people, made behind the doors. */
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
    expect(await standing(id)).toMatchObject({ sent: 2, finishedAt: expect.any(Date), senderId: admin.id })
    const [told] = await one.api.call('getNotificationV2s')
    expect(told).toMatchObject({ ...MESSAGE, isSystem: true, senderUserId: PLATFORM_USER_ID, canDelete: true })
    expect(await feedOf(app, one.id)).toEqual([{ kind: 'created', type: MESSAGE.type, notificationIds: [told?.id] }])
    expect(await deliverBroadcasts(app.scope())).toBe(0)
  })

  it('carries everything that was said, and the admin as sender where a reply is wanted', async () => {
    const person = await aUser(app)
    const expiresAt = new Date(app.clock.now().getTime() + DAY)
    const said = {
      category: 'event',
      imageUrl: 'https://plaza.test/a.png',
      link: 'event:1',
      linkText: 'See',
      canDelete: false,
      requireSeen: true,
    }
    await send({ receiverIds: [person.id] }, { ...said, canReply: true, expiresAt })
    await deliverBroadcasts(app.scope())
    const [told] = await person.api.call('getNotificationV2s')
    expect(told).toMatchObject({ ...said, senderUserId: admin.id, isSystem: false, expiresAt: expiresAt.toISOString() })
    await person.api.call('replyNotificationV2', { notificationId: told?.id ?? '', body: { text: 'I will' } })
    expect(await admin.api.call('getNotificationV2s')).toMatchObject([{ message: 'I will', senderUserId: person.id }])
  })

  it('reaches everybody who is there, but neither the erased nor the platform nor who comes later', async () => {
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

  it('is told at the time it is delivered, however long that takes', async () => {
    const person = await aUser(app)
    await send({ receiverIds: [person.id] })
    const begun = app.scope()
    app.clock.advance(DAY)
    await deliverBroadcasts(begun)
    const [told] = await person.api.call('getNotificationV2s')
    expect(Date.parse(told?.createdAt ?? '')).toBeGreaterThanOrEqual(begun.now.getTime() + DAY)
  })

  it('to nobody who exists is done with at once', async () => {
    const id = await send({ receiverIds: [newId('user', new Date()), PLATFORM_USER_ID] })
    expect(await deliverBroadcasts(app.scope())).toBe(0)
    expect(await standing(id)).toMatchObject({ sent: 0, finishedAt: expect.any(Date) })
  })

  it('is for admins alone, and must have receivers', async () => {
    const person = await aUser(app)
    const scope = { ...asAdmin(person), viewer: { ...asAdmin(person).viewer, admin: false } }
    await expect(sendNotification(scope, MESSAGE, { everybody: true })).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(send({ receiverIds: [] })).rejects.toMatchObject({ kind: 'invalid', field: 'receiverIds' })
    expect(await app.scope().db.broadcast.count({ where: { senderId: person.id } })).toBe(0)
  })

  it('asks for its job; where that fails, it stands all the same and waits for the schedule', async () => {
    const { id: receiver } = await aUser(app)
    const asked: string[] = []
    const jobs = { send: async (name: string) => void asked.push(name) }
    await sendNotification(asAdmin(admin, { jobs }), MESSAGE, { receiverIds: [receiver] })
    expect(asked).toEqual(['deliver-broadcasts'])
    expect(notificationJobs.map(({ name }) => name)).toContain('deliver-broadcasts')
    const broken = { send: async () => Promise.reject(new Error('no queue')) }
    const { id } = await sendNotification(asAdmin(admin, { jobs: broken }), MESSAGE, { receiverIds: [receiver] })
    await deliverBroadcasts(app.scope())
    expect(await had(id, [receiver])).toEqual([1])
  })
})

it('is delivered by a server that runs jobs, at once', async () => {
  const server = await anApp({ JOBS: 'on' })
  const [sender, receiver] = [await anAdmin(server), await aUser(server)]
  const query = `mutation { sendNotification(input: {
    receiverIds: ["${receiver.id}"], type: "moderation.notice", title: "Notice", message: "Mind the gap"
  }) { id } }`
  expect((await aGraph(server, sender.api).send(query)).errors).toBeUndefined()
  await expect.poll(() => receiver.api.call('getNotificationV2s'), { timeout: 10_000 }).toHaveLength(1)
})

describe('a broadcast to many', () => {
  const CROWD = 1_100

  it('goes on where it was killed: between two batches, and within one', async () => {
    const people = await aCrowd(CROWD)
    const id = await send({ receiverIds: people })
    expect(await deliverBatch(app.scope(), id)).toBe(500)
    expect(await standing(id)).toMatchObject({ sent: 500, finishedAt: null })
    await expect(deliverBatch(dying(), id)).rejects.toThrow('killed')
    expect(await standing(id)).toMatchObject({ sent: 500, finishedAt: null })
    expect(await deliverBroadcasts(app.scope())).toBe(CROWD - 500)
    expect(await had(id, people)).toEqual(once(people))
    const heads = await app.scope().db.feedHead.findMany({ where: { userId: { in: people } } })
    expect(heads.map(({ seq }) => seq)).toEqual(people.map(() => 1n))
  })

  it('is told to nobody twice by two servers at once', async () => {
    const people = await aCrowd(CROWD)
    const id = await send({ receiverIds: people })
    const counts = await atOnce(app, 2, () => deliverBroadcasts(app.scope()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CROWD)
    expect(await had(id, people)).toEqual(once(people))
    expect(await standing(id)).toMatchObject({ sent: CROWD, finishedAt: expect.any(Date) })
  })
})

/** A server that dies before it can commit. */
function dying(): Scope {
  const scope = app.scope()
  return { ...scope, events: { ...scope.events, stage: () => Promise.reject(new Error('killed')) } }
}

describe('the purge', () => {
  it('takes away what has expired or was put away, and leaves what means something still', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await tell(app, person.id, { expiresAt: new Date(app.clock.now().getTime() + 1_000) })
    const gone = await tell(app, person.id, { type: 'requestInvite', senderId: other.id })
    const soon = new Date(app.clock.now().getTime() + DAY)
    const invite = await tell(app, person.id, { type: 'invite', senderId: other.id, expiresAt: soon })
    for (const notificationId of [gone, invite]) await person.api.call('deleteNotification', { notificationId })
    const { id: declined } = await other.api.call('friend', { userId: person.id })
    await person.api.call('deleteNotification', { notificationId: declined })
    const [kept, legacy] = [await tell(app, person.id), await tell(app, person.id, { type: 'invite' })]
    app.clock.advance(1_001)
    await purgeExpiredNotifications(app.scope())
    const { db } = app.scope()
    const left = await db.notification.findMany({ where: { receiverId: person.id } })
    expect(left.map(({ id }) => id).sort()).toEqual([invite, declined, kept, legacy].sort())
    app.clock.advance(DAY)
    await purgeExpiredNotifications(app.scope())
    expect(await db.notification.count({ where: { id: invite } })).toBe(0)
  })

  it('keeps feeds for seven days and an hour, and their numbers for ever', async () => {
    const person = await aUser(app)
    await tell(app, person.id)
    app.clock.advance(7 * DAY)
    await purgeExpiredNotifications(app.scope())
    expect(await feedOf(app, person.id)).toHaveLength(1)
    await tell(app, person.id)
    app.clock.advance(3_600_001)
    await purgeExpiredNotifications(app.scope())
    expect(await feedOf(app, person.id)).toHaveLength(1)
    await tell(app, person.id)
    expect(await app.scope().db.feedHead.findUnique({ where: { userId: person.id } })).toMatchObject({ seq: 3n })
  })
})
