import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aFriendOf, befriend, feedEntriesOf } from '../../support/friends.ts'
import { createInstanceAs, enterAs, enterOutcome, splitLocation } from '../../support/instances.ts'
import { aPrivateInstance, notificationsReceivedBy, sendInvite, suspendFriendshipOf } from '../../support/invites.ts'
import { aNotification } from '../../support/notifications.ts'
import { block, unblock } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
/** Creates two friends and a private instance of the first. */
async function aPair() {
  const [host, guest] = [await aUser(app), await aUser(app)]
  await befriend(host, guest)
  return { host, guest, where: await aPrivateInstance(app, host) }
}

let ada: TestUser
let grace: TestUser
let place: string
beforeAll(async () => {
  ;({ host: ada, guest: grace, where: place } = await aPair())
})

const NO_PLACE = refusal(404, '"Instance not found"')
const NO_FRIEND = refusal(403, '"You need to be friends with that user first."')
const NOBODY = newId('user', new Date())

const textIn = async ({ api, id }: TestUser, messageType: string, slot: number) =>
  (await api.call('getInviteMessage', { userId: id, messageType, slot })).message

describe('inviteUser', () => {
  it('sends the friend the whole location and the message of the slot', async () => {
    const { world } = await ada.api.call('getInstance', splitLocation(place))
    await ada.api.call('updateInviteMessage', {
      ...{ userId: ada.id, messageType: 'message', slot: 4 },
      body: { message: 'Come and see' },
    })
    const body = { instanceId: place, worldId: place, worldName: 'not read', rsvp: true, messageSlot: 4 }
    const sent = await ada.api.call('inviteUser', { userId: grace.id, body })
    const details = { worldId: place, worldName: world.name, inviteMessage: 'Come and see' }
    expect(sent).toEqual({
      ...{ id: expect.stringMatching(/^not_/), type: 'invite', message: 'Come and see', details },
      ...{ senderUserId: ada.id, senderUsername: ada.username, receiverUserId: grace.id },
      created_at: expect.any(String),
    })
    const [listed] = await grace.api.call('getNotifications')
    expect(listed).toMatchObject({ id: sent.id, type: 'invite', senderUserId: ada.id, message: 'Come and see' })
    expect(JSON.parse(listed?.details ?? '')).toEqual(details)
    expect(await enterOutcome(app, grace, place)).toBe('in')
    expect(await ada.api.call('getNotifications')).toEqual([])
  })

  it('has no message without a slot, and can have a default message', async () => {
    const call = { userId: grace.id, body: { instanceId: place } }
    expect(await ada.api.call('inviteUser', call)).toMatchObject({ message: '', details: { worldId: place } })
    const first = await textIn(ada, 'message', 0)
    const spoken = { userId: grace.id, body: { instanceId: place, messageSlot: 0 } }
    expect(await ada.api.call('inviteUser', spoken)).toMatchObject({
      message: first,
      details: { inviteMessage: first },
    })
  })

  it('accepts the location in either field, whole or in parts', async () => {
    const { worldId, instanceId } = splitLocation(place)
    for (const body of [
      { instanceId: place },
      { instanceId, worldId },
      { instanceId, worldId: place },
      { instanceId: `${place}~nonce(secret)`, worldId: 'wrld_1' },
      { instanceId: `${place}&shortName=x` },
    ])
      expect((await ada.api.call('inviteUser', { userId: grace.id, body })).details).toMatchObject({ worldId: place })
  })

  it.each([
    [{ instanceId: '12345' }, NO_PLACE],
    [{ instanceId: '12345', worldId: 'wrld_1' }, NO_PLACE],
    [{ instanceId: '', worldId: '' }, NO_PLACE],
    [{ instanceId: `${newId('world', new Date())}:1` }, NO_PLACE],
    [{}, refusal(400, /^instanceId/)],
    [{ instanceId: 7 }, refusal(400, /^instanceId/)],
    [{ instanceId: '1', worldId: 7 }, refusal(400, /^worldId/)],
    [{ instanceId: '1', messageSlot: 12 }, refusal(400, 'messageSlot must be at most 11')],
    [{ instanceId: '1', messageSlot: -1 }, refusal(400, 'messageSlot must be 0 or more')],
    [{ instanceId: '1', messageSlot: 'one' }, refusal(400, /^messageSlot/)],
  ])('refuses %j', async (body, refused) => {
    const before = await notificationsReceivedBy(app, grace, 'invite')
    expect(await ada.api.try('inviteUser', { userId: grace.id, body })).toMatchObject(refused)
    expect(await notificationsReceivedBy(app, grace, 'invite')).toEqual(before)
  })

  it('is only for friends: not for strangers, pending requests, blocked friends, or the viewer', async () => {
    const { host, guest, where } = await aPair()
    const body = { instanceId: where }
    const stranger = await aUser(app)
    expect(await host.api.try('inviteUser', { userId: stranger.id, body })).toMatchObject(NO_FRIEND)
    await stranger.api.call('friend', { userId: host.id })
    expect(await host.api.try('inviteUser', { userId: stranger.id, body })).toMatchObject(NO_FRIEND)
    expect(await host.api.try('inviteUser', { userId: host.id, body })).toMatchObject(NO_FRIEND)
    expect(await host.api.try('inviteUser', { userId: NOBODY, body })).toMatchObject(
      refusal(404, "user doesn't exist!"),
    )
    await suspendFriendshipOf(app, guest, host)
    expect(await host.api.try('inviteUser', { userId: guest.id, body })).toMatchObject(NO_FRIEND)
    expect(await guest.api.try('inviteUser', { userId: host.id, body })).toMatchObject(NO_FRIEND)
    expect(await notificationsReceivedBy(app, guest, 'invite')).toEqual([])
  })

  it('needs access to the instance, by an invite or from inside', async () => {
    const { host, guest, where } = await aPair()
    const friend = await aFriendOf(app, guest)
    const invite = () => guest.api.try('inviteUser', { userId: friend.id, body: { instanceId: where } })
    expect(await invite()).toMatchObject(NO_PLACE)
    await sendInvite(host, guest, where)
    expect(await invite()).toMatchObject({ status: 200 })
    expect(await enterOutcome(app, friend, where)).toBe('in')
    await enterAs(app, guest, where)
    app.clock.advance(24 * HOUR)
    expect(await invite()).toMatchObject({ status: 200 })
  })

  it('is refused for a hidden world', async () => {
    const worldId = await aWorld(app, ada)
    const { location } = await createInstanceAs(ada, worldId)
    await ada.api.call('deleteWorld', { worldId })
    const call = { userId: grace.id, body: { instanceId: location } }
    expect(await ada.api.try('inviteUser', call)).toMatchObject(NO_PLACE)
  })

  it('expires after 24 hours, and then gives no access', async () => {
    const where = await aPrivateInstance(app, ada)
    const id = await sendInvite(ada, grace, where)
    app.clock.advance(24 * HOUR - 60_000)
    expect(await grace.api.call('getNotifications')).toMatchObject([{ id }])
    app.clock.advance(60_000)
    expect(await grace.api.call('getNotifications')).toEqual([])
    expect(await enterOutcome(app, grace, where)).toBe('cannot_enter')
  })

  it.each([
    [
      'deleteNotification',
      ({ api }: TestUser, notificationId: string) => api.call('deleteNotification', { notificationId }),
    ],
    ['clearNotifications', ({ api }: TestUser) => api.call('clearNotifications')],
  ])('lets its receiver in also when %s has put it away, as clients do that have answered it', async (_name, hide) => {
    const { host, guest, where } = await aPair()
    const id = await sendInvite(host, guest, where)
    await guest.api.call('respondInvite', { notificationId: id, body: { responseSlot: 0 } })
    await hide(guest, id)
    expect(await guest.api.call('getNotifications')).toEqual([])
    expect(await guest.api.try('inviteMyselfTo', splitLocation(where))).toMatchObject({ status: 200 })
    expect(await enterOutcome(app, guest, where)).toBe('in')
  })

  it('gives no access after a block, even when it was hidden before', async () => {
    const { host, guest, where } = await aPair()
    const id = await sendInvite(host, guest, where)
    await guest.api.call('deleteNotification', { notificationId: id })
    const heard = (await feedEntriesOf(app, guest.id)).length
    await block(guest, host)
    await unblock(guest, host)
    expect(await enterOutcome(app, guest, where)).toBe('cannot_enter')
    expect(await feedEntriesOf(app, guest.id)).toHaveLength(heard)
  })

  it('is refused for a closed instance', async () => {
    const { host, guest, where } = await aPair()
    await sendInvite(host, guest, where)
    await host.api.call('closeInstance', splitLocation(where))
    const body = { instanceId: where }
    expect(await host.api.try('inviteUser', { userId: guest.id, body })).toMatchObject(NO_PLACE)
    expect(await guest.api.try('inviteMyselfTo', splitLocation(where))).toMatchObject(NO_PLACE)
    expect(await notificationsReceivedBy(app, guest, 'invite')).toHaveLength(1)
  })

  it.each([
    ['inviteUser', 'invite', { instanceId: 'x' }],
    ['requestInvite', 'request-invite', {}],
    ['respondInvite', 'respond-invite', { responseSlot: 0 }],
  ] as const)('%s is limited to 60 a minute per person', async (name, limit, body) => {
    const { limits } = app.app.services
    const { host, guest } = await aPair()
    const taken = Array.from({ length: 60 }, () => limits.take({ name: limit, points: 60, window: 60 }, host.id))
    await Promise.all(taken)
    const notificationId = newId('notification', new Date())
    const call = { userId: guest.id, notificationId, body }
    expect((await host.api.try(name, call)).status).toBe(429)
    expect((await guest.api.try(name, { ...call, userId: host.id })).status).not.toBe(429)
  })
})

