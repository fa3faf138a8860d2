import { beforeAll, describe, expect, it } from 'vitest'
import type { VRChat } from 'vrchat'
import { revokeSessions } from '../../src/areas/accounts/sessions.ts'
import { contract, friends, notifications } from '../../src/contract/index.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { tell } from '../support/notifications.ts'
import { aRegistration } from '../support/people.ts'
import { methodsOf, ok, person, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

interface Heard {
  readonly type: string
  readonly content: unknown
}

interface Member {
  readonly id: UserId
  readonly username: string
  readonly client: VRChat
  /** Waits for an event of the client's websocket; answers what it says. */
  next(type: string): Promise<unknown>
}

const TYPES = [
  'notification',
  'see-notification',
  'hide-notification',
  'response-notification',
  'notification-v2',
  'notification-v2-update',
  'notification-v2-delete',
  'friend-add',
  'friend-delete',
  'friend-online',
  'friend-offline',
  'friend-update',
  'user-update',
] as const

/** Somebody new whose client has come back and hears. */
async function aMember(): Promise<Member> {
  const wanted = aRegistration()
  const { id } = person(await ok(sdk.make().registerUserAccount({ body: wanted })))
  if (!isId('user', id)) throw new Error(`${id} is no id of a user`)
  const client = await sdk.comeBack(wanted)
  const heard: Heard[] = []
  for (const type of TYPES) client.on(type, (content: unknown) => void heard.push({ type, content }))
  const take = (type: string) => {
    const at = heard.findIndex((one) => one.type === type)
    return at < 0 ? null : heard.splice(at, 1)[0]
  }
  const next = async (type: string) => {
    let found: Heard | null | undefined
    await expect.poll(() => (found ??= take(type)), { timeout: 5_000, message: type }).toBeTruthy()
    return found?.content
  }
  return { id, username: wanted.username, client, next }
}

const pathOf = ({ id: userId }: Pick<Member, 'id'>) => ({ path: { userId } })
const at = (notificationId: string) => ({ path: { notificationId } })

describe('friends by the public SDK and its websocket', () => {
  it('asks; hears of it, accepts; both hear that they are friends, and again that they are not', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const { id } = await ok(ada.client.friend(pathOf(grace)))
    expect(await grace.next('notification')).toMatchObject({
      id,
      type: 'friendRequest',
      senderUserId: ada.id,
      senderUsername: ada.username,
      receiverUserId: grace.id,
      details: {},
    })
    expect(await ok(grace.client.getFriendStatus(pathOf(ada)))).toMatchObject({ incomingRequest: true })
    await ok(grace.client.acceptFriendRequest(at(id)))
    expect(await ada.next('friend-add')).toMatchObject({ userId: grace.id, user: { id: grace.id, state: 'online' } })
    expect(await grace.next('friend-add')).toMatchObject({ userId: ada.id, user: { id: ada.id, isFriend: true } })
    expect(await grace.next('hide-notification')).toBe(id)
    expect(await ok(ada.client.getFriends({ query: { offline: false } }))).toMatchObject([{ id: grace.id }])

    await ok(grace.client.updateUser({ ...pathOf(grace), body: { bio: 'Out walking' } }))
    expect(await ada.next('friend-update')).toMatchObject({ userId: grace.id, user: { bio: 'Out walking' } })
    expect(await grace.next('user-update')).toMatchObject({ userId: grace.id, user: { bio: 'Out walking' } })

    await ok(ada.client.boop({ ...pathOf(grace), body: {} }))
    const boop = Object(await grace.next('notification'))
    expect(boop).toMatchObject({ type: 'boop', senderUserId: ada.id })
    expect(await grace.next('notification-v2')).toMatchObject({ id: boop.id, type: 'boop', version: 2 })

    const linus = await aMember()
    for (const { client } of [ada, grace]) await ok(client.friend(pathOf(linus)))
    for (const one of [ada, grace]) await ok(linus.client.friend(pathOf(one)))
    expect(await ok(ada.client.getMutualFriends(pathOf(grace)))).toMatchObject([{ id: linus.id }])
    expect(await ok(ada.client.getMutuals(pathOf(grace)))).toEqual({ friends: 1, groups: 0 })

    await ok(ada.client.unfriend(pathOf(grace)))
    expect(await ada.next('friend-delete')).toEqual({ userId: grace.id })
    expect(await grace.next('friend-delete')).toEqual({ userId: ada.id })
    await ok(grace.client.friend(pathOf(ada)))
    const { id: again } = Object(await ada.next('notification'))
    await ok(grace.client.deleteFriendRequest(pathOf(ada)))
    expect(await ada.next('hide-notification')).toBe(again)
  })

  it('is cut off with the session, and the friend hears that nobody is there any more', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    await ok(ada.client.friend(pathOf(grace)))
    await ok(grace.client.friend(pathOf(ada)))
    await ada.next('friend-add')
    await revokeSessions(app.scope(), grace.id)
    await expect.poll(() => grace.client.pipeline.connected).toBe(false)
    expect(await ada.next('friend-offline')).toEqual({ userId: grace.id, platform: '' })
  })
})

