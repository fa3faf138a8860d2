import { beforeAll, describe, expect, it } from 'vitest'
import type { VRChat } from 'vrchat'
import { revokeSessions } from '../../src/areas/accounts/sessions/sessions.ts'
import { contract } from '../../src/areas/index.ts'
import { friends } from '../../src/contract/friends.ts'
import { notifications } from '../../src/contract/notifications.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aNotification } from '../support/notifications.ts'
import { aRegistration } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal, signedInUser } from './sdkClient.ts'

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
  /** Waits for an event of the client's websocket; resolves to its content. */
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

/** A new user whose client has restored its session and listens on the websocket. */
async function aMember(): Promise<Member> {
  const wanted = aRegistration()
  const { id } = signedInUser(await dataOf(sdk.make().registerUserAccount({ body: wanted })))
  if (!isId('user', id)) throw new Error(`${id} is not a user id`)
  const client = await sdk.comeBack(wanted)
  const received: Heard[] = []
  for (const type of TYPES) client.on(type, (content: unknown) => void received.push({ type, content }))
  const take = (type: string) => {
    const at = received.findIndex((one) => one.type === type)
    return at < 0 ? null : received.splice(at, 1)[0]
  }
  const next = async (type: string) => {
    let found: Heard | null | undefined
    await expect.poll(() => (found ??= take(type)), { message: type }).toBeTruthy()
    return found?.content
  }
  return { id, username: wanted.username, client, next }
}

const pathOf = ({ id: userId }: Pick<Member, 'id'>) => ({ path: { userId } })
const at = (notificationId: string) => ({ path: { notificationId } })

describe('friends by the public SDK and its websocket', () => {
  it('sends a request; the receiver gets it and accepts; both receive friend-add and later friend-delete', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const { id } = await dataOf(ada.client.friend(pathOf(grace)))
    expect(await grace.next('notification')).toMatchObject({
      id,
      type: 'friendRequest',
      senderUserId: ada.id,
      senderUsername: ada.username,
      receiverUserId: grace.id,
      details: {},
    })
    expect(await dataOf(grace.client.getFriendStatus(pathOf(ada)))).toMatchObject({ incomingRequest: true })
    await dataOf(grace.client.acceptFriendRequest(at(id)))
    expect(await ada.next('friend-add')).toMatchObject({ userId: grace.id, user: { id: grace.id, state: 'online' } })
    expect(await grace.next('friend-add')).toMatchObject({ userId: ada.id, user: { id: ada.id, isFriend: true } })
    expect(await grace.next('hide-notification')).toBe(id)
    expect(await dataOf(ada.client.getFriends({ query: { offline: false } }))).toMatchObject([{ id: grace.id }])

    await dataOf(grace.client.updateUser({ ...pathOf(grace), body: { bio: 'Out walking' } }))
    expect(await ada.next('friend-update')).toMatchObject({ userId: grace.id, user: { bio: 'Out walking' } })
    expect(await grace.next('user-update')).toMatchObject({ userId: grace.id, user: { bio: 'Out walking' } })

    await dataOf(ada.client.boop({ ...pathOf(grace), body: {} }))
    const boop = Object(await grace.next('notification'))
    expect(boop).toMatchObject({ type: 'boop', senderUserId: ada.id })
    expect(await grace.next('notification-v2')).toMatchObject({ id: boop.id, type: 'boop', version: 2 })

    const linus = await aMember()
    for (const { client } of [ada, grace]) await dataOf(client.friend(pathOf(linus)))
    for (const one of [ada, grace]) await dataOf(linus.client.friend(pathOf(one)))
    expect(await dataOf(ada.client.getMutualFriends(pathOf(grace)))).toMatchObject([{ id: linus.id }])
    expect(await dataOf(ada.client.getMutuals(pathOf(grace)))).toEqual({ friends: 1, groups: 0 })

    await dataOf(ada.client.unfriend(pathOf(grace)))
    expect(await ada.next('friend-delete')).toEqual({ userId: grace.id })
    expect(await grace.next('friend-delete')).toEqual({ userId: ada.id })
    await dataOf(grace.client.friend(pathOf(ada)))
    const { id: again } = Object(await ada.next('notification'))
    await dataOf(grace.client.deleteFriendRequest(pathOf(ada)))
    expect(await ada.next('hide-notification')).toBe(again)
  })

  it('disconnects the websocket with the session, and the friend receives friend-offline', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    await dataOf(ada.client.friend(pathOf(grace)))
    await dataOf(grace.client.friend(pathOf(ada)))
    await ada.next('friend-add')
    await revokeSessions(app.scope(), grace.id)
    await expect.poll(() => grace.client.pipeline.connected).toBe(false)
    expect(await ada.next('friend-offline')).toEqual({ userId: grace.id, platform: '' })
  })
})

