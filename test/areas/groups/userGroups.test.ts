import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGroup, aMember, giveRole, insertMember, type TestGroup } from '../../support/groups.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { putInState } from './membershipStates.ts'

const app = await sharedApp()
const NOBODY = 'usr_00000000-0000-4000-8000-0000000000ff'

const shownTo = async ({ api }: TestUser, { id: userId }: TestUser) =>
  (await api.call('getUserGroups', { userId })).map(({ groupId }) => groupId)
const setVisibility = ({ id: userId, api }: TestUser, { id: groupId }: TestGroup, visibility: 'friends' | 'hidden') =>
  api.call('updateGroupMember', { groupId, userId, body: { visibility } })

describe('getUserGroups', () => {
  it('shows all groups to oneself, and to others those that the person shows and that are not private', async () => {
    const [shown, forFriends, hidden] = [await aGroup(app), await aGroup(app), await aGroup(app)]
    const secret = await aGroup(app, { privacy: 'private' })
    const [person, friend, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
    for (const group of [shown, forFriends, hidden, secret]) await insertMember(app, group, person)
    await setVisibility(person, forFriends, 'friends')
    await setVisibility(person, hidden, 'hidden')
    await befriend(person, friend)
    expect(await shownTo(person, person)).toEqual([shown.id, forFriends.id, hidden.id, secret.id])
    expect(await shownTo(friend, person)).toEqual([shown.id, forFriends.id])
    expect(await shownTo(stranger, person)).toEqual([shown.id])
    await block(person, friend)
    expect(await shownTo(friend, person)).toEqual([])
    await app.scope().db.group.update({ where: { id: shown.id }, data: { hiddenAt: app.clock.now() } })
    expect(await shownTo(stranger, person)).toEqual([])
    expect(await shownTo(person, person)).toContain(shown.id)
  })

  it('names membership and group, and tells what both are in', async () => {
    const group = await aGroup(app, { name: 'The Harbour' })
    const [person, other] = [await aMember(app, group), await aMember(app, group)]
    const [found] = await other.api.call('getUserGroups', { userId: person.id })
    expect(found).toMatchObject({
      id: expect.stringMatching(/^gmem_/),
      groupId: group.id,
      name: 'The Harbour',
      ownerId: group.owner.id,
      memberCount: 3,
      mutualGroup: true,
      memberVisibility: 'visible',
      isRepresenting: false,
    })
    expect(await other.api.try('getUserGroups', { userId: NOBODY })).toMatchObject(
      refusal(404, `User ${NOBODY} not found`),
    )
  })
})

describe('getUserRepresentedGroup', () => {
  it('follows the visibility of the membership, and is empty for none', async () => {
    const group = await aGroup(app)
    const [person, stranger] = [await aMember(app, group), await aUser(app)]
    const read = ({ api }: TestUser) => api.call('getUserRepresentedGroup', { userId: person.id })
    expect(await read(person)).toEqual({})
    await person.api.call('updateGroupRepresentation', { groupId: group.id, body: { isRepresenting: true } })
    expect(await read(stranger)).toMatchObject({ groupId: group.id, isRepresenting: true })
    await setVisibility(person, group, 'hidden')
    expect(await read(stranger)).toEqual({})
    expect(await read(person)).toMatchObject({ groupId: group.id })
  })
})

describe('getMutualGroups and getMutuals', () => {
  const mutuals = async ({ api }: TestUser, { id: userId }: TestUser) => {
    const groups = await api.call('getMutualGroups', { userId, query: {} })
    const counts = await api.call('getMutuals', { userId })
    expect(counts.groups).toBe(groups.length)
    return groups.map(({ groupId }) => groupId)
  }

  it('have the groups of both that the profile shows', async () => {
    const [both, hidden, own] = [await aGroup(app), await aGroup(app), await aGroup(app)]
    const secret = await aGroup(app, { privacy: 'private' })
    const [person, viewer] = [await aUser(app), await aUser(app)]
    for (const group of [both, hidden, secret]) {
      await insertMember(app, group, person)
      await insertMember(app, group, viewer)
    }
    await insertMember(app, own, person)
    await setVisibility(person, hidden, 'hidden')
    expect(await mutuals(viewer, person)).toEqual([both.id])
    expect(await mutuals(person, viewer)).toEqual([both.id, hidden.id])
    const page = await person.api.call('getMutualGroups', { userId: viewer.id, query: { n: '1', offset: '1' } })
    expect(page.map(({ groupId }) => groupId)).toEqual([hidden.id])
    expect((await viewer.api.try('getMutuals', { userId: NOBODY })).status).toBe(404)
  })

  it('are empty when either has opted out of shared connections', async () => {
    const group = await aGroup(app)
    const [one, other] = [await aMember(app, group), await aMember(app, group)]
    expect(await mutuals(one, other)).toEqual([group.id])
    await app.scope().db.account.update({ where: { userId: one.id }, data: { hasSharedConnectionsOptOut: true } })
    expect(await mutuals(one, other)).toEqual([])
    expect(await mutuals(other, one)).toEqual([])
  })
})

describe('lists of own groups', () => {
  const LISTS = [
    ['getInvitedGroups', 'invited', 'invited'],
    ['getUserGroupRequests', 'requested', 'requested'],
    ['getBlockedGroups', 'userblocked', 'userblocked'],
  ] as const

  it('name invites, requests and blocks', async () => {
    for (const [operation, state, status] of LISTS) {
      const group = await aGroup(app)
      const person = await aUser(app)
      expect(await person.api.call(operation, { userId: person.id })).toEqual([])
      await putInState(app, group, person, state)
      expect(await person.api.call(operation, { userId: person.id })).toMatchObject([
        { id: group.id, membershipStatus: status },
      ])
    }
  })

  it('are refused for other people, to admins too', async () => {
    const [person, admin] = [await aUser(app), await anAdmin(app)]
    for (const operation of [...LISTS.map(([name]) => name), 'getUserAllGroupPermissions'] as const)
      expect(await admin.api.try(operation, { userId: person.id })).toMatchObject(
        refusal(403, 'User ID must be your own.'),
      )
  })
})

describe('getUserAllGroupPermissions', () => {
  it('tells the permissions in own groups, or in named ones, without unknown ones', async () => {
    const [group, other] = [await aGroup(app), await aGroup(app)]
    const person = await aMember(app, group)
    await giveRole(app, group, person, { permissions: ['group-audit-view'] })
    const read = (groupIds?: string) =>
      person.api.call('getUserAllGroupPermissions', { userId: person.id, query: groupIds ? { groupIds } : {} })
    const all = await read()
    expect(Object.keys(all)).toEqual([group.id])
    expect(all[group.id]).toContain('group-audit-view')
    const unknown = group.id.replace(/.{4}$/, 'ffff')
    expect(await read(`${other.id},${unknown}`)).toEqual({ [other.id]: [] })
    const owned = await other.owner.api.call('getUserAllGroupPermissions', { userId: other.owner.id, query: {} })
    expect(owned).toEqual({ [other.id]: ['*'] })
    const many = Array.from({ length: 101 }, () => group.id).join(',')
    const refused = await person.api.try('getUserAllGroupPermissions', {
      userId: person.id,
      query: { groupIds: many },
    })
    expect(refused).toMatchObject(refusal(400, /^groupIds must/))
  })
})

describe('the presence of the current user', () => {
  it('names their groups', async () => {
    const [one, two] = [await aGroup(app), await aGroup(app)]
    const person = await aMember(app, one)
    await insertMember(app, two, person)
    const current = await person.api.call('getCurrentUser')
    expect(current).toMatchObject({ presence: { groups: [one.id, two.id] } })
    await person.api.call('leaveGroup', { groupId: one.id })
    expect(await person.api.call('getCurrentUser')).toMatchObject({ presence: { groups: [two.id] } })
  })
})
