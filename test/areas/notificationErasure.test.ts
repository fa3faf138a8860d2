import { describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { sendNotification } from '../../src/areas/notifications/broadcasts.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { feedOf } from '../support/friends.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'

const app = await anApp()
const DELAY = 15 * 86_400_000

async function erase({ api, id }: Person): Promise<void> {
  await api.call('deleteUser', { userId: id })
  const scope = app.scope()
  await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + DELAY) }, erasers)
}

describe('the erasure of an account', () => {
  it('takes what the person was told and what they have told others, who hear of it', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    await tell(app, gone.id, { type: 'invite', senderId: other.id })
    const { id: received } = await other.api.call('friend', { userId: gone.id })
    const sent = await tell(app, other.id, { senderId: gone.id })
    const kept = await tell(app, other.id)
    await erase(gone)
    const { db } = app.scope()
    expect(await db.notification.count({ where: { OR: [{ receiverId: gone.id }, { senderId: gone.id }] } })).toBe(0)
    expect(await db.feedEntry.count({ where: { userId: gone.id } })).toBe(0)
    expect(await db.feedHead.count({ where: { userId: gone.id } })).toBe(0)
    expect(await db.notification.count({ where: { id: received } })).toBe(0)
    expect((await other.api.call('getNotificationV2s')).map(({ id }) => id)).toEqual([kept])
    expect((await feedOf(app, other.id)).at(-1)).toEqual({
      kind: 'deleted',
      type: 'moderation.notice',
      notificationIds: [sent],
    })
  })

  it('says nothing of a friend request that was put away already', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    const { id } = await gone.api.call('friend', { userId: other.id })
    await other.api.call('deleteNotification', { notificationId: id })
    await erase(gone)
    expect((await feedOf(app, other.id)).map(({ kind }) => kind)).toEqual(['created', 'deleted'])
    expect(await app.scope().db.notification.count({ where: { id } })).toBe(0)
  })

  it('stops what an admin was sending', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    const scope = app.scope()
    const viewer = { id: gone.id, sessionId: newId('session', scope.now), admin: true, owes: [] }
    const message = { type: 'moderation.notice', title: 'Notice', message: 'Mind the gap' } as const
    const jobs = { send: async () => {} }
    const { id } = await sendNotification({ ...scope, jobs, viewer }, message, { receiverIds: [other.id] })
    await erase(gone)
    expect(await scope.db.broadcast.count({ where: { id } })).toBe(0)
  })

  it('takes hundreds that were sent, and each of their receivers hears of it', async () => {
    const gone = await aUser(app)
    const { db, now } = app.scope()
    const people = Array.from({ length: 500 }, () => newId('user', now))
    const named = people.map((id) => ({ id, username: id, usernameKey: id, displayName: id, displayNameKey: id }))
    await db.user.createMany({
      data: named.map((person) => ({ ...person, createdAt: now, updatedAt: now, currentAvatar: '' })),
    })
    const told = { type: 'moderation.notice', senderId: gone.id, createdAt: now, updatedAt: now }
    await db.notification.createMany({
      data: people.map((receiverId) => ({ ...told, receiverId, id: newId('notification', now) })),
    })
    await erase(gone)
    expect(await db.notification.count({ where: { senderId: gone.id } })).toBe(0)
    expect(await db.feedEntry.count({ where: { userId: { in: people }, kind: 'deleted' } })).toBe(people.length)
  })
})
