import { beforeAll, describe, expect, test } from 'vitest'
import { appendToFeeds } from '../../src/areas/notifications/feed/queries.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFriendOf, befriend, letPresenceExpire, seeOnWeb } from '../support/friends.ts'
import { aNotification } from '../support/notifications.ts'
import { aPipelineSocket, type PipelineSocket } from '../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const NOTIFICATION = ['notification', 'response-notification', 'see-notification', 'hide-notification']
const V2 = ['notification-v2', 'notification-v2-update', 'notification-v2-delete', 'clear-notification']

/** The types of the frames about notifications, in the order in which they are expected. */
const ofNotifications = (socket: PipelineSocket) => socket.framesOfType(...NOTIFICATION, ...V2)

describe('frames of legacy notifications', () => {
  test('notification: a new friend request, with its details as an object', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const socket = await aPipelineSocket(app, ada)
    const { id } = await bob.api.call('friend', { userId: ada.id })
    expect(await socket.nextContent('notification')).toEqual({
      id,
      type: 'friendRequest',
      senderUserId: bob.id,
      senderUsername: bob.username,
      receiverUserId: ada.id,
      message: '',
      details: {},
      created_at: DATE,
    })
    await socket.close()
  })

  test('see-notification, hide-notification: the id, JSON-encoded within the JSON frame', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const socket = await aPipelineSocket(app, ada)
    const { id: notificationId } = await bob.api.call('friend', { userId: ada.id })
    await ada.api.call('markNotificationAsRead', { notificationId })
    await ada.api.call('deleteNotification', { notificationId })
    await socket.nextContent('hide-notification')
    expect(socket.raw.slice(-2)).toEqual([
      JSON.stringify({ type: 'see-notification', content: `"${notificationId}"` }),
      JSON.stringify({ type: 'hide-notification', content: `"${notificationId}"` }),
    ])
    await socket.close()
  })

  test('hide-notification: when a friend request is cancelled or accepted', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const socket = await aPipelineSocket(app, ada)
    const { id: first } = await bob.api.call('friend', { userId: ada.id })
    await bob.api.call('deleteFriendRequest', { userId: ada.id })
    expect(await socket.nextContent('hide-notification')).toBe(first)
    const { id: second } = await bob.api.call('friend', { userId: ada.id })
    await ada.api.call('acceptFriendRequest', { notificationId: second })
    expect(await socket.nextContent('hide-notification', 2)).toBe(second)
    await socket.close()
  })

  test('clear-notification: without content', async () => {
    const ada = await aUser(app)
    const id = await aNotification(app, ada.id, { type: 'message' })
    const socket = await aPipelineSocket(app, ada)
    await ada.api.call('clearNotifications')
    expect(await socket.nextContent('notification-v2-delete')).toEqual({ ids: [id], version: 2 })
    expect(socket.raw[0]).toBe('{"type":"clear-notification"}')
    await socket.close()
  })
})

