import { describe, expect, it } from 'vitest'
import { endLapsedInvites } from '../../../src/areas/groups/membership/invites.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp, sharedClockApp, type TestApp } from '../../support/app.ts'
import { befriend, feedEntriesOf } from '../../support/friends.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, logIn, type TestUser } from '../../support/users.ts'
import { copiesOf, putInState, stateOf } from './membershipStates.ts'

const app = await sharedApp()

const invite = ({ id: groupId, owner }: TestGroup, { id: userId }: TestUser) =>
  owner.api.call('createGroupInvite', { groupId, body: { userId } })

/** Notifications of groups of a person. */
async function noticesOf({ api }: TestUser, type: string) {
  const found = await api.call('getNotificationV2s', { query: {} })
  return found.filter((one) => one.type === type)
}

const respond = ({ api }: TestUser, notificationId: string, responseType: string) =>
  api.try('respondNotificationV2', { notificationId, body: { responseType, responseData: '' } })

async function aManager(group: TestGroup, order: number, given: TestApp = app) {
  const manager = await aMember(given, group)
  await giveRole(given, group, manager, { permissions: ['group-invites-manage'], order })
  return manager
}

describe('createGroupInvite', () => {
  it('is refused for strangers to the group, without the permission, for unknown people, and across a block', async () => {
    const group = await aGroup(app)
    const [stranger, member, target] = [await aUser(app), await aMember(app, group), await aUser(app)]
    const groupId = group.id
    const body = { userId: target.id }
    expect(await stranger.api.try('createGroupInvite', { groupId, body })).toMatchObject(
      refusal(403, "You're not a member."),
    )
    expect(await member.api.try('createGroupInvite', { groupId, body })).toMatchObject(
      refusal(403, "You don't have permission."),
    )
    const userId = 'usr_00000000-0000-4000-8000-0000000000ff'
    expect(await group.owner.api.try('createGroupInvite', { groupId, body: { userId } })).toMatchObject(
      refusal(404, `User ${userId} not found`),
    )
    await block(target, group.owner)
    expect(await group.owner.api.try('createGroupInvite', { groupId, body })).toMatchObject(
      refusal(403, "You can't invite that user."),
    )
    expect(await stateOf(app, group, target)).toBe('none')
  })

  it('is refused for a person with 50 open invites', async () => {
    const group = await aGroup(app)
    const target = await aUser(app)
    for (const other of await copiesOf(app, group, 50)) await putInState(app, other, target, 'invited')
    const refused = await group.owner.api.try('createGroupInvite', { groupId: group.id, body: { userId: target.id } })
    expect(refused).toMatchObject(refusal(403, 'This group has too many invites.'))
  })

  it('is refused after 5 open ones of the viewer to the person', async () => {
    const group = await aGroup(app)
    const target = await aUser(app)
    const { id: invitedById } = group.owner
    const others = await copiesOf(app, group, 5)
    for (const other of others) await putInState(app, other, target, 'invited')
    await app.scope().db.groupMember.updateMany({ where: { userId: target.id }, data: { invitedById } })
    const call = { groupId: group.id, body: { userId: target.id } }
    expect(await group.owner.api.try('createGroupInvite', call)).toMatchObject(
      refusal(403, 'You have invited that user to too many groups.'),
    )
    await invite(await aGroup(app), target)
    await target.api.call('declineGroupInvite', { groupId: others[0]?.id ?? '' })
    expect((await group.owner.api.try('createGroupInvite', call)).status).toBe(200)
  })

  it('is refused for strangers while 50 of them have not answered', async () => {
    const group = await aGroup(app)
    const { db, now } = app.scope()
    const strangers = await Promise.all(Array.from({ length: 50 }, () => aUser(app)))
    const invited = {
      groupId: group.id,
      status: 'invited',
      invitedAt: now,
      invitedById: group.owner.id,
      createdAt: now,
    }
    await db.groupMember.createMany({
      data: strangers.map(({ id: userId }) => ({ id: newId('groupMember', now), userId, ...invited })),
    })
    const call = ({ id: userId }: TestUser) => ({ groupId: group.id, body: { userId } })
    const [stranger, friend] = [await aUser(app), await aUser(app)]
    await befriend(group.owner, friend)
    expect(await group.owner.api.try('createGroupInvite', call(stranger))).toMatchObject(
      refusal(403, 'You have invited too many people who are not your friends and have not answered yet.'),
    )
    expect((await group.owner.api.try('createGroupInvite', call(friend))).status).toBe(200)
    await strangers[0]?.api.call('declineGroupInvite', { groupId: group.id })
    expect((await group.owner.api.try('createGroupInvite', call(stranger))).status).toBe(200)
  })

  it('notifies the person with three answers, and lists the invite on both sides', async () => {
    const group = await aGroup(app, { name: 'The Orchard' })
    const target = await aUser(app)
    await invite(group, target)
    const [notice] = await noticesOf(target, 'group.invite')
    expect(notice).toMatchObject({
      category: 'social.group',
      title: 'The Orchard',
      link: `group:${group.id}`,
      senderUserId: group.owner.id,
      message: `${group.owner.username} has invited you to join The Orchard.`,
      data: { groupId: group.id, groupName: 'The Orchard' },
      responses: [
        { type: 'accept', icon: 'check', data: group.id },
        { type: 'decline', icon: 'cancel', data: group.id },
        { type: 'block', icon: 'ban', data: group.id },
      ],
    })
    const invites = await group.owner.api.call('getGroupInvites', { groupId: group.id, query: {} })
    expect(invites).toMatchObject([{ userId: target.id, membershipStatus: 'invited', joinedAt: null }])
    const groups = await target.api.call('getInvitedGroups', { userId: target.id })
    expect(groups).toMatchObject([{ id: group.id, membershipStatus: 'invited' }])
  })
})

