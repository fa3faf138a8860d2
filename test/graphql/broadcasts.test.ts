import { beforeEach, describe, expect, test } from 'vitest'
import { deliverBroadcasts } from '../../src/areas/notifications/broadcasts.ts'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'

const Send = graphql(`
  mutation SendMany($input: SendNotificationInput!) {
    sendNotification(input: $input) { id isForEverybody sentCount finishedAt title sender { id } }
  }
`)

const Progress = graphql(`
  query Progress($id: ID!) {
    broadcast(id: $id) { id sentCount finishedAt }
    broadcasts(first: 1) { nodes { id sentCount } }
  }
`)

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const told = () => ada.api.call('getNotificationV2s')

describe('sending to many', () => {
  const message = { type: 'moderation.notice', title: 'Notice', message: 'Mind the gap' }

  test('answers at once, is done by the job, and shows how far it has come', async () => {
    const sender = await anAdmin(app)
    const admin = aGraph(app, sender.api)
    const { sendNotification } = await admin.run(Send, { input: { ...message, receiverIds: [ada.id, grace.id] } })
    expect(sendNotification).toMatchObject({
      isForEverybody: false,
      sentCount: 0,
      finishedAt: null,
      sender: { id: sender.id },
    })
    expect(await told()).toEqual([])
    await deliverBroadcasts(app.scope())
    const id = sendNotification?.id ?? ''
    expect(await admin.run(Progress, { id })).toEqual({
      broadcast: { id, sentCount: 2, finishedAt: expect.any(String) },
      broadcasts: { nodes: [{ id, sentCount: 2 }] },
    })
    expect(await told()).toMatchObject([{ title: 'Notice' }])
    expect((await admin.run(Send, { input: { ...message, everybody: true } })).sendNotification).toMatchObject({
      isForEverybody: true,
    })
  })

  test.each([
    ['nobody to get it', 'receiverIds', {}],
    ['an empty list', 'receiverIds', { receiverIds: [] }],
    ['not everybody', 'receiverIds', { everybody: false }],
    ['everybody and somebody', 'receiverIds', { everybody: true, receiverIds: ['usr_1'] }],
    ['too many', 'receiverIds', { receiverIds: Array.from({ length: 1_001 }, () => 'usr_1') }],
    ['a legacy type', 'type', { everybody: true, type: 'friendRequest' }],
    ['a boop', 'type', { everybody: true, type: 'boop' }],
    ['no title', 'title', { everybody: true, title: '' }],
    ['a long title', 'title', { everybody: true, title: 'x'.repeat(129) }],
    ['no message', 'message', { everybody: true, message: '' }],
    ['a picture that is a script', 'imageUrl', { everybody: true, imageUrl: 'javascript:alert(1)' }],
    ['an end in the past', 'expiresAt', { everybody: true, expiresAt: '2001-02-03T04:05:06Z' }],
  ])('is refused with %s', async (_what, field, wrong) => {
    const admin = aGraph(app, (await anAdmin(app)).api)
    const before = await app.scope().db.broadcast.count()
    const { errors } = await admin.send(Send.toString(), { input: { ...message, ...wrong } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field })
    expect(await app.scope().db.broadcast.count()).toBe(before)
  })

  test('is for admins alone, to whom an unknown receiver is missing', async () => {
    expect(await aGraph(app, ada.api).refused(Send, { input: { ...message, receiverIds: [grace.id] } })).toEqual([
      'FORBIDDEN',
    ])
    const admin = aGraph(app, (await anAdmin(app)).api)
    expect(await admin.refused(Send, { input: { ...message, receiverIds: ['nobody'] } })).toEqual(['NOT_FOUND'])
  })
})
