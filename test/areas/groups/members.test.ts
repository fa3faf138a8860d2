import { describe, expect, it } from 'vitest'
import { newId, trusted } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { aPipelineSocket } from '../../support/pipelineSocket.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { putInState } from './membershipStates.ts'

const app = await sharedApp()
const OUTSIDER = refusal(403, "You're not a member.")
const FORBIDDEN = refusal(403, "You don't have permission.")

/** Without the permission to see all members. */
const withoutViewAll = ({ id: groupId }: TestGroup) =>
  app.scope().db.groupRole.updateMany({ where: { groupId, name: 'Member' }, data: { permissions: [], order: 50 } })

const listed = async ({ api }: TestUser, { id: groupId }: TestGroup, query: object = {}) =>
  (await api.call('getGroupMembers', { groupId, query })).map(({ userId }) => userId)

const setVisibility = ({ id: userId, api }: TestUser, { id: groupId }: TestGroup, visibility: 'friends' | 'hidden') =>
  api.call('updateGroupMember', { groupId, userId, body: { visibility } })

describe('getGroupMembers', () => {
  it('lists all but the viewer by the time of joining to who sees all, whatever their visibility', async () => {
    const group = await aGroup(app)
    const [one, two, three] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    await setVisibility(two, group, 'hidden')
    expect(await listed(one, group)).toEqual([group.owner.id, two.id, three.id])
    expect(await listed(one, group, { sort: 'joinedAt:desc' })).toEqual([three.id, two.id, group.owner.id])
    expect(await listed(one, group, { n: 1, offset: 1 })).toEqual([two.id])
    expect(await listed(one, group, { offset: 9 })).toEqual([])
  })

  it('lists the owner and friends who do not hide to others, members or not', async () => {
    const group = await aGroup(app)
    await withoutViewAll(group)
    const [friend, hidden, unknown] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    await setVisibility(hidden, group, 'hidden')
    await setVisibility(friend, group, 'friends')
    for (const viewer of [await aMember(app, group), await aUser(app)]) {
      await befriend(viewer, friend)
      await befriend(viewer, hidden)
      expect(await listed(viewer, group)).toEqual([group.owner.id, friend.id])
      await block(friend, viewer)
      expect(await listed(viewer, group)).toEqual([group.owner.id])
    }
    expect(await listed(unknown, group)).toEqual([group.owner.id])
  })

  it('leaves out people across a block but for managers of members', async () => {
    const group = await aGroup(app)
    const [viewer, blocked, blocking] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    await block(viewer, blocked)
    await block(blocking, viewer)
    expect(await listed(viewer, group)).toEqual([group.owner.id])
    await giveRole(app, group, viewer, { permissions: ['group-members-manage'] })
    expect(await listed(viewer, group)).toEqual([group.owner.id, blocked.id, blocking.id])
  })

  it('filters by a role, and by none', async () => {
    const group = await aGroup(app)
    const [holder, plain] = [await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    await app.scope().db.groupMemberRole.deleteMany({ where: { groupId: group.id, userId: plain.id } })
    expect(await listed(group.owner, group, { roleId })).toEqual([holder.id])
    expect(await listed(group.owner, group, { roleId: '' })).toEqual([plain.id])
    expect(await listed(group.owner, group, { roleId: newId('groupRole', new Date()) })).toEqual([])
  })

  it('of a private group is refused to outsiders, and open to admins of the platform', async () => {
    const group = await aGroup(app, { privacy: 'private' })
    const [stranger, admin] = [await aUser(app), await anAdmin(app)]
    expect(await stranger.api.try('getGroupMembers', { groupId: group.id })).toMatchObject(OUTSIDER)
    expect(await stranger.api.try('searchGroupMembers', { groupId: group.id, query: { query: 'abc' } })).toMatchObject(
      OUTSIDER,
    )
    expect(await listed(admin, group)).toEqual([group.owner.id])
  })

  it('shows notes to managers of members only', async () => {
    const group = await aGroup(app)
    const [member, other] = [await aMember(app, group), await aMember(app, group)]
    const body = { managerNotes: 'Helps with events.' }
    await group.owner.api.call('updateGroupMember', { groupId: group.id, userId: member.id, body })
    const notes = async ({ api }: TestUser) =>
      (await api.call('getGroupMembers', { groupId: group.id, query: {} })).map(({ managerNotes }) => managerNotes)
    expect(await notes(group.owner)).toEqual(['Helps with events.', ''])
    expect(await notes(other)).toEqual([undefined, undefined])
  })
})

describe('searchGroupMembers', () => {
  it('finds members by a part of their display name, the viewer too, and needs 3 characters', async () => {
    const group = await aGroup(app)
    const part = aName('q').slice(0, 9)
    const named = async (username: string) => {
      const user = await aUser(app, { username })
      await user.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
      return user
    }
    const [zoe, ada] = [await named(`${part}zoe`), await named(`${part}ada`)]
    await aUser(app, { username: `${part}out` })
    const search = (query: string, page: object = {}) =>
      zoe.api.call('searchGroupMembers', { groupId: group.id, query: { query, ...page } })
    const found = await search(part.toUpperCase())
    expect(found).toMatchObject({ total: 2, results: [{ userId: ada.id }, { userId: zoe.id }] })
    expect(await search(part, { n: 1, offset: 1 })).toMatchObject({ total: 2, results: [{ userId: zoe.id }] })
    expect(await search('%%%')).toEqual({ results: [], total: 0 })
    const short = await zoe.api.try('searchGroupMembers', { groupId: group.id, query: { query: 'ab' } })
    expect(short).toMatchObject(refusal(400, 'query must have at least 3 characters'))
  })
})

describe('getGroupMember', () => {
  it('shows anybody to managers, with an inactive record for strangers, and members whom they see to others', async () => {
    const group = await aGroup(app)
    await withoutViewAll(group)
    const [member, banned, stranger] = [await aMember(app, group), await aUser(app), await aUser(app)]
    await putInState(app, group, banned, 'banned')
    const read = ({ api }: TestUser, { id: userId }: Pick<TestUser, 'id'>) =>
      api.try('getGroupMember', { groupId: group.id, userId })
    expect(await read(group.owner, banned)).toMatchObject({ status: 200, body: { membershipStatus: 'banned' } })
    expect(await read(group.owner, stranger)).toMatchObject({
      status: 200,
      body: { membershipStatus: 'inactive', userId: stranger.id, roleIds: [], joinedAt: null },
    })
    expect(await read(stranger, stranger)).toMatchObject({ status: 200, body: { membershipStatus: 'inactive' } })
    expect(await read(member, group.owner)).toMatchObject({ status: 200, body: { membershipStatus: 'member' } })
    expect(await read(group.owner, member)).toMatchObject({ status: 200, body: { membershipStatus: 'member' } })
    expect(await read(stranger, member)).toMatchObject(OUTSIDER)
    expect(await read(member, banned)).toMatchObject(OUTSIDER)
    const nobody = { id: trusted<'user'>(group.owner.id.replace(/.{4}$/, 'ffff')) }
    expect(await read(group.owner, nobody)).toMatchObject(refusal(404, /^User usr_.* not found$/))
    expect(await read(member, nobody)).toMatchObject(OUTSIDER)
  })
})

describe('updateGroupMember', () => {
  it('changes the settings of oneself, and is told to the own sockets', async () => {
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const socket = await aPipelineSocket(app, member)
    const body = { visibility: 'friends', isSubscribedToAnnouncements: false } as const
    const call = { groupId: group.id, userId: member.id, body }
    expect(await member.api.call('updateGroupMember', call)).toMatchObject(body)
    expect(await socket.nextContent('group-member-updated')).toMatchObject({
      member: { groupId: group.id, userId: member.id, ...body },
    })
    await socket.close()
  })

  it('is refused to outsiders, for settings of others, for notes about oneself and upwards in rank', async () => {
    const group = await aGroup(app)
    const [stranger, manager, peer] = [await aUser(app), await aMember(app, group), await aMember(app, group)]
    await app.scope().db.groupRole.updateMany({ where: { groupId: group.id, name: 'Member' }, data: { order: 50 } })
    for (const [at, person] of [manager, peer].entries())
      await giveRole(app, group, person, { permissions: ['group-members-manage'], order: 6 - at })
    const update = ({ api }: TestUser, { id: userId }: TestUser, body: object) =>
      api.try('updateGroupMember', { groupId: group.id, userId, body })
    expect(await update(stranger, stranger, { visibility: 'hidden' })).toMatchObject(OUTSIDER)
    expect(await update(stranger, manager, { managerNotes: 'x' })).toMatchObject(OUTSIDER)
    expect(await update(manager, peer, { visibility: 'hidden' })).toMatchObject(FORBIDDEN)
    expect(await update(manager, manager, { managerNotes: 'x' })).toMatchObject(FORBIDDEN)
    expect(await update(manager, peer, { managerNotes: 'x' })).toMatchObject(FORBIDDEN)
    expect(await update(manager, group.owner, { managerNotes: 'x' })).toMatchObject(FORBIDDEN)
    expect(await update(manager, stranger, { managerNotes: 'x' })).toMatchObject(OUTSIDER)
    expect((await update(peer, manager, { managerNotes: 'x' })).status).toBe(200)
    expect(await update(peer, manager, { managerNotes: 'x'.repeat(1_001) })).toMatchObject(
      refusal(400, /^managerNotes must/),
    )
  })
})

describe('updateGroupRepresentation', () => {
  it('represents one group at a time, and no private one', async () => {
    const [one, two] = [await aGroup(app), await aGroup(app)]
    const secret = await aGroup(app, { privacy: 'private' })
    const person = await aMember(app, one)
    const { api, id: userId } = person
    const represent = (groupId: string, isRepresenting = true) =>
      api.try('updateGroupRepresentation', { groupId, body: { isRepresenting } })
    expect(await represent(two.id)).toMatchObject(OUTSIDER)
    for (const group of [two, secret]) await api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(await represent(secret.id)).toMatchObject(refusal(400, /^isRepresenting must/))
    await represent(one.id)
    expect((await represent(two.id)).body).toEqual({
      success: { message: 'Group representation updated!', status_code: 200 },
    })
    expect(await api.call('getUserRepresentedGroup', { userId })).toMatchObject({ groupId: two.id })
    const own = await api.call('getUserGroups', { userId })
    expect(own.map(({ groupId, isRepresenting }) => [groupId, isRepresenting])).toEqual([
      [one.id, false],
      [two.id, true],
      [secret.id, false],
    ])
    await represent(two.id, false)
    expect(await api.call('getUserRepresentedGroup', { userId })).toEqual({})
  })
})
