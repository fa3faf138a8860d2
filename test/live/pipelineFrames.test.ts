import { beforeAll, describe, expect, test } from 'vitest'
import { appendToFeeds } from '../../src/areas/notifications/feed.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFriendOf, befriend, comeActive, letPass } from '../support/friends.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { aPipeline, type PipelineSocket } from './pipeline.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const NOTIFICATION = ['notification', 'response-notification', 'see-notification', 'hide-notification']
const V2 = ['notification-v2', 'notification-v2-update', 'notification-v2-delete', 'clear-notification']

/** What is told of notifications, in its order. */
const ofNotifications = (line: PipelineSocket) => line.of(...NOTIFICATION, ...V2)

describe('what is told of notifications of the legacy generation', () => {
  test('notification: a friend request as it came, its details an object', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aPipeline(app, ada)
    const { id } = await bob.api.call('friend', { userId: ada.id })
    expect(await line.next('notification')).toEqual({
      id,
      type: 'friendRequest',
      senderUserId: bob.id,
      senderUsername: bob.username,
      receiverUserId: ada.id,
      message: '',
      details: {},
      created_at: DATE,
    })
    await line.close()
  })

  test('see-notification, hide-notification: the id, as JSON in the JSON', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aPipeline(app, ada)
    const { id: notificationId } = await bob.api.call('friend', { userId: ada.id })
    await ada.api.call('markNotificationAsRead', { notificationId })
    await ada.api.call('deleteNotification', { notificationId })
    await line.next('hide-notification')
    expect(line.raw.slice(-2)).toEqual([
      JSON.stringify({ type: 'see-notification', content: `"${notificationId}"` }),
      JSON.stringify({ type: 'hide-notification', content: `"${notificationId}"` }),
    ])
    await line.close()
  })

  test('hide-notification: of a friend request that is taken back or accepted', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aPipeline(app, ada)
    const { id: first } = await bob.api.call('friend', { userId: ada.id })
    await bob.api.call('deleteFriendRequest', { userId: ada.id })
    expect(await line.next('hide-notification')).toBe(first)
    const { id: second } = await bob.api.call('friend', { userId: ada.id })
    await ada.api.call('acceptFriendRequest', { notificationId: second })
    expect(await line.next('hide-notification', 2)).toBe(second)
    await line.close()
  })

  test('clear-notification: without a content', async () => {
    const ada = await aUser(app)
    const id = await tell(app, ada.id, { type: 'message' })
    const line = await aPipeline(app, ada)
    await ada.api.call('clearNotifications')
    expect(await line.next('notification-v2-delete')).toEqual({ ids: [id], version: 2 })
    expect(line.raw[0]).toBe('{"type":"clear-notification"}')
    await line.close()
  })
})