describe('frames of v2 notifications', () => {
  test('notification-v2, notification-v2-update when it is seen, notification-v2-delete at its end', async () => {
    const ada = await aUser(app)
    const socket = await aPipelineSocket(app, ada)
    const notificationId = await aNotification(app, ada.id, {
      title: 'Notice',
      message: 'Mind the step',
      category: 'system',
    })
    await socket.nextContent('notification-v2')
    await ada.api.call('acknowledgeNotificationV2', { notificationId })
    await socket.nextContent('notification-v2-update')
    await ada.api.call('deleteNotificationV2', { notificationId })
    await socket.nextContent('notification-v2-delete')
    expect(ofNotifications(socket)).toEqual([
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
    await socket.close()
  })

  test('notification-v2-update: the complete notification after a change', async () => {
    const ada = await aUser(app)
    const id = await aNotification(app, ada.id, { title: 'Before' })
    const socket = await aPipelineSocket(app, ada)
    await transact(app.scope(), async (tx) => {
      const { type } = await tx.db.notification.update({ where: { id }, data: { title: 'After' } })
      await appendToFeeds(tx, [{ userId: ada.id, kind: 'updated', type, notificationIds: [id] }])
    })
    const content = Object(await socket.nextContent('notification-v2-update'))
    expect(content).toMatchObject({ id, version: 2, updates: { title: 'After', seen: false } })
    expect(content.updates).not.toHaveProperty('version')
    await socket.close()
  })

  test('response-notification: a response, with the notification that it sent', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const notificationId = await aNotification(app, ada.id, { title: 'Question', senderId: bob.id, canReply: true })
    const [socket, other] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, bob)]
    await ada.api.call('replyNotificationV2', { notificationId, body: { text: 'Yes' } })
    const { id: responseId } = Object(await other.nextContent('notification-v2'))
    expect(await socket.nextContent('response-notification')).toEqual({
      notificationId,
      receiverId: bob.id,
      responseId,
    })
    expect(await socket.nextContent('notification-v2-update')).toMatchObject({
      id: notificationId,
      updates: { seen: true },
    })
    await Promise.all([socket.close(), other.close()])
  })

  test('deleting all notifications sends one frame for all', async () => {
    const ada = await aUser(app)
    const ids = [await aNotification(app, ada.id), await aNotification(app, ada.id)]
    const socket = await aPipelineSocket(app, ada)
    await ada.api.call('deleteAllNotificationV2s')
    expect(await socket.nextContent('notification-v2-delete')).toEqual({ ids, version: 2 })
    expect(socket.framesOfType('hide-notification').map(({ content }) => content)).toEqual(ids)
    await socket.close()
  })
})

test('a boop is sent in both generations, from creation to deletion', async () => {
  const ada = await aUser(app)
  const bob = await aFriendOf(app, ada)
  const socket = await aPipelineSocket(app, ada)
  await bob.api.call('boop', { userId: ada.id, body: { emojiId: 'default_heart' } })
  const { id } = Object(await socket.nextContent('notification'))
  await ada.api.call('respondNotificationV2', { notificationId: id, body: { responseType: 'delete' } })
  await socket.nextContent('notification-v2-delete')
  const details = { emojiId: 'default_heart', emojiVersion: null, inventoryItemId: '' }
  expect(ofNotifications(socket)).toMatchObject([
    { type: 'notification', content: { id, type: 'boop', senderUserId: bob.id, details } },
    { type: 'notification-v2', content: { id, type: 'boop', responses: [{ type: 'boop' }, { type: 'delete' }] } },
    { type: 'hide-notification', content: id },
    { type: 'notification-v2-delete', content: { ids: [id] } },
  ])
  await bob.api.call('boop', { userId: ada.id })
  const { id: second } = Object(await socket.nextContent('notification', 2))
  await ada.api.call('respondNotificationV2', { notificationId: second, body: { responseType: 'boop' } })
  expect(await socket.nextContent('response-notification')).toEqual({
    notificationId: second,
    receiverId: bob.id,
    responseId: '',
  })
  expect(await socket.nextContent('notification-v2-update')).toEqual({
    id: second,
    version: 2,
    updates: { seen: true, responses: [] },
  })
  await socket.close()
})

/** Checks that a frame holds the user record that all friends receive alike: nothing that only one of them may read. */
function asFriend(content: unknown, { id, username }: TestUser) {
  const { user } = Object(content)
  expect(user).toMatchObject({ id, displayName: username, isFriend: true })
  for (const name of ['note', 'friendKey', 'username', 'email']) expect(user).not.toHaveProperty(name)
  return user
}

/** Creates a function that waits for the next frame of a type. */
function nextOf(socket: PipelineSocket) {
  const before = socket.allFrames()
  return (wanted: string) => socket.nextContent(wanted, before.filter(({ type }) => type === wanted).length + 1)
}

