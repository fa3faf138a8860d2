import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../support/files.ts'
import { aShortCode, subscribe } from '../support/groups.ts'
import { enterAs } from '../support/instances.ts'
import { aName } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { idIn, PARTS, type WrapperMember, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

const STATUSES = { success: { status_code: 200 } }

/** A member, and a group that the member has founded. */
async function aFounder(given: object = {}): Promise<WrapperMember & { readonly groupId: string }> {
  const founder = await wrapper.aMember()
  await subscribe(app, founder.person)
  const wanted = { name: aName(), shortCode: aShortCode(), roleTemplate: 'default', ...given }
  return { ...founder, groupId: idIn(await founder.call('groupApi', 'createGroup', wanted)) }
}

describe('groups by the wrapper', () => {
  it('founds, finds, changes and deletes one', async () => {
    const name = aName()
    const { call, refused, groupId, person } = await aFounder({ name })
    expect(await call('groupApi', 'searchGroups', { query: name, n: 10 })).toMatchObject([{ id: groupId }])
    expect(await call('groupApi', 'updateGroup', { groupId, rules: 'Be kind.' })).toMatchObject({ rules: 'Be kind.' })
    expect(await call('groupApi', 'getGroupbyID', { groupId, includeRoles: true })).toMatchObject({
      ...{ name, ownerId: person.id },
      roles: expect.arrayContaining([expect.objectContaining({ name: 'Group Owner' })]),
    })
    expect(await call('groupApi', 'getGroupAuditLogs', { groupId, n: 1 })).toMatchObject({
      results: [{ eventType: 'group.update', actorId: person.id }],
    })
    expect(await call('groupApi', 'deleteGroup', { groupId })).toMatchObject(STATUSES)
    expect(await refused('groupApi', 'getGroupbyID', { groupId })).toMatchObject({ status: 404 })
  })

  it('asks to join, takes in and leaves', async () => {
    const [{ call, emptied, unsent, groupId }, grace] = [
      await aFounder({ joinState: 'request' }),
      await wrapper.aMember(),
    ]
    const userId = grace.person.id
    const requests = () => call('groupApi', 'getGroupJoinRequests', { groupId })
    await grace.call('groupApi', 'joinGroup', { groupId })
    expect(await grace.call('userApi', 'getUserGroupRequests', { userId })).toMatchObject([{ id: groupId }])
    await grace.emptied('groupApi', 'cancelGroupJoinRequest', { groupId })
    expect(await requests()).toEqual([])
    await grace.call('groupApi', 'joinGroup', { groupId })
    expect(await requests()).toMatchObject([{ userId }])
    await emptied('groupApi', 'respondGroupJoinrequest', { groupId, userId, action: 'accept' })
    expect(await call('groupApi', 'listGroupMembers', { groupId })).toMatchObject([{ userId }])
    await unsent('groupApi', 'updateGroupMember', { groupId, userId, managerNotes: 'Kind' }, 'noBody')
    expect(await call('groupApi', 'getGroupMember', { groupId, userId })).toMatchObject({ membershipStatus: 'member' })
    expect(await grace.call('userApi', 'getUserGroups')).toMatchObject([{ groupId }])
    await grace.person.api.call('updateGroupRepresentation', { groupId, body: { isRepresenting: true } })
    expect(await call('userApi', 'getUserRepresentedGroup', { userId })).toMatchObject({ groupId })
    await grace.emptied('groupApi', 'leaveGroup', { groupId })
    expect(await call('groupApi', 'listGroupMembers', { groupId })).toEqual([])
  })

  it('invites, removes and bans', async () => {
    const [{ call, emptied, groupId }, grace] = [await aFounder(), await wrapper.aMember()]
    const userId = grace.person.id
    await emptied('groupApi', 'inviteUsertoGroup', { groupId, userId })
    expect(await call('groupApi', 'getGroupInvitesSent', { groupId })).toMatchObject([{ userId }])
    await emptied('groupApi', 'deleteUserInvite', { groupId, userId })
    expect(await call('groupApi', 'getGroupInvitesSent', { groupId })).toEqual([])
    await grace.call('groupApi', 'joinGroup', { groupId })
    await call('groupApi', 'kickGroupMember', { groupId, userId })
    expect(await call('groupApi', 'listGroupMembers', { groupId })).toEqual([])
    await call('groupApi', 'banGroupMember', { groupId, userId })
    expect(await call('groupApi', 'getGroupBans', { groupId, n: 10 })).toMatchObject([{ userId }])
    await call('groupApi', 'unbanGroupMember', { groupId, userId })
    expect(await call('groupApi', 'getGroupBans', { groupId, n: 10 })).toEqual([])
  })

  it('makes, gives, takes and deletes a role', async () => {
    const [{ call, groupId }, grace] = [await aFounder(), await wrapper.aMember()]
    await grace.call('groupApi', 'joinGroup', { groupId })
    const groupRoleId = idIn(await call('groupApi', 'createGroupRole', { groupId, name: 'Guide' }))
    const of = { groupId, groupRoleId, userId: grace.person.id }
    const named = expect.arrayContaining([expect.objectContaining({ id: groupRoleId, name: 'Pilot' })])
    expect(await call('groupApi', 'updateGroupRole', { ...of, name: 'Pilot' })).toEqual(named)
    expect(await call('groupApi', 'addRoleToGroupMember', of)).toContain(groupRoleId)
    expect(await call('groupApi', 'removeRoleFromGroupMember', of)).not.toContain(groupRoleId)
    const left = await call('groupApi', 'deleteGroupRole', of)
    expect(left).not.toEqual(named)
    expect(await call('groupApi', 'getGroupRoles', { groupId })).toEqual(left)
    expect(await call('groupApi', 'listGroupPermissions', { groupId })).toHaveLength(27)
  })

  it('posts, but reads no posts and does not announce', async () => {
    const { call, unsent, person, groupId } = await aFounder()
    const said = { groupId, title: 'Storm', visibility: 'group' }
    const notificationId = idIn(await call('groupApi', 'createGroupPost', { ...said, content: 'Keep the lamp lit.' }))
    const changed = { ...said, notificationId, title: 'Calm', text: 'The storm is over.' }
    expect(await call('groupApi', 'editGroupPost', changed)).toMatchObject({ id: notificationId, title: 'Calm' })
    await unsent('groupApi', 'getGroupPosts', { groupId, n: 10, offset: 0 }, 'deprecated')
    expect(await call('groupApi', 'deleteGroupPost', { groupId, postId: notificationId })).toMatchObject(STATUSES)
    expect(await person.api.call('getGroupPosts', { groupId })).toMatchObject({ posts: [] })
    for (const name of ['createGroupAnnouncement', 'getGroupAnnouncement', 'deleteGroupAnnouncement'])
      await unsent('groupApi', name, { ...said, text: 'Keep the lamp lit.' }, 'deprecated')
  })

  it('keeps galleries', async () => {
    const { call, person, groupId } = await aFounder()
    const groupGalleryId = idIn(await call('groupApi', 'createGroupGallery', { groupId, name: 'Ships' }))
    const of = { groupId, groupGalleryId }
    expect(await call('groupApi', 'updateGroupGallery', { ...of, name: 'Boats' })).toMatchObject({ name: 'Boats' })
    const { id: fileId } = await anUploadedFile(app, person, await anImage(), IMAGE_FILE)
    const groupGalleryImageId = idIn(await call('groupApi', 'addGroupGalleryImage', { ...of, fileId }))
    expect(await call('groupApi', 'getGroupGalleryImages', { ...of, n: 10 })).toMatchObject([
      { id: groupGalleryImageId, fileId },
    ])
    const removed = await call('groupApi', 'deleteGroupGalleryImage', { ...of, groupGalleryImageId })
    expect(removed).toMatchObject(STATUSES)
    expect(await call('groupApi', 'getGroupGalleryImages', { ...of, n: 10 })).toEqual([])
    expect(await call('groupApi', 'deleteGroupGallery', of)).toMatchObject(STATUSES)
  })

  it('opens instances of a group, and lists them', async () => {
    const { call, person, groupId } = await aFounder()
    const at = { worldId: await aWorld(app, person), region: 'eu' }
    const wanted = { ...at, groupAccessType: 'members', groupId, roleIds: [] }
    const { location } = Object(await call('instanceApi', 'generateGroupInstance', wanted))
    await enterAs(app, person, location)
    expect(await call('groupApi', 'getGroupInstances', { groupId })).toMatchObject([{ location }])
    expect(await call('userApi', 'getUserGroupInstances')).toMatchObject({ instances: [{ location }] })
  })

  it('were called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.groups)).toEqual([])
  })
})
