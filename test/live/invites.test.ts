import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { anImage } from '../support/files.ts'
import { befriend } from '../support/friends.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { aPrivateInstance, sendInvite } from '../support/invites.ts'
import { aPipelineSocket } from '../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
let place: string
beforeAll(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivateInstance(app, ada)
})

const FEED = `subscription {
  notificationFeed {
    kind notificationIds
    notification { type respondedAt invite { location message imageUrl inResponseToId world { id } } }
  }
}`
const CONTENT = 'subscription { contentChanged { contentType action file { id } } }'

describe('an invite', () => {
  test('reaches the receiver by feed and legacy websocket, with its details as an object', async () => {
    const [connection, legacy] = [await aSubscription(app, grace, FEED), await aPipelineSocket(app, grace)]
    const body = { instanceId: place, messageSlot: 3 }
    const sent = await ada.api.call('inviteUser', { userId: grace.id, body })
    expect(await legacy.nextContent('notification')).toEqual({
      ...{ id: sent.id, type: 'invite', senderUserId: ada.id, senderUsername: ada.username, receiverUserId: grace.id },
      ...{ message: sent.message, details: sent.details, created_at: sent.created_at },
    })
    await connection.until((messages) => payloadsOf(messages, 'notificationFeed').length === 1)
    expect(payloadsOf(connection.messages, 'notificationFeed')).toMatchObject([
      {
        ...{ kind: 'CREATED', notificationIds: [sent.id] },
        notification: {
          type: 'INVITE',
          invite: { location: place, message: sent.message, world: { id: place.split(':')[0] } },
        },
      },
    ])
    connection.socket.close()
    await legacy.close()
  })

  test('when answered sends the reply to its sender and marks it answered for its receiver', async () => {
    const notificationId = await sendInvite(ada, grace, place)
    const [adas, graces] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, grace)]
    const [sender, receiver] = [await aSubscription(app, ada, FEED), await aSubscription(app, grace, FEED)]
    const reply = await grace.api.call('respondInvite', { notificationId, body: { responseSlot: 1 } })
    const details = { inResponseTo: notificationId, responseMessage: reply.message }
    expect(await adas.nextContent('notification')).toMatchObject({ id: reply.id, type: 'inviteResponse', details })
    expect(await graces.nextContent('response-notification')).toEqual({
      ...{ notificationId, receiverId: ada.id, responseId: reply.id },
    })
    await sender.until((messages) => payloadsOf(messages, 'notificationFeed').length === 1)
    await receiver.until((messages) => payloadsOf(messages, 'notificationFeed').length === 1)
    expect(payloadsOf(sender.messages, 'notificationFeed')).toMatchObject([
      { kind: 'CREATED', notification: { invite: { message: reply.message, inResponseToId: notificationId } } },
    ])
    expect(payloadsOf(receiver.messages, 'notificationFeed')).toMatchObject([
      {
        ...{ kind: 'RESPONDED', notificationIds: [notificationId, reply.id] },
        notification: { type: 'INVITE', respondedAt: expect.anything() },
      },
    ])
    for (const connection of [sender, receiver]) connection.socket.close()
    for (const connection of [adas, graces]) await connection.close()
  })

  test('can be requested, and the request is answered like an invite', async () => {
    const [adas, graces] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, grace)]
    const { id: notificationId, message } = await grace.api.call('requestInvite', {
      ...{ userId: ada.id, body: { requestSlot: 0 } },
    })
    expect(await adas.nextContent('notification')).toMatchObject({
      ...{ id: notificationId, type: 'requestInvite', details: { platform: '', requestMessage: message } },
    })
    const reply = await ada.api.call('respondInvite', { notificationId, body: { responseSlot: 0 } })
    expect(await graces.nextContent('notification')).toMatchObject({
      ...{ id: reply.id, type: 'requestInviteResponse' },
      details: { inResponseTo: notificationId, requestMessage: reply.message, responseMessage: reply.message },
    })
    for (const connection of [adas, graces]) await connection.close()
  })

  test('with a photo notifies its sender of the new image', async () => {
    const [connection, legacy] = [await aSubscription(app, ada, CONTENT), await aPipelineSocket(app, ada)]
    const form = { data: JSON.stringify({ instanceId: place }), image: await anImage(64) }
    const { details } = await ada.api.call('inviteUserWithPhoto', { userId: grace.id, form })
    const fileId = /file_[^/]+/.exec(String(details.imageUrl))?.[0]
    const photo = { contentType: 'invitePhoto', actionType: 'created', fileId }
    expect(await legacy.nextContent('content-refresh')).toMatchObject(photo)
    await connection.until((messages) => payloadsOf(messages, 'contentChanged').length === 1)
    expect(payloadsOf(connection.messages, 'contentChanged')).toEqual([
      { contentType: 'INVITE_PHOTO', action: 'CREATED', file: { id: fileId } },
    ])
    connection.socket.close()
    await legacy.close()
  })
})
