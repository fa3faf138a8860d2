import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { anImage, anUploadedFile, BINARY_FILE, IMAGE_FILE } from '../../support/files.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs, enterOutcome, splitLocation } from '../../support/instances.ts'
import { aPrivateInstance, sendInvite } from '../../support/invites.ts'
import { aNotification } from '../../support/notifications.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
let adas: GraphClient
let graces: GraphClient
let place: string
beforeAll(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  ;[adas, graces] = [aGraphClient(app, ada.api), aGraphClient(app, grace.api)]
  await befriend(ada, grace)
  place = await aPrivateInstance(app, ada)
})

const Messages = graphql(`
  query InviteMessages($type: InviteMessageType!) {
    viewer {
      inviteMessages(type: $type) {
        id type slot message updatedAt viewerCanUpdate remainingCooldownMinutes updatableAt
      }
    }
  }
`)
const MessagesOf = graphql(`
  query InviteMessagesOf($userId: ID!) {
    inviteMessages(userId: $userId, type: REQUEST) { id slot message }
  }
`)
const Message = graphql(`
  query InviteMessage($id: ID!) {
    node(id: $id) { id ... on InviteMessage { slot message viewerCanUpdate } }
  }
`)
const Edit = graphql(`
  mutation UpdateInviteMessage($input: UpdateInviteMessageInput!) {
    updateInviteMessage(input: $input) {
      inviteMessage { id slot message viewerCanUpdate remainingCooldownMinutes updatableAt updatedAt }
    }
  }
`)
const Reset = graphql(`
  mutation ResetInviteMessage($input: ResetInviteMessageInput!) {
    resetInviteMessage(input: $input) {
      inviteMessage { id slot message viewerCanUpdate remainingCooldownMinutes updatableAt }
    }
  }
`)
const InviteUser = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) {
      sentInvite {
        notificationId type message receiver { id } createdAt expiresAt
        invite { location instance { id } world { id } worldName message imageUrl platform inResponseToId }
      }
      viewer { user { id } }
    }
  }
`)
const InviteMyself = graphql(`
  mutation InviteMyself($input: InviteMyselfToInput!) {
    inviteMyselfTo(input: $input) {
      instance { id }
      notification { id type sender { id } }
      notificationEdge { cursor node { id } }
    }
  }
`)
const RequestInvite = graphql(`
  mutation RequestInvite($input: RequestInviteInput!) {
    requestInvite(input: $input) {
      sentInvite { notificationId type message receiver { id } invite { location world { id } message imageUrl platform } }
    }
  }
`)
const Respond = graphql(`
  mutation RespondInvite($input: RespondInviteInput!) {
    respondInvite(input: $input) {
      sentInvite { notificationId type message receiver { id } invite { message imageUrl inResponseToId } }
      notification { id type seenAt respondedAt }
      viewer { unreadNotificationCount }
    }
  }
`)
const Received = graphql(`
  query ReceivedInvites($first: Int) {
    viewer {
      notifications(first: $first) {
        nodes {
          id type message imageUrl relatedNotificationId
          invite { location worldName world { name } message imageUrl platform inResponseToId }
        }
      }
    }
  }