describe('requestInvite', () => {
  it('sends the friend the platform and the message of the slot', async () => {
    await enterAs(app, grace, (await createInstanceAs(grace, await aWorld(app, grace))).location, 'android')
    const said = await textIn(grace, 'request', 11)
    const sent = await grace.api.call('requestInvite', { userId: ada.id, body: { requestSlot: 11 } })
    const details = { platform: 'android', requestMessage: said }
    expect(sent).toEqual({
      ...{ id: expect.stringMatching(/^not_/), type: 'requestInvite', message: said, seen: false },
      ...{ senderUserId: grace.id, senderUsername: grace.username, created_at: expect.any(String) },
      details: JSON.stringify(details),
    })
    expect((await ada.api.call('getNotifications'))[0]).toEqual(sent)
    app.clock.advance(24 * HOUR)
    expect(await ada.api.call('getNotifications')).toEqual([])
  })

  it('needs no body and no slot', async () => {
    for (const body of [undefined, {}]) {
      const sent = await grace.api.call('requestInvite', { userId: ada.id, ...(body && { body }) })
      expect(sent).toMatchObject({ message: '', details: '{"platform":"android"}' })
    }
  })

  it('sends the platform of the request', async () => {
    const body = { platform: 'standalonewindows', requestSlot: 0 }
    const sent = await grace.api.call('requestInvite', { userId: ada.id, body })
    expect(JSON.parse(sent.details)).toMatchObject({ platform: 'standalonewindows' })
    const wrong = { ...body, platform: 'a platform' }
    expect(await grace.api.try('requestInvite', { userId: ada.id, body: wrong })).toMatchObject(
      refusal(400, /^platform/),
    )
  })

  it('is only for friends', async () => {
    const { host, guest } = await aPair()
    const stranger = await aUser(app)
    expect(await stranger.api.try('requestInvite', { userId: host.id })).toMatchObject(NO_FRIEND)
    expect(await host.api.try('requestInvite', { userId: host.id })).toMatchObject(NO_FRIEND)
    expect(await host.api.try('requestInvite', { userId: NOBODY })).toMatchObject({ status: 404 })
    await suspendFriendshipOf(app, host, guest)
    expect(await guest.api.try('requestInvite', { userId: host.id })).toMatchObject(NO_FRIEND)
    expect(await notificationsReceivedBy(app, host, 'requestInvite')).toEqual([])
  })

  it.each([12, -1, 1.5, 'one', null])('refuses slot %j', async (requestSlot) => {
    const call = { userId: ada.id, body: { requestSlot } }
    expect(await grace.api.try('requestInvite', call)).toMatchObject(refusal(400, /^requestSlot/))
  })
})

