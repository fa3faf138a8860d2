import { beforeAll, describe, expect, it } from 'vitest'
import { InstanceAccessNormalType } from 'vrc-ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'
import { idIn, PARTS, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

describe('worlds by the wrapper', () => {
  it('creates, changes, publishes and deletes one', async () => {
    const { call, emptied, unsent, person } = await wrapper.aMember()
    const request = { ...(await aWorldRequest(app, person.id)), authorId: person.id }
    const worldId = idIn(await call('worldApi', 'createWorld', request))
    expect(await call('worldApi', 'updateWorld', { worldId, description: 'changed' })).toMatchObject({ id: worldId })
    expect(await call('worldApi', 'getWorldPublishStatus', { worldId })).toEqual({ canPublish: true })
    await emptied('worldApi', 'publishWorld', { worldId })
    const published = { id: worldId, description: 'changed', releaseStatus: 'public' }
    expect(await call('worldApi', 'getWorldbyID', { worldId })).toMatchObject(published)
    expect(await call('worldApi', 'searchAllWorlds', { user: 'me' })).toMatchObject([{ id: worldId }])
    await unsent('worldApi', 'getWorldMetadata', { worldId }, 'deprecated')
    await emptied('worldApi', 'unpublishWorld', { worldId })
    expect(await call('worldApi', 'getWorldbyID', { worldId })).toMatchObject({ releaseStatus: 'private' })
    await emptied('worldApi', 'deleteWorld', { worldId })
    const deleted = { id: worldId, releaseStatus: 'hidden' }
    expect(await call('worldApi', 'searchAllWorlds', { user: 'me', releaseStatus: 'hidden' })).toMatchObject([deleted])
    expect(await call('worldApi', 'searchAllWorlds', { user: 'me', releaseStatus: 'all' })).toEqual([])
  })

  it('lists active, favorite and recent ones', async () => {
    const { call, person } = await wrapper.aMember()
    const worldId = await aWorld(app, person)
    const { location } = await createInstanceAs(person, worldId)
    await enterAs(app, person, location)
    await call('favoriteApi', 'addFavorite', { type: 'world', favoriteId: worldId, tags: ['worlds1'] })
    for (const name of ['listActiveWorlds', 'listFavoritedWorlds', 'listRecentWorlds'])
      expect(await call('worldApi', name, { n: 10 })).toMatchObject([{ id: worldId }])
  })
})

describe('instances by the wrapper', () => {
  it('finds one by its names', async () => {
    const { call, unsent, person } = await wrapper.aMember()
    const worldId = await aWorld(app, person)
    const { instanceId, location, secureName } = await createInstanceAs(person, worldId)
    const at = { worldId, instanceId }
    expect(await call('instanceApi', 'getInstance', at)).toMatchObject({ location })
    const names = await call('instanceApi', 'getInstanceShortName', { instanceId: location })
    expect(names).toMatchObject({ secureName })
    expect(await call('instanceApi', 'getInstanceByShortName', { shortName: secureName })).toMatchObject({ location })
    await unsent('worldApi', 'getWorldInstance', at, 'unfilledPath')
    await unsent('instanceApi', 'sendSelfInvite', at, 'deprecated')
  })

  it('makes up instances of each type, but none of a group that does not exist', async () => {
    const { call, refused, person } = await wrapper.aMember()
    const worldId = await aWorld(app, person)
    const types = { Public: 'public', Friends_Plus: 'hidden', Friends: 'friends', Invite: 'private' } as const
    for (const [name, type] of [...Object.entries(types), ['Invite_Plus', 'private'] as const]) {
      const instanceType = Object(InstanceAccessNormalType)[name]
      const wanted = { worldId, region: 'eu', instanceType, instanceCode: 12, ownerId: person.id }
      expect(await call('instanceApi', 'generateNormalInstance', wanted)).toMatchObject({
        ...{ worldId, type, region: 'eu', name: '12' },
        canRequestInvite: name === 'Invite_Plus',
      })
    }
    const groupId = newId('group', new Date())
    const group = { worldId, region: 'eu', groupAccessType: 'public', groupId, roleIds: [] }
    expect(await refused('instanceApi', 'generateGroupInstance', group)).toEqual({
      ...{ request: 'POST /api/1/instances', status: 404 },
      message: "Can't find group!",
    })
  })
})

describe('invites by the wrapper', () => {
  it('invites friends and oneself, and asks for invites', async () => {
    const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    await ada.call('friendApi', 'sendFriendRequest', { userId: grace.person.id })
    await grace.call('friendApi', 'sendFriendRequest', { userId: ada.person.id })
    const { worldId, instanceId, location } = await createInstanceAs(ada.person, await aWorld(app, ada.person))
    await enterAs(app, ada.person, location)
    const at = { worldId, instanceId }
    expect(await ada.call('inviteApi', 'inviteMyselfToInstance', at)).toMatchObject({ type: 'invite' })
    const invite = await ada.call('inviteApi', 'inviteUser', { userId: grace.person.id, instanceId: location })
    expect(await grace.call('notificationApi', 'listNotifications', { type: 'invite' })).toMatchObject([
      { id: idIn(invite), details: expect.stringContaining(location) },
    ])
    // The wrapper sends it to …/respond; the operation is …/response.
    const notificationId = idIn(invite)
    expect(await grace.refused('inviteApi', 'respondInvite', { notificationId, responseSlot: 0 })).toEqual({
      ...{ request: `POST /api/1/invite/${notificationId}/respond`, status: 404 },
      message: 'There is nothing at this address',
    })
    const request = await grace.call('inviteApi', 'requestInvite', { userId: ada.person.id, messageSlot: 0 })
    const requests = await ada.call('notificationApi', 'listNotifications', { type: 'requestInvite', n: 1 })
    expect(requests).toMatchObject([{ id: idIn(request), type: 'requestInvite' }])
  })

  it('changes invite messages, no two times within an hour', async () => {
    const { call, refused, person } = await wrapper.aMember()
    const slot = { userId: person.id, messageType: 'message', slot: 2 }
    expect(await call('inviteApi', 'listInviteMessages', slot)).toHaveLength(12)
    const before = await call('inviteApi', 'getInviteMessage', slot)
    await call('inviteApi', 'updateInviteMessage', { ...slot, message: 'Come' })
    expect(await call('inviteApi', 'getInviteMessage', slot)).toMatchObject({ message: 'Come' })
    expect(await refused('inviteApi', 'resetInviteMessage', slot)).toMatchObject({ status: 429 })
    app.clock.advance(61 * 60_000)
    expect(await call('inviteApi', 'resetInviteMessage', slot)).toHaveLength(12)
    const { message } = Object(before)
    expect(await call('inviteApi', 'getInviteMessage', slot)).toMatchObject({ message })
  })

  it('were called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.worlds)).toEqual([])
  })
})
