import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const outsider = await aUser(app)
const admin = await anAdmin(app)
const notMember = refusal(403, "You're not a member.")

const groupsShownTo = async ({ api }: TestUser, { id: userId }: TestUser) =>
  (await api.call('getUserGroups', { userId })).map(({ groupId }) => groupId)
const representedTo = async ({ api }: TestUser, { id: userId }: TestUser) =>
  (await api.call('getUserRepresentedGroup', { userId })).groupId
const foundBy = async ({ api }: TestUser, query: string) =>
  (await api.call('searchGroups', { query: { query } })).map(({ id }) => id)
const membersShownTo = async ({ api }: TestUser, { id: groupId }: TestGroup) =>
  (await api.call('getGroupMembers', { groupId, query: { n: '100' } })).map(({ userId }) => userId)
const setVisibility = (
  { api, id: userId }: TestUser,
  { id: groupId }: TestGroup,
  visibility: 'visible' | 'friends' | 'hidden',
) => api.call('updateGroupMember', { groupId, userId, body: { visibility } })

describe('a private group', () => {
  let group: TestGroup
  let member: TestUser
  let code: string
  beforeAll(async () => {
    group = await aGroup(app, { privacy: 'private', name: 'Behind the dunes' })
    member = await aMember(app, group)
    const { shortCode = '', discriminator = '' } = await member.api.call('getGroup', { groupId: group.id, query: {} })
    code = `${shortCode}.${discriminator}`
  })

  it('is read by its id, without what is inside', async () => {
    const input = { groupId: group.id, query: { includeRoles: 'true' as const } }
    const seen = await outsider.api.call('getGroup', input)
    expect(seen).toMatchObject({ id: group.id, privacy: 'private', membershipStatus: 'inactive', galleries: [] })
    expect(seen).not.toHaveProperty('roles')
    expect(seen).not.toHaveProperty('myMember')
    expect((await member.api.call('getGroup', input)).roles).toHaveLength(3)
  })

  it('is found by no search, not even by its exact code', async () => {
    for (const query of ['Behind the dunes', code, code.split('.')[0] ?? '']) {
      expect(await foundBy(outsider, query)).not.toContain(group.id)
      const strict = await outsider.api.call('strictSearchGroups', { query: { query } })
      expect(strict.map(({ id }) => id)).not.toContain(group.id)
    }
  })

  it('is on no profile, in no list of mutual groups, and represented by nobody', async () => {
    const friend = await aFriendOf(app, member)
    await friend.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(await groupsShownTo(member, member)).toContain(group.id)
    for (const viewer of [outsider, friend]) expect(await groupsShownTo(viewer, member)).not.toContain(group.id)
    const mutual = await friend.api.call('getMutualGroups', { userId: member.id })
    expect(mutual.map(({ groupId }) => groupId)).not.toContain(group.id)
    expect(await friend.api.call('getMutuals', { userId: member.id })).toMatchObject({ groups: 0 })
    const body = { isRepresenting: true }
    expect(await member.api.try('updateGroupRepresentation', { groupId: group.id, body })).toMatchObject({
      status: 400,
    })
  })

  it('shows its roles, members, posts, announcement, galleries and instances to members and admins alone', async () => {
    const { id: groupId } = group
    const { id: groupGalleryId = '' } = await group.owner.api.call('createGroupGallery', {
      groupId,
      body: { name: 'Views' },
    })
    const reads = ({ api }: TestUser) => [
      api.try('getGroupRoles', { groupId }),
      api.try('getGroupMembers', { groupId }),
      api.try('searchGroupMembers', { groupId, query: { query: 'abc' } }),
      api.try('getGroupMember', { groupId, userId: group.owner.id }),
      api.try('getGroupPosts', { groupId }),
      api.try('getGroupAnnouncements', { groupId }),
      api.try('getGroupGalleryImages', { groupId, groupGalleryId }),
      api.try('getGroupInstances', { groupId }),
    ]
    for (const answer of await Promise.all(reads(outsider))) expect(answer).toMatchObject(notMember)
    for (const viewer of [member, admin])
      for (const answer of await Promise.all(reads(viewer))) expect(answer.status).toBe(200)
  })
})

describe('a group that an admin has hidden', () => {
  it('exists for its members and for admins alone', async () => {
    const group = await aGroup(app, { name: 'Closed for repairs' })
    const member = await aMember(app, group)
    const { db, now } = app.scope()
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: now } })
    const read = ({ api }: TestUser) => api.try('getGroup', { groupId: group.id, query: {} })
    expect(await read(outsider)).toMatchObject(refusal(404, "Can't find group!"))
    for (const viewer of [member, admin]) expect(await read(viewer)).toMatchObject({ status: 200 })
    expect(await foundBy(outsider, 'Closed for repairs')).toEqual([])
    expect(await groupsShownTo(outsider, member)).toEqual([])
    const join = outsider.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(await join).toMatchObject({ status: 404 })
  })
})