describe('respondInvite', () => {
  const respond = ({ api }: TestUser, notificationId: string, responseSlot: unknown = 2) =>
    api.try('respondInvite', { notificationId, body: { responseSlot } })

  it('takes the message for an invite from the `message` collection', async () => {
    const notificationId = await sendInvite(ada, grace, place)
    const said = await textIn(grace, 'message', 2)
    const reply = await grace.api.call('respondInvite', { notificationId, body: { responseSlot: 2 } })
    expect(reply).toMatchObject({
      ...{ type: 'inviteResponse', senderUserId: grace.id, senderUsername: grace.username, message: said, seen: false },
      details: JSON.stringify({ inResponseTo: notificationId, responseMessage: said }),
    })
    expect((await ada.api.call('getNotifications'))[0]).toEqual(reply)
    const answered = await grace.api.call('getNotification', { notificationId })
    expect(answered).toMatchObject({ seen: true })
    expect((await feedEntriesOf(app, grace.id)).at(-1)).toEqual({
      ...{ kind: 'responded', type: 'invite', notificationIds: [notificationId, reply.id] },
    })
    expect((await feedEntriesOf(app, ada.id)).at(-1)).toEqual({
      ...{ kind: 'created', type: 'inviteResponse', notificationIds: [reply.id] },
    })
    app.clock.advance(24 * HOUR)
    expect(await ada.api.call('getNotifications')).toEqual([])
  })

  it('takes the message for a request from the `requestResponse` collection', async () => {
    const { id: notificationId } = await grace.api.call('requestInvite', { userId: ada.id })
    const said = await textIn(ada, 'requestResponse', 2)
    const reply = await ada.api.call('respondInvite', { notificationId, body: { responseSlot: 2 } })
    expect(reply).toMatchObject({ type: 'requestInviteResponse', senderUserId: ada.id, message: said })
    const details = { inResponseTo: notificationId, responseMessage: said, requestMessage: said }
    expect(JSON.parse(reply.details)).toEqual(details)
  })

  it('succeeds once', async () => {
    const id = await sendInvite(ada, grace, place)
    expect(await respond(grace, id)).toMatchObject({ status: 200 })
    const again = refusal(400, `"You've already responded to that request."`)
    expect(await respond(grace, id)).toMatchObject(again)
    expect(await respond(grace, id, 5)).toMatchObject(again)
    const replies = await notificationsReceivedBy(app, ada, 'inviteResponse')
    expect(replies.filter(({ relatedNotificationsId }) => relatedNotificationsId === id)).toHaveLength(1)
  })

  it('is refused for invites of the viewer', async () => {
    const own = refusal(400, '"You cannot respond to your own invites."')
    expect(await respond(ada, await sendInvite(ada, grace, place))).toMatchObject(own)
    const { id } = await ada.api.call('inviteMyselfTo', splitLocation(place))
    expect(await respond(ada, id)).toMatchObject(own)
  })

  it.each([12, -1])('is refused for slot %i', async (slot) => {
    const id = await sendInvite(ada, grace, place)
    expect(await respond(grace, id, slot)).toMatchObject(refusal(400, '"Response slot is out of bounds."'))
    expect(await respond(grace, id)).toMatchObject({ status: 200 })
  })

  it.each([undefined, 'one', 1.5, null])('refuses slot %j', async (slot) => {
    const call = { notificationId: await sendInvite(ada, grace, place), body: { responseSlot: slot } }
    expect(await grace.api.try('respondInvite', call)).toMatchObject(refusal(400, /^responseSlot/))
  })

  it('is refused for notifications that are not received invites or requests', async () => {
    const none = refusal(404, 'Notification not found')
    const id = await sendInvite(ada, grace, place)
    expect(await respond(await aUser(app), id)).toMatchObject(none)
    expect(await respond(grace, newId('notification', new Date()))).toMatchObject(none)
    expect(await respond(grace, 'not_1')).toMatchObject(none)
    const message = await aNotification(app, grace.id, { type: 'message', senderId: ada.id })
    expect(await respond(grace, message)).toMatchObject(none)
    expect(await respond(grace, await aNotification(app, grace.id, { type: 'invite' }))).toMatchObject(none)
    await grace.api.call('deleteNotification', { notificationId: id })
    expect(await respond(grace, id)).toMatchObject(none)
    const late = await sendInvite(ada, grace, place)
    app.clock.advance(24 * HOUR)
    expect(await respond(grace, late)).toMatchObject(none)
  })

  it('is refused for former friends and after a block', async () => {
    const { host, guest, where } = await aPair()
    const [first, second] = [await sendInvite(host, guest, where), await sendInvite(host, guest, where)]
    await suspendFriendshipOf(app, host, guest)
    expect(await respond(guest, first)).toMatchObject(NO_FRIEND)
    await host.api.call('unfriend', { userId: guest.id })
    expect(await respond(guest, second)).toMatchObject(NO_FRIEND)
    expect(await notificationsReceivedBy(app, host, 'inviteResponse')).toEqual([])
  })
})
