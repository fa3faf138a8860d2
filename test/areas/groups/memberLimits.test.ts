import { describe, expect, it } from 'vitest'
import { GROUP_CAPACITY } from '../../../src/areas/groups/membership/membership.ts'
import { sharedApp } from '../../support/app.ts'
import { aGroup, aMember, giveRole, subscribe, type TestGroup } from '../../support/groups.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { contradictionsOf, joinMany, putInState, stateOf } from './membershipStates.ts'

const app = await sharedApp()
const OWN = refusal(403, "You're in too many groups.")

const join = ({ id: groupId }: TestGroup, { api }: TestUser) => api.try('joinGroup', { groupId, query: {}, body: {} })
const accept = ({ id: groupId, owner }: TestGroup, { id: userId }: TestUser) =>
  owner.api.try('respondGroupJoinRequest', { groupId, userId, body: { action: 'accept' } })

describe('people in 100 groups', () => {
  it('join no other, nor are they accepted or, when they ask, invited into it', async () => {
    const group = await aGroup(app)
    const person = await aUser(app)
    await joinMany(app, group, person, 100)
    expect(await join(group, person)).toMatchObject(OWN)
    await putInState(app, group, person, 'requested')
    const other = refusal(403, `${person.username} can't join right now because they're in too many groups.`)
    expect(await accept(group, person)).toMatchObject(other)
    const body = { userId: person.id }
    expect(await group.owner.api.try('createGroupInvite', { groupId: group.id, body })).toMatchObject(other)
    expect(await stateOf(app, group, person)).toBe('requested')
    expect(await contradictionsOf(app, group)).toEqual([])
  })

  it('join up to 200 with a subscription, and any number as admins of the platform', async () => {
    const group = await aGroup(app)
    const [subscriber, admin] = [await aUser(app), await anAdmin(app)]
    await subscribe(app, subscriber)
    for (const person of [subscriber, admin]) await joinMany(app, group, person, 199)
    expect((await join(group, subscriber)).status).toBe(200)
    const another = await aGroup(app)
    expect(await join(another, subscriber)).toMatchObject(OWN)
    expect((await join(group, admin)).status).toBe(200)
    expect((await join(another, admin)).status).toBe(200)
  })
})

describe('a full group', () => {
  it('takes nobody: no joining, no accepted request, no accepted invite', async () => {
    const group = await aGroup(app)
    const [joining, asking, invited] = [await aUser(app), await aUser(app), await aUser(app)]
    await putInState(app, group, asking, 'requested')
    await putInState(app, group, invited, 'invited')
    await app.scope().db.group.update({ where: { id: group.id }, data: { memberCount: GROUP_CAPACITY } })
    const full = refusal(403, 'This group is full.')
    expect(await join(group, joining)).toMatchObject(full)
    expect(await join(group, invited)).toMatchObject(full)
    expect(await accept(group, asking)).toMatchObject(full)
    const states = await Promise.all([joining, asking, invited].map((person) => stateOf(app, group, person)))
    expect(states).toEqual(['none', 'requested', 'invited'])
  })
})

describe('a group that an admin has hidden', () => {
  it('is unknown to others, and takes no members and sends no invites', async () => {
    const group = await aGroup(app)
    const [stranger, asking] = [await aUser(app), await aUser(app)]
    await putInState(app, group, asking, 'requested')
    await app.scope().db.group.update({ where: { id: group.id }, data: { hiddenAt: app.clock.now() } })
    for (const operation of ['joinGroup', 'blockGroup', 'getGroupMembers', 'leaveGroup'] as const)
      expect(await stranger.api.try(operation, { groupId: group.id })).toMatchObject(refusal(404, "Can't find group!"))
    const closed = refusal(403, 'This group is closed.')
    expect(await accept(group, asking)).toMatchObject(closed)
    const body = { userId: stranger.id }
    expect(await group.owner.api.try('createGroupInvite', { groupId: group.id, body })).toMatchObject(closed)
    expect((await group.owner.api.try('getGroupMembers', { groupId: group.id })).status).toBe(200)
  })
})

describe('ranks', () => {
  it('keep managers from removing or banning members of their own rank or a smaller one', async () => {
    const group = await aGroup(app)
    const { db } = app.scope()
    await db.groupRole.updateMany({ where: { groupId: group.id, name: 'Member' }, data: { order: 50 } })
    const permissions = ['group-bans-manage', 'group-members-manage', 'group-members-remove']
    const [upper, lower, member] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, upper, { permissions, order: 5 })
    await giveRole(app, group, lower, { permissions, order: 6 })
    const peer = await aMember(app, group)
    await db.groupMemberRole.create({ data: { roleId, userId: peer.id, groupId: group.id } })
    const kick = ({ api }: TestUser, { id: userId }: TestUser) =>
      api.try('kickGroupMember', { groupId: group.id, userId })
    const ban = ({ api }: TestUser, { id: userId }: TestUser) =>
      api.try('banGroupMember', { groupId: group.id, body: { userId } })
    const forbidden = refusal(403, "You don't have permission.")
    for (const act of [kick, ban]) {
      expect(await act(lower, upper)).toMatchObject(forbidden)
      expect(await act(upper, peer)).toMatchObject(forbidden)
      expect(await act(upper, group.owner)).toMatchObject(forbidden)
      expect(await act(member, lower)).toMatchObject(forbidden)
    }
    expect((await kick(upper, lower)).status).toBe(200)
    expect((await ban(upper, member)).status).toBe(200)
    expect(await contradictionsOf(app, group)).toEqual([])
  })
})

describe('a request to join', () => {
  it('is not told to a manager across a block, who still sees it in the list', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    const asking = await aUser(app)
    await block(group.owner, asking)
    await join(group, asking)
    const notices = await group.owner.api.call('getNotificationV2s', { query: {} })
    expect(notices.filter(({ type }) => type === 'group.joinRequest')).toEqual([])
    const requests = await group.owner.api.call('getGroupRequests', { groupId: group.id, query: {} })
    expect(requests.map(({ userId }) => userId)).toEqual([asking.id])
  })
})
