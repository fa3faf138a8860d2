import { beforeEach, describe, expect, test } from 'vitest'
import { deliverBroadcasts } from '../../../src/areas/notifications/broadcasts.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Send = graphql(`
  mutation SendMany($input: SendNotificationInput!) {
    sendNotification(input: $input) {
      broadcast { id type isForEverybody sentCount finishedAt title sender { id } }
      broadcastEdge { cursor node { id } }
    }
  }
`)

const Progress = graphql(`
  query Progress($id: ID!) {
    broadcast(id: $id) { id sentCount finishedAt }
    broadcasts(first: 1) { totalCount nodes { id sentCount } }
    node(id: $id) { id }
  }
`)

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date(0))

const notificationsOfAda = () => ada.api.call('getNotificationV2s')

describe('sendNotification', () => {
  const message = { type: 'MODERATION_NOTICE' as const, title: 'Notice', message: 'Mind the gap' }

  test('returns a broadcast, which a job delivers, and which shows the progress', async () => {
    const sender = await anAdmin(app)
    const admin = aGraphClient(app, sender.api)
    const { sendNotification } = await admin.run(Send, { input: { ...message, receiverIds: [ada.id, grace.id] } })
    expect(sendNotification.broadcast).toMatchObject({
      type: 'MODERATION_NOTICE',
      isForEverybody: false,
      sentCount: 0,
      finishedAt: null,
      sender: { id: sender.id },
    })
    expect(await notificationsOfAda()).toEqual([])
    await deliverBroadcasts(app.scope())
    const { id } = sendNotification.broadcast
    expect(sendNotification.broadcastEdge.node).toEqual({ id })
    expect(await admin.run(Progress, { id })).toEqual({
      broadcast: { id, sentCount: 2, finishedAt: expect.any(String) },
      broadcasts: { totalCount: expect.any(Number), nodes: [{ id, sentCount: 2 }] },
      node: { id },
    })
    expect(await notificationsOfAda()).toMatchObject([{ title: 'Notice' }])
    expect(
      (await admin.run(Send, { input: { ...message, isForEverybody: true } })).sendNotification.broadcast,
    ).toMatchObject({
      isForEverybody: true,
    })
  })

  test.each([
    ['missing receivers', 'receiverIds', {}],
    ['an empty list', 'receiverIds', { receiverIds: [] }],
    ['isForEverybody: false without receivers', 'receiverIds', { isForEverybody: false }],
    ['both isForEverybody and receivers', 'receiverIds', { isForEverybody: true, receiverIds: [NOBODY] }],
    ['too many receivers', 'receiverIds', { receiverIds: Array.from({ length: 1_001 }, () => NOBODY) }],
    ['a legacy type', 'type', { isForEverybody: true, type: 'FRIEND_REQUEST' }],
    ['a boop', 'type', { isForEverybody: true, type: 'BOOP' }],
    ['no title', 'title', { isForEverybody: true, title: '' }],
    ['a long title', 'title', { isForEverybody: true, title: 'x'.repeat(129) }],
    ['no message', 'message', { isForEverybody: true, message: '' }],
    ['a script as image', 'imageUrl', { isForEverybody: true, imageUrl: 'javascript:alert(1)' }],
    ['an expiry in the past', 'expiresAt', { isForEverybody: true, expiresAt: '2001-02-03T04:05:06Z' }],
  ])('refuses %s', async (_what, field, change) => {
    const { id: senderId, api } = await anAdmin(app)
    const { errors } = await aGraphClient(app, api).send(Send.toString(), { input: { ...message, ...change } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', issues: [{ path: ['input', field] }] })
    expect(await app.scope().db.broadcast.count({ where: { senderId } })).toBe(0)
  })

  test('is for admins only, and refuses malformed receiver ids as missing', async () => {
    expect(
      await aGraphClient(app, ada.api).refusalCodes(Send, { input: { ...message, receiverIds: [grace.id] } }),
    ).toEqual(['FORBIDDEN'])
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const { sendNotification } = await admin.run(Send, { input: { ...message, receiverIds: [ada.id] } })
    const { data } = await aGraphClient(app, ada.api).send(`{ node(id: "${sendNotification.broadcast.id}") { id } }`)
    expect(data).toEqual({ node: null })
    expect(await admin.refusalCodes(Send, { input: { ...message, receiverIds: ['nobody'] } })).toEqual(['NOT_FOUND'])
  })
})