describe('what is told of notifications of the second generation', () => {
  test('notification-v2, its update when it is seen, and its end', async () => {
    const ada = await aUser(app)
    const line = await aPipeline(app, ada)
    const notificationId = await tell(app, ada.id, { title: 'Notice', message: 'Mind the step', category: 'system' })
    await ada.api.call('acknowledgeNotificationV2', { notificationId })
    await ada.api.call('deleteNotificationV2', { notificationId })
    await line.next('notification-v2-delete')
    expect(ofNotifications(line)).toEqual([
      {
        type: 'notification-v2',
        content: expect.objectContaining({
          id: notificationId,
          version: 2,
          type: 'moderation.notice',
          category: 'system',
          isSystem: true,
          receiverUserId: ada.id,
          title: 'Notice',
          message: 'Mind the step',
          seen: false,
          data: {},
          responses: [],
          createdAt: DATE,
        }),
      },
      { type: 'notification-v2-update', content: { id: notificationId, version: 2, updates: { seen: true } } },
      { type: 'notification-v2-delete', content: { ids: [notificationId], version: 2 } },
    ])
    await line.close()
  })

  test('notification-v2-update: all that it says now, when something of it has changed', async () => {
    const ada = await aUser(app)
    const id = await tell(app, ada.id, { title: 'Before' })
    const line = await aPipeline(app, ada)
    await transact(app.scope(), async (open) => {
      const { type } = await open.db.notification.update({ where: { id }, data: { title: 'After' } })
      await appendToFeeds(open, [{ userId: ada.id, kind: 'updated', type, notificationIds: [id] }])
    })
    const content = Object(await line.next('notification-v2-update'))
    expect(content).toMatchObject({ id, version: 2, updates: { title: 'After', seen: false } })
    expect(content.updates).not.toHaveProperty('version')
    await line.close()
  })

  test('response-notification: an answer, with the notification that was sent by it', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const notificationId = await tell(app, ada.id, { title: 'Question', senderId: bob.id, canReply: true })
    const [line, other] = [await aPipeline(app, ada), await aPipeline(app, bob)]
    await ada.api.call('replyNotificationV2', { notificationId, body: { text: 'Yes' } })
    const { id: responseId } = Object(await other.next('notification-v2'))
    expect(await line.next('response-notification')).toEqual({ notificationId, receiverId: bob.id, responseId })
    expect(await line.next('notification-v2-update')).toMatchObject({ id: notificationId, updates: { seen: true } })
    await Promise.all([line.close(), other.close()])
  })

  test('all are deleted at once', async () => {
    const ada = await aUser(app)
    const ids = [await tell(app, ada.id), await tell(app, ada.id)]
    const line = await aPipeline(app, ada)
    await ada.api.call('deleteAllNotificationV2s')
    expect(await line.next('notification-v2-delete')).toEqual({ ids, version: 2 })
    expect(line.of('hide-notification').map(({ content }) => content)).toEqual(ids)
    await line.close()
  })
})

test('a boop is told to both generations, from its coming to its end', async () => {
  const ada = await aUser(app)
  const bob = await aFriendOf(app, ada)
  const line = await aPipeline(app, ada)
  await bob.api.call('boop', { userId: ada.id, body: { emojiId: 'default_heart' } })
  const { id } = Object(await line.next('notification'))
  await ada.api.call('respondNotificationV2', { notificationId: id, body: { responseType: 'delete' } })
  await line.next('notification-v2-delete')
  const details = { emojiId: 'default_heart', emojiVersion: null, inventoryItemId: '' }
  expect(ofNotifications(line)).toMatchObject([
    { type: 'notification', content: { id, type: 'boop', senderUserId: bob.id, details } },
    { type: 'notification-v2', content: { id, type: 'boop', responses: [{ type: 'boop' }, { type: 'delete' }] } },
    { type: 'hide-notification', content: id },
    { type: 'notification-v2-delete', content: { ids: [id] } },
  ])
  await bob.api.call('boop', { userId: ada.id })
  const { id: second } = Object(await line.next('notification', 2))
  await ada.api.call('respondNotificationV2', { notificationId: second, body: { responseType: 'boop' } })
  expect(await line.next('response-notification')).toEqual({
    notificationId: second,
    receiverId: bob.id,
    responseId: '',
  })
  expect(await line.next('notification-v2-update')).toEqual({
    id: second,
    version: 2,
    updates: { seen: true, responses: [] },
  })
  await line.close()
})

/** A person as friends see them: nothing of it is between two alone. */
function asFriend(content: unknown, { id, username }: Person) {
  const { user } = Object(content)
  expect(user).toMatchObject({ id, displayName: username, isFriend: true })
  for (const name of ['note', 'friendKey', 'username', 'email']) expect(user).not.toHaveProperty(name)
  return user
}

/** What waits for one more frame of a type than have come by now. */
function nextOf(line: PipelineSocket) {
  const before = line.told()
  return (wanted: string) => line.next(wanted, before.filter(({ type }) => type === wanted).length + 1)
}

