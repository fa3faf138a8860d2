import { beforeAll, describe, expect, it } from 'vitest'
import { invites } from '../../src/contract/invites.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage } from '../support/files.ts'
import { splitLocation } from '../support/instances.ts'
import { aWorld } from '../support/worlds.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
let ada: SdkUser
let grace: SdkUser
let location: string
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
  ;[ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
  await dataOf(ada.client.friend({ path: { userId: grace.id } }))
  await dataOf(grace.client.friend({ path: { userId: ada.id } }))
  const worldId = await aWorld(app, ada)
  const body = { worldId, type: 'private', region: 'eu', ownerId: ada.id } as const
  ;({ location } = await dataOf(ada.client.createInstance({ body })))
})

const slotOf = (member: SdkUser, slot: number) => ({ userId: member.id, messageType: 'message', slot }) as const
/** The newest notification of a user. */
const newest = async ({ client }: SdkUser) => (await dataOf(client.getNotifications())).at(0)

describe('invites by the public SDK', () => {
  it('edits a message slot, invites with it, and gets one response', async () => {
    const path = slotOf(ada, 4)
    const edited = await dataOf(ada.client.updateInviteMessage({ path, body: { message: 'Come over' } }))
    expect(edited[4]).toMatchObject({ slot: 4, message: 'Come over', canBeUpdated: false })
    expect(edited[4]?.updatedAt).toBeInstanceOf(Date)
    expect(await dataOf(ada.client.getInviteMessages({ path }))).toEqual(edited)
    expect(await dataOf(ada.client.getInviteMessage({ path }))).toEqual(edited[4])
    expect(await sdkRefusal(ada.client.resetInviteMessage({ path }))).toMatchObject({ status: 429 })

    const body = { instanceId: location, messageSlot: 4 }
    const sent = await dataOf(ada.client.inviteUser({ path: { userId: grace.id }, body }))
    expect(sent).toMatchObject({ type: 'invite', details: { worldId: location, inviteMessage: 'Come over' } })
    expect(await newest(grace)).toMatchObject({ id: sent.id, type: 'invite', message: 'Come over' })

    const reply = { path: { notificationId: sent.id }, body: { responseSlot: 0 } }
    const answered = await dataOf(grace.client.respondInvite(reply))
    expect(answered).toMatchObject({ type: 'inviteResponse', senderUserId: grace.id })
    expect(await newest(ada)).toMatchObject({ id: answered.id, type: 'inviteResponse', message: answered.message })
    expect(await sdkRefusal(grace.client.respondInvite(reply))).toMatchObject({ status: 400 })
    app.clock.advance(3_600_000)
    expect((await dataOf(ada.client.resetInviteMessage({ path })))[4]?.canBeUpdated).toBe(true)
  })

  it('requests an invite and gets a response', async () => {
    const request = await dataOf(grace.client.requestInvite({ path: { userId: ada.id }, body: { requestSlot: 1 } }))
    expect(request).toMatchObject({ type: 'requestInvite', senderUserId: grace.id })
    const reply = { path: { notificationId: request.id }, body: { responseSlot: 2 } }
    const answered = await dataOf(ada.client.respondInvite(reply))
    expect(await newest(grace)).toMatchObject({ id: answered.id, type: 'requestInviteResponse' })
    expect(await dataOf(grace.client.requestInvite({ path: { userId: ada.id } }))).toMatchObject({ message: '' })
  })

  it('invites, requests and responds with photos', async () => {
    const image = new Blob([new Uint8Array(await anImage(64))], { type: 'image/png' })
    const photographed = expect.stringMatching(/\/api\/1\/file\/file_/)
    const path = { userId: grace.id }
    const data = { instanceId: location, messageSlot: 0 }
    const sent = await dataOf(ada.client.inviteUserWithPhoto({ path, body: { data, image } }))
    expect(sent.details).toMatchObject({ worldId: location, imageUrl: photographed })
    const reply = { path: { notificationId: sent.id }, body: { data: { responseSlot: 5 }, image } }
    const answered = await dataOf(grace.client.respondInviteWithPhoto(reply))
    expect(answered).toMatchObject({ type: 'inviteResponse', senderUserId: grace.id })
    const request = await dataOf(ada.client.requestInviteWithPhoto({ path, body: { data: {}, image } }))
    expect(request).toMatchObject({ type: 'requestInvite', senderUserId: ada.id })
    expect(await app.scope().db.file.count({ where: { tags: { has: 'invitePhoto' } } })).toBe(3)
  })

  it('invites itself', async () => {
    expect(await dataOf(ada.client.inviteMyselfTo({ path: splitLocation(location) }))).toMatchObject({
      ...{ type: 'invite', senderUserId: ada.id, receiverUserId: ada.id, details: { worldId: location } },
    })
  })

  it('calls every operation of the area', () => {
    expect(methodsOf(invites).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
