import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { befriend } from '../support/friends.ts'
import { aPrivatePlace, invited } from '../support/invites.ts'
import { aUser, type Person } from '../support/people.ts'
import { aFollower, told } from './followers.ts'
import { aPipeline } from './pipeline.ts'

const app = await anApp()
let ada: Person
let grace: Person
let place: string
beforeAll(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivatePlace(app, ada)
})

const FEED = `subscription {
  notificationFeed {
    kind notificationIds
    notification { type respondedAt invite { location message imageUrl inResponseToId world { id } } }
  }
}`
const CONTENT = 'subscription { contentChanged { contentType actionType fileId } }'

describe('an invite', () => {
  test('travels on the feed and on the legacy websocket, its details an object', async () => {
    const [line, legacy] = [await aFollower(app, grace, FEED), await aPipeline(app, grace)]
    const body = { instanceId: place, messageSlot: 3 }
    const sent = await ada.api.call('inviteUser', { userId: grace.id, body })
    expect(await legacy.next('notification')).toEqual({
      ...{ id: sent.id, type: 'invite', senderUserId: ada.id, senderUsername: ada.username, receiverUserId: grace.id },
      ...{ message: sent.message, details: sent.details, created_at: sent.created_at },
    })
    await line.until((messages) => told(messages, 'notificationFeed').length === 1)
    expect(told(line.messages, 'notificationFeed')).toMatchObject([
      {
        ...{ kind: 'CREATED', notificationIds: [sent.id] },
        notification: {
          type: 'invite',
          invite: { location: place, message: sent.message, world: { id: place.split(':')[0] } },
        },
      },
    ])
    line.socket.close()
    await legacy.close()
  })

  test('is answered: its sender hears the reply, who has answered hears that it was', async () => {
    const notificationId = await invited(ada, grace, place)
    const [adas, graces] = [await aPipeline(app, ada), await aPipeline(app, grace)]
    const [sender, receiver] = [await aFollower(app, ada, FEED), await aFollower(app, grace, FEED)]
    const reply = await grace.api.call('respondInvite', { notificationId, body: { responseSlot: 1 } })
    const details = { inResponseTo: notificationId, responseMessage: reply.message }
    expect(await adas.next('notification')).toMatchObject({ id: reply.id, type: 'inviteResponse', details })
    expect(await graces.next('response-notification')).toEqual({
      ...{ notificationId, receiverId: ada.id, responseId: reply.id },
    })
    await sender.until((messages) => told(messages, 'notificationFeed').length === 1)
    await receiver.until((messages) => told(messages, 'notificationFeed').length === 1)
    expect(told(sender.messages, 'notificationFeed')).toMatchObject([
      { kind: 'CREATED', notification: { invite: { message: reply.message, inResponseToId: notificationId } } },
    ])
    expect(told(receiver.messages, 'notificationFeed')).toMatchObject([
      {
        ...{ kind: 'RESPONDED', notificationIds: [notificationId, reply.id] },
        notification: { type: 'invite', respondedAt: expect.anything() },
      },
    ])
    for (const line of [sender, receiver]) line.socket.close()
    for (const line of [adas, graces]) await line.close()
  })

  test('is asked for, and that is answered in the same way', async () => {
    const [adas, graces] = [await aPipeline(app, ada), await aPipeline(app, grace)]
    const { id: notificationId, message } = await grace.api.call('requestInvite', {
      ...{ userId: ada.id, body: { requestSlot: 0 } },
    })
    expect(await adas.next('notification')).toMatchObject({
      ...{ id: notificationId, type: 'requestInvite', details: { platform: '', requestMessage: message } },
    })
    const reply = await ada.api.call('respondInvite', { notificationId, body: { responseSlot: 0 } })
    expect(await graces.next('notification')).toMatchObject({
      ...{ id: reply.id, type: 'requestInviteResponse' },
      details: { inResponseTo: notificationId, requestMessage: reply.message, responseMessage: reply.message },
    })
    for (const line of [adas, graces]) await line.close()
  })

  test('with a photo tells its sender that there is a new one', async () => {
    const [line, legacy] = [await aFollower(app, ada, CONTENT), await aPipeline(app, ada)]
    const form = { data: JSON.stringify({ instanceId: place }), image: await aPicture(64) }
    const { details } = await ada.api.call('inviteUserWithPhoto', { userId: grace.id, form })
    const fileId = /file_[^/]+/.exec(String(details.imageUrl))?.[0]
    const photo = { contentType: 'invitePhoto', actionType: 'created', fileId }
    expect(await legacy.next('content-refresh')).toMatchObject(photo)
    await line.until((messages) => told(messages, 'contentChanged').length === 1)
    expect(told(line.messages, 'contentChanged')).toEqual([photo])
    line.socket.close()
    await legacy.close()
  })
})