describe('answers to the notification of an invite', () => {
  for (const [type, state] of [
    ['accept', 'member'],
    ['decline', 'none'],
    ['block', 'userblocked'],
  ] as const)
    it(`${type}: runs the act and takes the notification away`, async () => {
      const group = await aGroup(app, { joinState: 'invite' })
      const target = await aUser(app)
      await invite(group, target)
      const [notice] = await noticesOf(target, 'group.invite')
      expect((await respond(target, notice?.id ?? '', type)).status).toBe(200)
      expect(await stateOf(app, group, target)).toBe(state)
      expect(await noticesOf(target, 'group.invite')).toEqual([])
      expect((await feedEntriesOf(app, target.id)).map(({ kind }) => kind)).toEqual(['created', 'deleted'])
      expect((await respond(target, notice?.id ?? '', type)).status).toBe(404)
    })

  it('leave everything as it was when the act is refused', async () => {
    const group = await aGroup(app, { joinState: 'invite' })
    const target = await aUser(app)
    await invite(group, target)
    const [notice] = await noticesOf(target, 'group.invite')
    await app.scope().db.group.update({ where: { id: group.id }, data: { joinState: 'closed' } })
    expect(await respond(target, notice?.id ?? '', 'accept')).toMatchObject(refusal(403, 'This group is closed.'))
    expect(await stateOf(app, group, target)).toBe('invited')
    expect(await noticesOf(target, 'group.invite')).toHaveLength(1)
  })
})

describe('an invite', () => {
  it('takes its notification along when it is withdrawn', async () => {
    const group = await aGroup(app)
    const target = await aUser(app)
    await invite(group, target)
    await group.owner.api.call('deleteGroupInvite', { groupId: group.id, userId: target.id })
    expect(await noticesOf(target, 'group.invite')).toEqual([])
  })

  it('stays when its notification is deleted', async () => {
    const group = await aGroup(app, { joinState: 'invite' })
    const target = await aUser(app)
    await invite(group, target)
    const [notice] = await noticesOf(target, 'group.invite')
    await target.api.call('deleteNotificationV2', { notificationId: notice?.id ?? '' })
    expect(await stateOf(app, group, target)).toBe('invited')
  })

  it('is named by its id or that of its notification, but not by others', async () => {
    const group = await aGroup(app, { joinState: 'invite' })
    const [target, other] = [await aUser(app), await aUser(app)]
    await invite(group, target)
    await invite(group, other)
    const [notice] = await noticesOf(target, 'group.invite')
    const join = { groupId: group.id, query: {} }
    const refused = await other.api.try('joinGroup', { ...join, body: { inviteId: notice?.id } })
    expect(refused).toMatchObject(refusal(400, /^inviteId must/))
    const joined = await target.api.call('joinGroup', { ...join, body: { inviteId: notice?.id ?? '' } })
    expect(joined).toMatchObject({ membershipStatus: 'member' })
  })

  it('lapses after 30 days: it counts for nothing, and the job ends it with its notification', async () => {
    const own = await sharedClockApp()
    const group = await aGroup(own, { joinState: 'invite' })
    const target = await aUser(own)
    await invite(group, target)
    own.clock.advance(30 * DAY)
    for (const person of [target, group.owner]) await logIn(person.api, person)
    expect(await target.api.call('getGroup', { groupId: group.id, query: {} })).toMatchObject({
      membershipStatus: 'inactive',
    })
    expect((await target.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })).status).toBe(403)
    expect(await group.owner.api.call('getGroupInvites', { groupId: group.id, query: {} })).toEqual([])
    expect(await noticesOf(target, 'group.invite')).toEqual([])
    expect(await endLapsedInvites(own.scope())).toBe(1)
    expect(await stateOf(own, group, target)).toBe('none')
    expect(await endLapsedInvites(own.scope())).toBe(0)
    await invite(group, target)
    expect(await noticesOf(target, 'group.invite')).toHaveLength(1)
  })
})

