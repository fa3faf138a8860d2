import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { sendBroadcast } from '../../../src/areas/notifications/broadcasts.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { feedEntriesOf } from '../../support/friends.ts'
import { aNotification } from '../../support/notifications.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const DELAY = 15 * 86_400_000

async function erase({ api, id }: TestUser): Promise<void> {
  await api.call('deleteUser', { userId: id })
  const scope = app.scope()
  await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + DELAY) }, erasers)
}

describe('the erasure of an account', () => {
  it('deletes notifications that the person has received or sent, and appends the latter to the feeds of others', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    await aNotification(app, gone.id, { type: 'invite', senderId: other.id })
    const { id: received } = await other.api.call('friend', { userId: gone.id })
    const sent = await aNotification(app, other.id, { senderId: gone.id })
    const kept = await aNotification(app, other.id)
    await erase(gone)
    const { db } = app.scope()
    expect(await db.notification.count({ where: { OR: [{ receiverId: gone.id }, { senderId: gone.id }] } })).toBe(0)
    expect(await db.feedEntry.count({ where: { userId: gone.id } })).toBe(0)
    expect(await db.feedHead.count({ where: { userId: gone.id } })).toBe(0)
    expect(await db.notification.count({ where: { id: received } })).toBe(0)
    expect((await other.api.call('getNotificationV2s')).map(({ id }) => id)).toEqual([kept])
    expect((await feedEntriesOf(app, other.id)).at(-1)).toEqual({
      kind: 'deleted',
      type: 'moderation.notice',
      notificationIds: [sent],
    })
  })

  it('appends nothing to the feed for a friend request that was declined', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    const { id } = await gone.api.call('friend', { userId: other.id })
    await other.api.call('deleteNotification', { notificationId: id })
    await erase(gone)
    expect((await feedEntriesOf(app, other.id)).map(({ kind }) => kind)).toEqual(['created', 'deleted'])
    expect(await app.scope().db.notification.count({ where: { id } })).toBe(0)
  })

  it('deletes the unfinished broadcasts of an admin', async () => {
    const [gone, other] = [await aUser(app), await aUser(app)]
    const scope = viewerScopeOf(app, gone, { admin: true })
    const message = { type: 'moderation.notice', title: 'Notice', message: 'Mind the gap' } as const
    const jobs = { send: async () => {} }
    const { id } = await sendBroadcast({ ...scope, jobs }, message, { receiverIds: [other.id] })
    await erase(gone)
    expect(await scope.db.broadcast.count({ where: { id } })).toBe(0)
  })

  it('deletes hundreds of notifications that were sent, with a feed entry for each receiver', async () => {
    const gone = await aUser(app)
    const { db, now } = app.scope()
    const people = Array.from({ length: 500 }, () => newId('user', now))
    const names = people.map((id) => ({ id, username: id, usernameKey: id, displayName: id, displayNameKey: id }))
    await db.user.createMany({
      data: names.map((person) => ({ ...person, createdAt: now, updatedAt: now, currentAvatar: '' })),
    })
    const row = { type: 'moderation.notice', senderId: gone.id, createdAt: now, updatedAt: now }
    await db.notification.createMany({
      data: people.map((receiverId) => ({ ...row, receiverId, id: newId('notification', now) })),
    })
    await erase(gone)
    expect(await db.notification.count({ where: { senderId: gone.id } })).toBe(0)
    expect(await db.feedEntry.count({ where: { userId: { in: people }, kind: 'deleted' } })).toBe(people.length)
  })
})