describe('a membership', () => {
  it('is on the profile for everybody, for friends or for nobody, as the member wants', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const friend = await aFriendOf(app, member)
    await member.api.call('updateGroupRepresentation', { groupId: group.id, body: { isRepresenting: true } })
    const shown = async () => ({
      friend: (await groupsShownTo(friend, member)).length,
      outsider: (await groupsShownTo(outsider, member)).length,
      representedToFriend: await representedTo(friend, member),
      representedToOutsider: await representedTo(outsider, member),
    })
    const represented = { representedToFriend: group.id, representedToOutsider: group.id }
    expect(await shown()).toEqual({ friend: 1, outsider: 1, ...represented })
    await setVisibility(member, group, 'friends')
    expect(await shown()).toEqual({ friend: 1, outsider: 0, ...represented, representedToOutsider: undefined })
    await setVisibility(member, group, 'hidden')
    expect(await shown()).toMatchObject({ friend: 0, outsider: 0, representedToFriend: undefined })
    expect(await groupsShownTo(member, member)).toEqual([group.id])
  })

  it('is seen in the group by those who see all members, else by friends unless it is hidden', async () => {
    // Without the permission to see all members.
    const group = await aGroup(app, { roleTemplate: 'managedFree' })
    const [shown, hidden] = [await aMember(app, group), await aMember(app, group)]
    const viewer = await aMember(app, group)
    const friendOfHidden = await aFriendOf(app, hidden)
    await friendOfHidden.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    await setVisibility(hidden, group, 'hidden')
    expect(await membersShownTo(viewer, group)).toEqual([group.owner.id])
    expect(await membersShownTo(friendOfHidden, group)).toEqual([group.owner.id])
    expect(await membersShownTo(outsider, group)).toEqual([group.owner.id])
    await giveRole(app, group, viewer, { permissions: ['group-members-viewall'] })
    expect(await membersShownTo(viewer, group)).toEqual([group.owner.id, shown.id, hidden.id, friendOfHidden.id])
  })

  it('shows notes and bans to those who manage members alone', async () => {
    const group = await aGroup(app)
    const [member, manager] = [await aMember(app, group), await aMember(app, group)]
    const { id: groupId, owner } = group
    // A management role comes before the one that all members have.
    const body = { permissions: ['group-members-manage' as const] }
    const { id: groupRoleId = '' } = await owner.api.call('createGroupRole', { groupId, body })
    await owner.api.call('addGroupMemberRole', { groupId, userId: manager.id, groupRoleId })
    const path = { groupId, userId: member.id }
    await manager.api.call('updateGroupMember', { ...path, body: { managerNotes: 'Was late twice' } })
    expect(await manager.api.call('getGroupMember', path)).toMatchObject({ managerNotes: 'Was late twice' })
    for (const viewer of [member, await aMember(app, group)])
      expect(await viewer.api.call('getGroupMember', path)).not.toHaveProperty('managerNotes')
    const own = await member.api.call('getGroup', { groupId: group.id, query: {} })
    expect(own.myMember).not.toHaveProperty('managerNotes')
  })
})

describe('posts and galleries', () => {
  it('are read by those whom they are for', async () => {
    const group = await aGroup(app)
    const { id: groupId, owner } = group
    const [guide, member] = [await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, guide, { permissions: [] })
    const write = (title: string, visibility: 'public' | 'group', roleIds: string[] = []) =>
      owner.api.call('addGroupPost', { groupId, body: { title, text: 'Text', visibility, roleIds } })
    await write('For all', 'public')
    await write('For members', 'group')
    await write('For guides', 'group', [roleId])
    const read = async ({ api }: TestUser, query: Record<string, string> = {}) =>
      (await api.call('getGroupPosts', { groupId, query })).posts?.map(({ title }) => title)
    expect(await read(outsider)).toEqual(['For all'])
    expect(await read(member)).toEqual(['For members', 'For all'])
    expect(await read(guide)).toEqual(['For guides', 'For members', 'For all'])
    expect(await read(owner)).toEqual(['For guides', 'For members', 'For all'])
    expect(await read(guide, { publicOnly: 'true' })).toEqual(['For all'])
    const gallery = async (name: string, rest: object) =>
      (await owner.api.call('createGroupGallery', { groupId, body: { name, ...rest } })).id ?? ''
    const open = await gallery('Open', {})
    await gallery('Members', { membersOnly: true })
    await gallery('Guides', { roleIdsToView: [roleId], roleIdsToSubmit: [roleId] })
    const galleries = async ({ api }: TestUser) =>
      (await api.call('getGroup', { groupId, query: {} })).galleries?.map(({ name }) => name)
    expect(await galleries(outsider)).toEqual(['Open'])
    expect(await galleries(member)).toEqual(['Open', 'Members'])
    expect(await galleries(guide)).toEqual(['Open', 'Members', 'Guides'])
    await owner.api.call('updateGroupGallery', { groupId, groupGalleryId: open, body: { roleIdsToSubmit: [roleId] } })
    const { id: fileId } = await anUploadedFile(app, guide, await anImage(), IMAGE_FILE)
    const path = { groupId, groupGalleryId: open }
    await guide.api.call('addGroupGalleryImage', { ...path, body: { fileId } })
    const images = async ({ api }: TestUser) => (await api.call('getGroupGalleryImages', path)).length
    expect(await Promise.all([outsider, member, guide, owner].map(images))).toEqual([0, 0, 1, 1])
  })
})