`)

/** Latest notification of a person. */
const newest = async (graph: GraphClient) => (await graph.run(Received, { first: 1 })).viewer?.notifications.nodes[0]

describe('invite messages in the graph', () => {
  it('are twelve in each collection, changed and reset by the rules of REST', async () => {
    const at = { type: 'REQUEST_RESPONSE', slot: 7 } as const
    const before = (await adas.run(Messages, { type: at.type })).viewer?.inviteMessages ?? []
    expect(before.map(({ slot }) => slot)).toEqual(Array.from({ length: 12 }, (_, slot) => slot))
    const edited = (await adas.run(Edit, { input: { ...at, message: ' Tomorrow ' } })).updateInviteMessage.inviteMessage
    expect(edited).toMatchObject({
      ...{ id: before[7]?.id, slot: 7, message: 'Tomorrow', viewerCanUpdate: false, remainingCooldownMinutes: 60 },
    })
    const left = Date.parse(String(edited.updatableAt)) - Date.parse(String(edited.updatedAt))
    expect(Math.abs(left - 3_600_000)).toBeLessThan(60_000)
    const again = await adas.send(Edit.toString(), { input: { ...at, message: 'Later' } })
    expect(again.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }])
    expect(await adas.refusalCodes(Reset, { input: at })).toEqual(['RATE_LIMITED'])
    app.clock.advance(3_600_000)
    const { updatedAt: _, ...first } = before[7] ?? { updatedAt: null }
    const reset = (await adas.run(Reset, { input: at })).resetInviteMessage.inviteMessage
    expect(first).toMatchObject(reset)
    expect(await adas.refusalCodes(Reset, { input: at })).toEqual(['NOT_FOUND'])
  })

  it('attach an image of another person only for admins, in one audited act', async () => {
    const admin = await anAdmin(app)
    await befriend(admin, grace)
    const fileId = (await anUploadedFile(app, ada, await anImage(64), IMAGE_FILE)).id
    const where = (await createInstanceAs(admin, await aWorld(app, admin))).location
    const graph = aGraphClient(app, admin.api)
    const input = { userId: grace.id, location: where, fileId }
    const { added } = await auditRowsAddedBy(app, () => graph.run(InviteUser, { input }))
    expect(added).toMatchObject([{ actorId: admin.id, act: 'inviteUser' }])
  })

  it('are refused by code', async () => {
    const at = { type: 'MESSAGE', slot: 1 } as const
    for (const message of ['', ' ', 'x'.repeat(65), 'two\nlines'])
      expect(await adas.refusalCodes(Edit, { input: { ...at, message } })).toEqual(['BAD_INPUT'])
    for (const slot of [-1, 12]) {
      expect(await adas.refusalCodes(Edit, { input: { ...at, slot, message: 'x' } })).toEqual(['BAD_INPUT'])
      expect(await adas.refusalCodes(Reset, { input: { ...at, slot } })).toEqual(['BAD_INPUT'])
    }
    const others = { ...at, userId: grace.id }
    expect(await adas.refusalCodes(Edit, { input: { ...others, message: 'x' } })).toEqual(['FORBIDDEN'])
    expect(await adas.refusalCodes(Reset, { input: others })).toEqual(['FORBIDDEN'])
    expect(await adas.refusalCodes(MessagesOf, { userId: grace.id })).toEqual(['FORBIDDEN'])
    expect(await adas.refusalCodes(Edit, { input: { ...at, userId: 'nobody', message: 'x' } })).toEqual(['NOT_FOUND'])
  })

  it('are found by id by their owner, and by owner by admins', async () => {
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const listed = (await admin.run(MessagesOf, { userId: ada.id })).inviteMessages ?? []
    expect(listed).toHaveLength(12)
    const [id = '', message] = [listed[2]?.id, listed[2]?.message]
    expect((await adas.run(Message, { id })).node).toEqual({ id, slot: 2, message, viewerCanUpdate: true })
    expect((await graces.run(Message, { id })).node).toBeNull()
    const input = { userId: ada.id, type: 'REQUEST', slot: 2, message: 'By an admin' } as const
    expect((await admin.run(Edit, { input })).updateInviteMessage.inviteMessage).toMatchObject({
      id,
      message: 'By an admin',
    })
    expect((await adas.run(Message, { id })).node).toMatchObject({ message: 'By an admin', viewerCanUpdate: false })
  })
})

describe('invites in the graph', () => {
  it('return what was sent, and show the location to the friend', async () => {
    const { world } = await ada.api.call('getInstance', splitLocation(place))
    const input = { userId: grace.id, location: place, messageSlot: 2 }
    const { sentInvite: sent, viewer } = (await adas.run(InviteUser, { input })).inviteUser
    expect(viewer.user.id).toBe(ada.id)
    const details = { location: place, worldName: world.name, message: sent.message, imageUrl: null, platform: null }
    expect(sent).toMatchObject({
      type: 'INVITE',
      receiver: { id: grace.id },
      invite: { ...details, inResponseToId: null },
    })
    expect(sent.invite).toMatchObject({ instance: { id: place }, world: { id: world.id } })
    expect(Date.parse(String(sent.expiresAt)) - Date.parse(String(sent.createdAt))).toBe(DAY)
    expect(await newest(graces)).toMatchObject({
      ...{
        id: sent.notificationId,
        type: 'INVITE',
        message: sent.message,
        invite: { ...details, world: { name: world.name } },
      },
    })
    expect(await enterOutcome(app, grace, place)).toBe('in')
  })

  it('send an invite to the viewer, which is in the list of notifications', async () => {
    const person = await aUser(app)
    const graph = aGraphClient(app, person.api)
    const location = await aPrivateInstance(app, person)
    const sent = (await graph.run(InviteMyself, { input: { location } })).inviteMyselfTo
    const invite = { type: 'INVITE', sender: { id: person.id } }
    expect(sent).toMatchObject({ instance: { id: location }, notification: invite })
    expect(sent.notificationEdge.node).toEqual({ id: sent.notification.id })
    expect((await newest(graph))?.id).toBe(sent.notification.id)
    for (const wrong of ['nowhere', place])
      expect(await graph.refusalCodes(InviteMyself, { input: { location: wrong } })).toEqual(['NOT_FOUND'])
  })

  it('are requested, and answered once', async () => {
    await enterAs(app, grace, (await createInstanceAs(grace, await aWorld(app, grace))).location, 'ios')
    const { sentInvite: sent } = (await graces.run(RequestInvite, { input: { userId: ada.id, requestSlot: 0 } }))
      .requestInvite
    expect(sent).toMatchObject({
      ...{ type: 'REQUEST_INVITE', receiver: { id: ada.id } },
      invite: { location: null, world: null, message: sent.message, imageUrl: null, platform: 'ios' },
    })
    const input = { notificationId: sent.notificationId, responseSlot: 11 }
    const answered = (await adas.run(Respond, { input })).respondInvite
    expect(answered).toMatchObject({
      sentInvite: {
        ...{ type: 'REQUEST_INVITE_RESPONSE', receiver: { id: grace.id } },
        invite: { message: answered.sentInvite.message, imageUrl: null, inResponseToId: sent.notificationId },
      },
      notification: {
        id: sent.notificationId,
        type: 'REQUEST_INVITE',
        seenAt: expect.anything(),
        respondedAt: expect.anything(),
      },
      viewer: { unreadNotificationCount: 0 },
    })
    const reply = await newest(graces)
    expect(reply).toMatchObject({
      id: answered.sentInvite.notificationId,
      relatedNotificationId: sent.notificationId,
    })
    expect(await adas.refusalCodes(Respond, { input })).toEqual(['BAD_INPUT'])
  })

  it('are requested with the platform of the input', async () => {
    const { requestInvite } = await graces.run(RequestInvite, { input: { userId: ada.id, platform: 'android' } })
    expect(requestInvite.sentInvite.invite).toMatchObject({ platform: 'android' })
    const wrong = { userId: ada.id, platform: 'a platform' }
    expect(await graces.refusalCodes(RequestInvite, { input: wrong })).toEqual(['BAD_INPUT'])
  })

  it('attach an uploaded image, and delete its file', async () => {
    const fileId = (await anUploadedFile(app, ada, await anImage(64), IMAGE_FILE)).id
    const input = { userId: grace.id, location: place, fileId }
    const { sentInvite: sent } = (await adas.run(InviteUser, { input })).inviteUser
    const imageUrl = expect.stringMatching(/^http:\/\/plaza\.test\/api\/1\/file\/file_[^/]+\/1\/file$/)
    expect(sent.invite).toMatchObject({ message: null, imageUrl })
    expect(await newest(graces)).toMatchObject({ imageUrl: sent.invite?.imageUrl, invite: { imageUrl } })
    expect(await adas.refusalCodes(InviteUser, { input })).toEqual(['NOT_FOUND'])
    const other = (await anUploadedFile(app, grace, await anImage(64), IMAGE_FILE)).id
    expect(await adas.refusalCodes(InviteUser, { input: { ...input, fileId: other } })).toEqual(['FORBIDDEN'])
    const text = (await anUploadedFile(app, ada, Buffer.from('no picture'), BINARY_FILE)).id
    expect(await adas.refusalCodes(InviteUser, { input: { ...input, fileId: text } })).toEqual(['BAD_INPUT'])
    expect((await newest(graces))?.id).toBe(sent.notificationId)
  })

  it('are refused by code', async () => {
    const stranger = await aUser(app)
    const to = (userId: string, location = place, more = {}) => ({ input: { userId, location, ...more } })
    expect(await adas.refusalCodes(InviteUser, to(stranger.id))).toEqual(['FORBIDDEN'])
    expect(await adas.refusalCodes(InviteUser, to(newId('user', new Date())))).toEqual(['NOT_FOUND'])
    expect(await adas.refusalCodes(InviteUser, to('nobody'))).toEqual(['NOT_FOUND'])
    expect(await adas.refusalCodes(InviteUser, to(grace.id, 'nowhere'))).toEqual(['NOT_FOUND'])
    expect(await adas.refusalCodes(InviteUser, to(grace.id, place, { messageSlot: 12 }))).toEqual(['BAD_INPUT'])
    expect(await adas.refusalCodes(RequestInvite, { input: { userId: stranger.id } })).toEqual(['FORBIDDEN'])
    expect(await adas.refusalCodes(RequestInvite, { input: { userId: grace.id, requestSlot: -1 } })).toEqual([
      'BAD_INPUT',
    ])
    const notificationId = await sendInvite(ada, grace, place)
    const reply = (responseSlot: number, id = notificationId) => ({ input: { notificationId: id, responseSlot } })
    expect(await graces.refusalCodes(Respond, reply(12))).toEqual(['BAD_INPUT'])
    expect(await adas.refusalCodes(Respond, reply(0))).toEqual(['BAD_INPUT'])
    expect(await graces.refusalCodes(Respond, reply(0, 'nothing'))).toEqual(['NOT_FOUND'])
    expect(await aGraphClient(app, stranger.api).refusalCodes(Respond, reply(0))).toEqual(['NOT_FOUND'])
  })

  it('are listed with their worlds by a constant number of statements', async () => {
    const many = await aFriendOf(app, ada)
    const graph = aGraphClient(app, many.api)
    const ask = () => graph.run(Received, { first: 20 })
    await sendInvite(ada, many, place)
    const one = await countStatements(app, ask)
    for (let at = 0; at < 4; at++) await sendInvite(ada, many, await aPrivateInstance(app, ada))
    await aNotification(app, many.id, { type: 'invite', senderId: ada.id })
    await aNotification(app, many.id)
    const { nodes = [] } = (await ask()).viewer?.notifications ?? {}
    expect(nodes.map(({ invite }) => Boolean(invite?.world)).filter(Boolean)).toHaveLength(5)
    expect(nodes.filter(({ invite }) => invite === null).map(({ type }) => type)).toContain('MODERATION_NOTICE')
    expect(await countStatements(app, ask)).toBe(one)
  })
})
