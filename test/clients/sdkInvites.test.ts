import { beforeAll, describe, expect, it } from 'vitest'
import { invites } from '../../src/contract/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { partsOf } from '../support/instances.ts'
import { aWorld } from '../support/worlds.ts'
import { aMember, type Member } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
let ada: Member
let grace: Member
let location: string
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
  ;[ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
  await ok(ada.client.friend({ path: { userId: grace.id } }))
  await ok(grace.client.friend({ path: { userId: ada.id } }))
  const worldId = await aWorld(app, ada)
  const body = { worldId, type: 'private', region: 'eu', ownerId: ada.id } as const
  ;({ location } = await ok(ada.client.createInstance({ body })))
})

const slotOf = (member: Member, slot: number) => ({ userId: member.id, messageType: 'message', slot }) as const
/** The newest notification that somebody has. */
const newest = async ({ client }: Member) => (await ok(client.getNotifications())).at(0)

describe('invites by the public SDK', () => {
  it('edits a slot, invites with it, and is answered once', async () => {
    const path = slotOf(ada, 4)
    const edited = await ok(ada.client.updateInviteMessage({ path, body: { message: 'Come over' } }))
    expect(edited[4]).toMatchObject({ slot: 4, message: 'Come over', canBeUpdated: false })
    expect(edited[4]?.updatedAt).toBeInstanceOf(Date)
    expect(await ok(ada.client.getInviteMessages({ path }))).toEqual(edited)
    expect(await ok(ada.client.getInviteMessage({ path }))).toEqual(edited[4])
    expect(await refusal(ada.client.resetInviteMessage({ path }))).toMatchObject({ status: 429 })

    const body = { instanceId: location, messageSlot: 4 }
    const sent = await ok(ada.client.inviteUser({ path: { userId: grace.id }, body }))
    expect(sent).toMatchObject({ type: 'invite', details: { worldId: location, inviteMessage: 'Come over' } })
    expect(await newest(grace)).toMatchObject({ id: sent.id, type: 'invite', message: 'Come over' })

    const reply = { path: { notificationId: sent.id }, body: { responseSlot: 0 } }
    const answered = await ok(grace.client.respondInvite(reply))
    expect(answered).toMatchObject({ type: 'inviteResponse', senderUserId: grace.id })
    expect(await newest(ada)).toMatchObject({ id: answered.id, type: 'inviteResponse', message: answered.message })
    expect(await refusal(grace.client.respondInvite(reply))).toMatchObject({ status: 400 })
    app.clock.advance(3_600_000)
    expect((await ok(ada.client.resetInviteMessage({ path })))[4]?.canBeUpdated).toBe(true)
  })

  it('asks for an invite and is answered', async () => {
    const asked = await ok(grace.client.requestInvite({ path: { userId: ada.id }, body: { requestSlot: 1 } }))
    expect(asked).toMatchObject({ type: 'requestInvite', senderUserId: grace.id })
    const reply = { path: { notificationId: asked.id }, body: { responseSlot: 2 } }
    const answered = await ok(ada.client.respondInvite(reply))
    expect(await newest(grace)).toMatchObject({ id: answered.id, type: 'requestInviteResponse' })
    expect(await ok(grace.client.requestInvite({ path: { userId: ada.id } }))).toMatchObject({ message: '' })
  })

  it('does all of it with photos', async () => {
    const image = new Blob([new Uint8Array(await aPicture(64))], { type: 'image/png' })
    const photographed = expect.stringMatching(/\/api\/1\/file\/file_/)
    const path = { userId: grace.id }
    const data = { instanceId: location, messageSlot: 0 }
    const sent = await ok(ada.client.inviteUserWithPhoto({ path, body: { data, image } }))
    expect(sent.details).toMatchObject({ worldId: location, imageUrl: photographed })
    const reply = { path: { notificationId: sent.id }, body: { data: { responseSlot: 5 }, image } }
    const answered = await ok(grace.client.respondInviteWithPhoto(reply))
    expect(answered).toMatchObject({ type: 'inviteResponse', senderUserId: grace.id })
    const asked = await ok(ada.client.requestInviteWithPhoto({ path, body: { data: {}, image } }))
    expect(asked).toMatchObject({ type: 'requestInvite', senderUserId: ada.id })
    expect(await app.scope().db.file.count({ where: { tags: { has: 'invitePhoto' } } })).toBe(3)
  })

  it('invites itself', async () => {
    expect(await ok(ada.client.inviteMyselfTo({ path: partsOf(location) }))).toMatchObject({
      ...{ type: 'invite', senderUserId: ada.id, receiverUserId: ada.id, details: { worldId: location } },
    })
  })

  it('has called every operation of the area', () => {
    expect(methodsOf(invites).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