/** Brings an offline friend online, by web and then by legacy client, and waits for both frames. */
async function bringOnline(socket: PipelineSocket, friend: TestUser): Promise<PipelineSocket> {
  letPresenceExpire(app)
  const next = nextOf(socket)
  await seeOnWeb(app, friend)
  await next('friend-active')
  const friendSocket = await aPipelineSocket(app, friend)
  await next('friend-online')
  return friendSocket
}

describe('frames about friends', () => {
  test('friend-add and friend-delete, to both', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const [hers, his] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, bob)]
    await befriend(ada, bob)
    const added = await hers.nextContent('friend-add')
    expect(added).toEqual({ userId: bob.id, user: asFriend(added, bob) })
    expect(asFriend(await his.nextContent('friend-add'), ada)).toMatchObject({ state: 'online', location: 'private' })
    await ada.api.call('unfriend', { userId: bob.id })
    expect(await hers.nextContent('friend-delete')).toEqual({ userId: bob.id })
    expect(await his.nextContent('friend-delete')).toEqual({ userId: ada.id })
    await Promise.all([hers.close(), his.close()])
  })

  test('friend-online, friend-active and friend-offline, as the friend connects and leaves', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const socket = await aPipelineSocket(app, ada)
    const his = await bringOnline(socket, bob)
    const active = await socket.nextContent('friend-active')
    expect(active).toEqual({ userId: bob.id, userid: bob.id, platform: 'web', user: asFriend(active, bob) })
    const online = await socket.nextContent('friend-online')
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
    letPresenceExpire(app)
    expect(await socket.nextContent('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    await socket.close()
  })

  test('friend-offline at once when an online friend logs out', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const socket = await aPipelineSocket(app, ada)
    const his = await bringOnline(socket, bob)
    await bob.api.call('logout')
    expect(await his.closed()).toBe(1008)
    expect(await socket.nextContent('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    await socket.close()
  })

  test('friend-offline when a friend starts to appear offline to all, friend-online when that ends', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const socket = await aPipelineSocket(app, ada)
    const his = await bringOnline(socket, bob)
    const setStatus = (status: 'offline' | 'busy') => bob.api.call('updateUser', { userId: bob.id, body: { status } })
    await setStatus('offline')
    expect(await socket.nextContent('friend-offline')).toEqual({ userId: bob.id, platform: '' })
    expect(socket.framesOfType('friend-update').at(-1)?.content).toMatchObject({
      user: { status: 'offline', state: 'offline' },
    })
    const [before, next] = [socket.raw.length, nextOf(socket)]
    letPresenceExpire(app)
    await seeOnWeb(app, bob)
    await setStatus('busy')
    expect(asFriend(await next('friend-online'), bob)).toMatchObject({ status: 'busy', state: 'online' })
    expect(
      socket
        .allFrames()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['friend-update', 'friend-online'])
    await Promise.all([socket.close(), his.close()])
  })

  test('friend-update to friends, user-update to the user, nothing to others', async () => {
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    const [hers, his, stranger] = [
      await aPipelineSocket(app, ada),
      await aPipelineSocket(app, bob),
      await aPipelineSocket(app, await aUser(app)),
    ]
    await bob.api.call('updateUser', { userId: bob.id, body: { bio: 'Out walking' } })
    const update = await hers.nextContent('friend-update')
    expect(update).toEqual({ userId: bob.id, user: asFriend(update, bob) })
    expect(asFriend(update, bob)).toMatchObject({ bio: 'Out walking' })
    const own = Object(await his.nextContent('user-update'))
    expect(own).toMatchObject({ userId: bob.id, user: { id: bob.id, bio: 'Out walking', username: bob.username } })
    for (const name of ['location', 'friendKey', 'isFriend', 'developerType', 'last_platform', 'friends'])
      expect(own.user).not.toHaveProperty(name)
    expect(his.framesOfType('friend-update')).toEqual([])
    expect(hers.framesOfType('user-update')).toEqual([])
    expect(stranger.raw).toEqual([])
    await Promise.all([hers.close(), his.close(), stranger.close()])
  })
})