describe('legacy notifications by the public SDK', () => {
  it('lists, reads, marks as seen, hides and clears them', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const { id } = await dataOf(grace.client.friend(pathOf(ada)))
    await ada.next('notification')
    const [listed] = await dataOf(ada.client.getNotifications({ query: { type: 'all', n: 10, offset: 0 } }))
    expect(listed).toMatchObject({ id, type: 'friendRequest', details: '{}', seen: false })
    expect(listed?.created_at).toBeInstanceOf(Date)
    expect(await dataOf(ada.client.getNotification(at(id)))).toEqual(listed)
    expect(await dataOf(ada.client.markNotificationAsRead(at(id)))).toMatchObject({ id, seen: true })
    expect(await ada.next('see-notification')).toBe(id)
    expect(await dataOf(ada.client.deleteNotification(at(id)))).toMatchObject({ id })
    expect(await ada.next('hide-notification')).toBe(id)
    expect(await dataOf(ada.client.getNotifications())).toEqual([])
    expect(await dataOf(ada.client.getNotifications({ query: { type: 'friendRequest', hidden: true } }))).toMatchObject(
      [{ id }],
    )

    const message = await aNotification(app, ada.id, { type: 'message', senderId: grace.id, message: 'Hello' })
    expect(await ada.next('notification')).toMatchObject({ id: message, message: 'Hello' })
    expect(await dataOf(ada.client.clearNotifications())).toMatchObject({ success: { message: 'Ok' } })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [message], version: 2 })
    expect(await sdkRefusal(ada.client.getNotification(at(message)))).toMatchObject({ status: 404 })
  })
})

describe('v2 notifications by the public SDK', () => {
  it('lists, marks as seen, responds to, replies to and removes them', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    const responses = [{ type: 'accept', data: '', icon: 'check', text: 'Fine', textKey: null }]
    const id = await aNotification(app, ada.id, { title: 'Question', senderId: grace.id, canReply: true, responses })
    expect(await ada.next('notification-v2')).toMatchObject({ id, title: 'Question', responses })
    const [listed] = await dataOf(ada.client.getNotificationV2S({ query: { limit: 10 } }))
    expect(listed).toMatchObject({ id, version: 2, seen: false })
    expect(listed?.createdAt).toBeInstanceOf(Date)
    expect(await dataOf(ada.client.acknowledgeNotificationV2(at(id)))).toMatchObject({ id, seen: true })
    expect(await ada.next('notification-v2-update')).toEqual({ id, version: 2, updates: { seen: true } })

    await dataOf(ada.client.replyNotificationV2({ ...at(id), body: { text: 'Perhaps' } }))
    const reply = Object(await grace.next('notification-v2'))
    expect(reply).toMatchObject({ message: 'Perhaps', relatedNotificationsId: id, senderUserId: ada.id })
    expect(await ada.next('response-notification')).toEqual({
      notificationId: id,
      receiverId: grace.id,
      responseId: reply.id,
    })
    const body = { responseType: 'accept', responseData: '' }
    expect(await dataOf(ada.client.respondNotificationV2({ ...at(id), body }))).toMatchObject({ id, responses: [] })
    expect(await ada.next('response-notification')).toMatchObject({ notificationId: id, responseId: '' })

    expect(await dataOf(ada.client.deleteNotificationV2(at(id)))).toMatchObject({
      success: { message: 'Notification cleared.' },
    })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [id], version: 2 })
    const more = await aNotification(app, ada.id)
    expect(await dataOf(ada.client.deleteAllNotificationV2S())).toMatchObject({
      success: { message: 'Notifications cleared.' },
    })
    expect(await ada.next('notification-v2-delete')).toEqual({ ids: [more], version: 2 })
    expect(await dataOf(ada.client.getNotificationV2S())).toEqual([])
  })

  it('lets only admins read a single one', async () => {
    const ada = await aMember()
    const id = await aNotification(app, ada.id, { title: 'Notice' })
    expect(await sdkRefusal(ada.client.getNotificationV2(at(id)))).toMatchObject({ status: 403 })
    const wanted = aRegistration()
    const { id: adminId } = signedInUser(await dataOf(sdk.make().registerUserAccount({ body: wanted })))
    await app.scope().db.user.update({ where: { id: adminId }, data: { admin: true } })
    const admin = await sdk.comeBack(wanted)
    expect(await dataOf(admin.getNotificationV2(at(id)))).toMatchObject({ id, title: 'Notice' })
  })
})

describe('the tests above', () => {
  it('calls every SDK method of friends and notifications', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(Object.keys({ ...friends, ...notifications })))
    const methods = methodsOf({ ...friends, ...notifications })
    expect(methods.length).toBe(20)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
