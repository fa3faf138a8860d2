import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { friendshipCreated } from '../../../src/areas/friends/events.ts'
import { erasers } from '../../../src/areas/index.ts'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend, feedEntriesOf, friendStatusesOf, recordFriendshipEvents } from '../../support/friends.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date())
const NO_REQUEST = newId('friendRequest', new Date())

const [STRANGER, FRIEND, ASKED, ASKING] = [
  { isFriend: false, incomingRequest: false, outgoingRequest: false },
  { isFriend: true, incomingRequest: false, outgoingRequest: false },
  { isFriend: false, incomingRequest: true, outgoingRequest: false },
  { isFriend: false, incomingRequest: false, outgoingRequest: true },
]

const ask = (one: TestUser, other: TestUser) => one.api.call('friend', { userId: other.id })
const accept = (person: TestUser, notificationId: string) => person.api.try('acceptFriendRequest', { notificationId })
const count = (id: string) => app.scope().db.notification.count({ where: { id } })

describe('friend', () => {
  it('returns the request with the type and id prefix that clients expect', async () => {
    const request = await ask(ada, grace)
    expect(request).toMatchObject({ type: 'friendRequest', senderUserId: ada.id, details: '{}', seen: false })
    expect(request.senderUsername).toBe(ada.username)
    expect(request.id).toMatch(/^frq_/)
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: ASKING, back: ASKED })
    expect(await feedEntriesOf(app, grace.id)).toEqual([
      { kind: 'created', type: 'friendRequest', notificationIds: [request.id] },
    ])
    expect(await feedEntriesOf(app, ada.id)).toEqual([])
  })

  it('accepts the body that some clients send with every request', async () => {
    expect(await ada.api.try('friend', { userId: grace.id, body: {} })).toMatchObject({ status: 200 })
  })

  it('is refused while a request is pending, even when it was hidden by the receiver', async () => {
    const { id } = await ask(ada, grace)
    const again = refusal(400, 'This user has already been sent a friend request')
    expect(await ada.api.try('friend', { userId: grace.id })).toMatchObject(again)
    await app.scope().db.notification.update({ where: { id }, data: { hiddenAt: app.clock.now() } })
    expect(await ada.api.try('friend', { userId: grace.id })).toMatchObject(again)
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: ASKING, back: ASKED })
  })

  it('is refused for friends', async () => {
    await befriend(ada, grace)
    for (const [one, other] of [
      [ada, grace],
      [grace, ada],
    ] as const)
      expect(await one.api.try('friend', { userId: other.id })).toMatchObject(refusal(400, 'Users are already friends'))
  })

  it('accepts the pending request of the other person, and returns it', async () => {
    const created = recordFriendshipEvents(app, friendshipCreated)
    const request = await ask(ada, grace)
    expect(await ask(grace, ada)).toMatchObject({ id: request.id, senderUserId: ada.id, type: 'friendRequest' })
    created.stop()
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: FRIEND, back: FRIEND })
    expect(await count(request.id)).toBe(0)
    expect(created.recorded.sort()).toEqual([`${ada.id} ${grace.id}`, `${grace.id} ${ada.id}`].sort())
  })

  it('accepts a hidden request of the other person', async () => {
    const { id } = await ask(ada, grace)
    await app.scope().db.notification.update({ where: { id }, data: { hiddenAt: app.clock.now() } })
    expect(await ask(grace, ada)).toMatchObject({ id })
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: FRIEND, back: FRIEND })
  })

  it('is refused for an unknown id, an erased account and a system account', async () => {
    const gone = await aUser(app)
    await gone.api.call('deleteUser', { userId: gone.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    for (const userId of [NOBODY, gone.id, PLATFORM_USER_ID])
      expect(await ada.api.try('friend', { userId })).toMatchObject(refusal(404, "user doesn't exist!"))
    expect(await ada.api.try('friend', { userId: 'nobody' })).toMatchObject({ status: 404 })
  })

  it('is refused for the viewer', async () => {
    expect(await ada.api.try('friend', { userId: ada.id })).toMatchObject(refusal(400, /your own friend/))
    expect(await ada.api.call('getFriendStatus', { userId: ada.id })).toEqual(STRANGER)
  })

  it('is limited to 30 requests an hour per person', async () => {
    const { limits } = app.app.services
    for (let tries = 0; tries < 29; tries++)
      await limits.take({ name: 'friend-request', points: 30, window: 3600 }, ada.id)
    await ask(ada, grace)
    const third = await aUser(app)
    const refused = await ada.api.try('friend', { userId: third.id })
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await ask(grace, third)
  })
})