describe('a request to join', () => {
  it('is told to those who answer requests, and one answer takes all copies away', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    await app.scope().db.group.update({ where: { id: group.id }, data: { joinState: 'open' } })
    const [one, other, member] = [await aManager(group, 5), await aManager(group, 6), await aMember(app, group)]
    await app.scope().db.group.update({ where: { id: group.id }, data: { joinState: 'request' } })
    const asking = await aUser(app)
    await asking.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    for (const told of [group.owner, one, other])
      expect(await noticesOf(told, 'group.joinRequest')).toMatchObject([
        { senderUserId: asking.id, data: { groupId: group.id }, responses: [{}, {}, {}] },
      ])
    expect(await noticesOf(member, 'group.joinRequest')).toEqual([])
    const [notice] = await noticesOf(one, 'group.joinRequest')
    const [late] = await noticesOf(other, 'group.joinRequest')
    expect((await respond(one, notice?.id ?? '', 'accept')).status).toBe(200)
    for (const told of [group.owner, one, other]) expect(await noticesOf(told, 'group.joinRequest')).toEqual([])
    expect((await respond(other, late?.id ?? '', 'accept')).status).toBe(404)
    expect(await noticesOf(asking, 'group.informative')).toMatchObject([
      { title: expect.any(String), isSystem: true, responses: [{ type: 'delete' }] },
    ])
    const joined = await asking.api.call('getGroup', { groupId: group.id, query: {} })
    expect(joined.myMember).toMatchObject({ acceptedById: one.id, acceptedByDisplayName: one.username })
  })

  it('that is withdrawn or blocked with the group takes its notifications along', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    const groupId = group.id
    for (const act of ['cancelGroupRequest', 'blockGroup'] as const) {
      const asking = await aUser(app)
      await asking.api.call('joinGroup', { groupId, query: {}, body: {} })
      expect(await noticesOf(group.owner, 'group.joinRequest')).toHaveLength(1)
      await asking.api.call(act, { groupId })
      expect(await noticesOf(group.owner, 'group.joinRequest')).toEqual([])
    }
  })

  it('can be made again a day after a rejection', async () => {
    const own = await sharedClockApp()
    const group = await aGroup(own, { joinState: 'request' })
    const asking = await aUser(own)
    const join = () => asking.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })
    await join()
    const [notice] = await noticesOf(group.owner, 'group.joinRequest')
    await respond(group.owner, notice?.id ?? '', 'decline')
    const refused = await join()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    own.clock.advance(DAY)
    expect((await join()).status).toBe(200)
  })

  it('is refused for good by a blocking answer, until a manager removes the block', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    const groupId = group.id
    const asking = await aUser(app)
    await asking.api.call('joinGroup', { groupId, query: {}, body: {} })
    const [notice] = await noticesOf(group.owner, 'group.joinRequest')
    await respond(group.owner, notice?.id ?? '', 'block')
    expect(await stateOf(app, group, asking)).toBe('reqblocked')
    const list = (query: object) => group.owner.api.call('getGroupRequests', { groupId, query })
    expect(await list({ blocked: 'true' })).toMatchObject([{ userId: asking.id, membershipStatus: 'inactive' }])
    expect(await list({})).toEqual([])
    await group.owner.api.call('kickGroupMember', { groupId, userId: asking.id })
    expect(await list({ blocked: 'true' })).toEqual([])
  })

  it('is refused for a person whose requests to 50 groups wait', async () => {
    const group = await aGroup(app, { joinState: 'request' })
    const asking = await aUser(app)
    for (const other of await copiesOf(app, group, 50)) await putInState(app, other, asking, 'requested')
    const refused = await asking.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(refused).toMatchObject(refusal(403, 'This group has too many requests.'))
  })
})