describe('notifications of the legacy generation by the public SDK', () => {
  it('lists, reads, sees, hides and clears them', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const { id } = await ok(grace.client.friend(pathOf(ada)))
    await ada.next('notification')
    const [listed] = await ok(ada.client.getNotifications({ query: { type: 'all', n: 10, offset: 0 } }))
    expect(listed).toMatchObject({ id, type: 'friendRequest', details: '{}', seen: false })
    expect(listed?.created_at).toBeInstanceOf(Date)
    expect(await ok(ada.client.getNotification(at(id)))).toEqual(listed)
    expect(await ok(ada.client.markNotificationAsRead(at(id)))).toMatchObject({ id, seen: true })
    expect(await ada.next('see-notification')).toBe(id)
    expect(await ok(ada.client.deleteNotification(at(id)))).toMatchObject({ id })
    expect(await ada.next('hide-notification')).toBe(id)
    expect(await ok(ada.client.getNotifications())).toEqual([])
    expect(await ok(ada.client.getNotifications({ query: { type: 'friendRequest', hidden: true } }))).toMatchObject([
      { id },
    ])

    const message = await tell(app, ada.id, { type: 'message', senderId: grace.id, message: 'Hello' })
    expect(await ada.next('notification')).toMatchObject({ id: message, message: 'Hello' })
    expect(await ok(ada.client.clearNotifications())).toMatchObject({ success: { message: 'Ok' } })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [message], version: 2 })
    expect(await refusal(ada.client.getNotification(at(message)))).toMatchObject({ status: 404 })
  })
})

describe('notifications of the second generation by the public SDK', () => {
  it('lists, sees, answers, replies to and removes them', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const responses = [{ type: 'accept', data: '', icon: 'check', text: 'Fine', textKey: null }]
    const id = await tell(app, ada.id, { title: 'Question', senderId: grace.id, canReply: true, responses })
    expect(await ada.next('notification-v2')).toMatchObject({ id, title: 'Question', responses })
    const [listed] = await ok(ada.client.getNotificationV2S({ query: { limit: 10 } }))
    expect(listed).toMatchObject({ id, version: 2, seen: false })
    expect(listed?.createdAt).toBeInstanceOf(Date)
    expect(await ok(ada.client.acknowledgeNotificationV2(at(id)))).toMatchObject({ id, seen: true })
    expect(await ada.next('notification-v2-update')).toEqual({ id, version: 2, updates: { seen: true } })

    await ok(ada.client.replyNotificationV2({ ...at(id), body: { text: 'Perhaps' } }))
    const reply = Object(await grace.next('notification-v2'))
    expect(reply).toMatchObject({ message: 'Perhaps', relatedNotificationsId: id, senderUserId: ada.id })
    expect(await ada.next('response-notification')).toEqual({
      notificationId: id,
      receiverId: grace.id,
      responseId: reply.id,
    })
    const body = { responseType: 'accept', responseData: '' }
    expect(await ok(ada.client.respondNotificationV2({ ...at(id), body }))).toMatchObject({ id, responses: [] })
    expect(await ada.next('response-notification')).toMatchObject({ notificationId: id, responseId: '' })

    expect(await ok(ada.client.deleteNotificationV2(at(id)))).toMatchObject({
      success: { message: 'Notification cleared.' },
    })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [id], version: 2 })
    const more = await tell(app, ada.id)
    expect(await ok(ada.client.deleteAllNotificationV2S())).toMatchObject({
      success: { message: 'Notifications cleared.' },
    })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [more], version: 2 })
    expect(await ok(ada.client.getNotificationV2S())).toEqual([])
  })

  it('reads one of them for admins only', async () => {
    const ada = await aMember()
    const id = await tell(app, ada.id, { title: 'Notice' })
    expect(await refusal(ada.client.getNotificationV2(at(id)))).toMatchObject({ status: 403 })
    const wanted = aRegistration()
    const { id: adminId } = person(await ok(sdk.make().registerUserAccount({ body: wanted })))
    await app.scope().db.user.update({ where: { id: adminId }, data: { admin: true } })
    const admin = await sdk.comeBack(wanted)
    expect(await ok(admin.getNotificationV2(at(id)))).toMatchObject({ id, title: 'Notice' })
  })
})

describe('the tests above', () => {
  it('called every method of friends and notifications', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(Object.keys({ ...friends, ...notifications })))
    const methods = methodsOf({ ...friends, ...notifications })
    expect(methods.length).toBe(21)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
