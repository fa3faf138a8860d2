import { beforeAll, describe, expect, it } from 'vitest'
import { Notification, NotificationV2, SentNotification } from '../../src/contract/shapes/notification.ts'
import { newId, PLATFORM_USER_ID } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { aPrivateInstance } from '../support/invites.ts'
import { aPipelineSocket } from '../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'
import { NOTIFICATION_ROW } from './rows.ts'

const app = await sharedApp()
const { db } = app.scope()
let sender: TestUser
let receiver: TestUser
beforeAll(async () => {
  sender = await aUser(app)
  receiver = await aUser(app)
})

async function aRow(type: string, more: object = {}) {
  const id = newId('notification', new Date())
  const people = { receiverId: receiver.id, senderId: sender.id }
  await db.notification.create({ data: { id, type, ...people, ...NOTIFICATION_ROW, ...more } })
  return id
}

it('a row of a notification has a different value in each column', () => {
  expectDistinct(NOTIFICATION_ROW)
})

describe('notificationWire and listedNotificationWire', () => {
  it.each([{ seen: false }, { seen: true }])('maps every column of a legacy notification with %j', async ({ seen }) => {
    const id = await aRow('invite', { seenAt: seen ? moment(3) : null })
    const record = await receiver.api.call('getNotification', { notificationId: id })
    expect(await receiver.api.call('getNotifications')).toContainEqual(record)
    expectPresented(record, Notification, { NOTIFICATION_ROW, id, sender })
  })

  it('names the system user where it has no sender', async () => {
    const id = await aRow('message', { senderId: null })
    const record = await receiver.api.call('getNotification', { notificationId: id })
    expect(record).toMatchObject({ senderUserId: PLATFORM_USER_ID, senderUsername: 'Plaza' })
  })
})

describe('websocketNotificationWire', () => {
  it('contains an invite with its details as an object', async () => {
    const friend = await aFriendOf(app, receiver)
    const socket = await aPipelineSocket(app, receiver)
    const { id } = await friend.api.call('inviteUser', {
      userId: receiver.id,
      body: { instanceId: await aPrivateInstance(app, friend) },
    })
    const row = await db.notification.findUniqueOrThrow({ where: { id } })
    expect(await socket.nextContent('notification')).toEqual({
      id,
      type: 'invite',
      senderUserId: friend.id,
      senderUsername: friend.username,
      receiverUserId: receiver.id,
      message: row.message,
      details: row.details,
      created_at: row.createdAt.toISOString(),
    })
    await socket.close()
  })
})

describe('notificationV2Wire and listedNotificationV2Wire', () => {
  const readAs = async ({ api }: TestUser, id: string) =>
    (await api.call('getNotificationV2s')).find((notification) => notification.id === id)

  it.each(flagCombinations('canDelete', 'ignoreDND', 'requireSeen'))('maps every column with %j', async (flags) => {
    const type = 'group.informative'
    const id = await aRow(type, flags)
    expectPresented(await readAs(receiver, id), NotificationV2, { NOTIFICATION_ROW, id, sender, receiver })
  })

  it('contains the emoji of a boop', async () => {
    const id = await aRow('boop', { details: { emojiId: 'emoji-1', emojiVersion: 41, inventoryItemId: 'item-1' } })
    const { details } = (await readAs(receiver, id)) ?? {}
    expect(details).toEqual({ emojiId: 'emoji-1', emojiVersion: 41, inventoryItemId: 'item-1' })
  })

  it('contains that it was seen, and answered', async () => {
    const id = await aRow('group.informative', { seenAt: moment(3), respondedAt: moment(4) })
    expect(await readAs(receiver, id)).toMatchObject({ seen: true, responses: [] })
  })

  it('names the system user where it has no sender, and an expiry date where none is stored', async () => {
    const id = await aRow('group.informative', { senderId: null, expiresAt: null })
    const expected = { isSystem: true, senderUserId: PLATFORM_USER_ID, senderUsername: null }
    const expiresAt = new Date(NOTIFICATION_ROW.createdAt.getTime() + 3_650 * 86_400_000).toISOString()
    expect(await readAs(receiver, id)).toMatchObject({ ...expected, expiresAt })
  })
})

describe('sentInviteWire', () => {
  it('contains the sender of the invite', async () => {
    const friend = await aFriendOf(app, receiver)
    const instanceId = await aPrivateInstance(app, friend)
    const record = await friend.api.call('inviteUser', { userId: receiver.id, body: { instanceId, messageSlot: 3 } })
    const row = await db.notification.findUniqueOrThrow({ where: { id: record.id } })
    expect(row.message).not.toBe('')
    expectPresented(record, SentNotification, { friend, receiver, row })
  })
})