/** Lets a friend who was away come, by the web and then as legacy clients do; whoever listens has heard of it. */
async function seeCome(line: PipelineSocket, friend: Person): Promise<PipelineSocket> {
  letPass(app)
  const next = nextOf(line)
  await comeActive(app, friend)
  await next('friend-active')
  const socket = await aPipeline(app, friend)
  await next('friend-online')
  return socket
}

describe('what is told of friends', () => {
  test('friend-add and friend-delete, to both', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const [hers, his] = [await aPipeline(app, ada), await aPipeline(app, bob)]
    await befriend(ada, bob)
    const added = await hers.next('friend-add')
    expect(added).toEqual({ userId: bob.id, user: asFriend(added, bob) })
    expect(asFriend(await his.next('friend-add'), ada)).toMatchObject({ state: 'online', location: 'private' })
    await ada.api.call('unfriend', { userId: bob.id })
    expect(await hers.next('friend-delete')).toEqual({ userId: bob.id })
    expect(await his.next('friend-delete')).toEqual({ userId: ada.id })
    await Promise.all([hers.close(), his.close()])
  })

  test('friend-online, friend-active and friend-offline, as the friend comes and goes', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const line = await aPipeline(app, ada)
    const his = await seeCome(line, bob)
    const active = await line.next('friend-active')
    expect(active).toEqual({ userId: bob.id, userid: bob.id, platform: 'web', user: asFriend(active, bob) })
    const online = await line.next('friend-online')
    expect(online).toEqual({
      userId: bob.id,
      platform: expect.any(String),
      location: 'private',
      travelingToLocation: '',
      worldId: 'private',
      canRequestInvite: false,
      user: asFriend(online, bob),
    })
    await his.close()
    letPass(app)
    expect(await line.next('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    await line.close()
  })

  test('friend-offline at once when a friend who has been here logs out', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const line = await aPipeline(app, ada)
    const his = await seeCome(line, bob)
    await bob.api.call('logout')
    expect(await his.closed()).toBe(1008)
    expect(await line.next('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    await line.close()
  })

  test('friend-offline when a friend wants to be seen by nobody, and friend-online when no more', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const line = await aPipeline(app, ada)
    const his = await seeCome(line, bob)
    const setStatus = (status: 'offline' | 'busy') => bob.api.call('updateUser', { userId: bob.id, body: { status } })
    await setStatus('offline')
    expect(await line.next('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    expect(line.of('friend-update').at(-1)?.content).toMatchObject({ user: { status: 'offline', state: 'offline' } })
    const [before, next] = [line.raw.length, nextOf(line)]
    letPass(app)
    await comeActive(app, bob)
    await setStatus('busy')
    expect(asFriend(await next('friend-online'), bob)).toMatchObject({ status: 'busy', state: 'online' })
    expect(
      line
        .told()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['friend-update', 'friend-online'])
    await Promise.all([line.close(), his.close()])
  })

  test('friend-update to friends, user-update to the person, nothing to others', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const [hers, his, stranger] = [
      await aPipeline(app, ada),
      await aPipeline(app, bob),
      await aPipeline(app, await aUser(app)),
    ]
    await bob.api.call('updateUser', { userId: bob.id, body: { bio: 'Out walking' } })
    const update = await hers.next('friend-update')
    expect(update).toEqual({ userId: bob.id, user: asFriend(update, bob) })
    expect(asFriend(update, bob)).toMatchObject({ bio: 'Out walking' })
    const own = Object(await his.next('user-update'))
    expect(own).toMatchObject({ userId: bob.id, user: { id: bob.id, bio: 'Out walking', username: bob.username } })
    for (const name of ['location', 'friendKey', 'isFriend', 'developerType', 'last_platform', 'friends'])
      expect(own.user).not.toHaveProperty(name)
    expect(his.of('friend-update')).toEqual([])
    expect(hers.of('user-update')).toEqual([])
    expect(stranger.raw).toEqual([])
    await Promise.all([hers.close(), his.close(), stranger.close()])
  })
})