describe('acceptFriendRequest', () => {
  it('creates the friendship, deletes the request and notifies both', async () => {
    const { id } = await ask(ada, grace)
    const created = recordFriendshipEvents(app, friendshipCreated)
    expect(await grace.api.call('acceptFriendRequest', { notificationId: id })).toEqual({
      success: { message: 'Ok', status_code: 200 },
    })
    created.stop()
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: FRIEND, back: FRIEND })
    expect(created.recorded.sort()).toEqual([`${ada.id} ${grace.id}`, `${grace.id} ${ada.id}`].sort())
    expect(await feedEntriesOf(app, grace.id)).toEqual([
      { kind: 'created', type: 'friendRequest', notificationIds: [id] },
      { kind: 'deleted', type: 'friendRequest', notificationIds: [id] },
    ])
    expect(await count(id)).toBe(0)
  })

  it('accepts a hidden request', async () => {
    const { id } = await ask(ada, grace)
    await app.scope().db.notification.update({ where: { id }, data: { hiddenAt: app.clock.now() } })
    expect(await accept(grace, id)).toMatchObject({ status: 200 })
  })

  it('is only for the receiver: not for the sender, others or admins', async () => {
    const { id } = await ask(ada, grace)
    const none = refusal(404, 'that friend request could not be found')
    for (const person of [ada, await aUser(app), await anAdmin(app)])
      expect(await accept(person, id)).toMatchObject(none)
    expect(await accept(anonymous(), id)).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: ASKING, back: ASKED })
  })

  it('is refused for an unknown, accepted or cancelled request and for another notification', async () => {
    const { id } = await ask(ada, grace)
    await accept(grace, id)
    const none = refusal(404, 'that friend request could not be found')
    expect(await accept(grace, id)).toMatchObject(none)
    expect(await accept(grace, NO_REQUEST)).toMatchObject(none)
    const third = await aUser(app)
    const back = await ask(third, grace)
    await third.api.call('deleteFriendRequest', { userId: grace.id })
    expect(await accept(grace, back.id)).toMatchObject(none)
    await ada.api.call('boop', { userId: grace.id, body: {} })
    const { id: boop } = await app.scope().db.notification.findFirstOrThrow({ where: { receiverId: grace.id } })
    expect(await accept(grace, boop)).toMatchObject(none)
    expect(await accept(grace, 'frq_1')).toMatchObject({ status: 404 })
  })
})

const anonymous = () => ({ ...ada, api: aRestClient(app) })

describe('deleteFriendRequest', () => {
  const deleted = { success: { message: 'Friendship request deleted', status_code: 200 } }

  it('cancels a sent request', async () => {
    const { id } = await ask(ada, grace)
    expect(await ada.api.call('deleteFriendRequest', { userId: grace.id })).toEqual(deleted)
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: STRANGER, back: STRANGER })
    expect((await feedEntriesOf(app, grace.id)).at(-1)).toEqual({
      kind: 'deleted',
      type: 'friendRequest',
      notificationIds: [id],
    })
    await ask(ada, grace)
  })

  it('deletes a received and hidden request, ignoring any body', async () => {
    const { id } = await ask(ada, grace)
    await app.scope().db.notification.update({ where: { id }, data: { hiddenAt: app.clock.now() } })
    const call = { userId: ada.id, body: { notificationId: id } }
    expect(await grace.api.try('deleteFriendRequest', call)).toMatchObject({ status: 200, body: deleted })
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: STRANGER, back: STRANGER })
    await ask(ada, grace)
  })

  it('is refused without a request: for strangers, friends, requests of others and an unknown person', async () => {
    const none = refusal(404, 'that friend request could not be found')
    const third = await aUser(app)
    await ask(ada, grace)
    expect(await third.api.try('deleteFriendRequest', { userId: grace.id })).toMatchObject(none)
    expect(await third.api.try('deleteFriendRequest', { userId: ada.id })).toMatchObject(none)
    expect(await ada.api.try('deleteFriendRequest', { userId: NOBODY })).toMatchObject(none)
    expect(await ada.api.try('deleteFriendRequest', { userId: ada.id })).toMatchObject(none)
    await ask(grace, ada)
    expect(await ada.api.try('deleteFriendRequest', { userId: grace.id })).toMatchObject(none)
    expect(await friendStatusesOf(ada, grace)).toEqual({ there: FRIEND, back: FRIEND })
  })
})

describe('getFriendStatus', () => {
  it('reveals no relation between others, and is refused for an unknown id', async () => {
    await ask(ada, grace)
    const third = await aUser(app)
    for (const { id } of [ada, grace]) expect(await third.api.call('getFriendStatus', { userId: id })).toEqual(STRANGER)
    expect(await third.api.try('getFriendStatus', { userId: NOBODY })).toMatchObject(
      refusal(404, `User ${NOBODY} not found`),
    )
  })
})
