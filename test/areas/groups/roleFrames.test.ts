import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { aRoleGroup, type RoleGroup } from '../../support/groupRoles.ts'
import { aMember } from '../../support/groups.ts'
import { aPipelineSocket, type PipelineSocket } from '../../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let group: RoleGroup
let holder: TestUser
let sockets: Record<'holder' | 'member' | 'stranger', PipelineSocket>
let guide: string

beforeAll(async () => {
  group = await aRoleGroup(app)
  guide = await group.create({ name: 'Guide' })
  const [member, stranger] = [await aMember(app, group), await aUser(app)]
  holder = await aMember(app, group)
  expect(await group.give(holder.id, guide)).toMatchObject({ status: 200 })
  sockets = {
    holder: await aPipelineSocket(app, holder),
    member: await aPipelineSocket(app, member),
    stranger: await aPipelineSocket(app, stranger),
  }
})

const rolesOn = (socket: PipelineSocket) => socket.framesOfType('group-role-updated')

describe('group-role-updated', () => {
  it('tells the connected holders of a role, and nobody else, of its change', async () => {
    expect(await group.update(guide, { description: 'Shows the way.' })).toMatchObject({ status: 200 })
    const content = await sockets.holder.nextContent('group-role-updated')
    expect(content).toMatchObject({ role: { id: guide, groupId: group.id, description: 'Shows the way.' } })
  })

  it('tells all connected members of a change of Everyone', async () => {
    const everyone = await group.named('Everyone')
    expect(await group.update(everyone, { permissions: ['group-members-viewall'] })).toMatchObject({ status: 200 })
    const expected = { role: { id: everyone, permissions: ['group-members-viewall'], defaultRole: true } }
    expect(await sockets.member.nextContent('group-role-updated')).toMatchObject(expected)
    expect(await sockets.holder.nextContent('group-role-updated', 2)).toMatchObject(expected)
    // Events are delivered in their order, so the one before has not been sent to these.
    expect(rolesOn(sockets.member)).toHaveLength(1)
  })

  it('reaches people who have joined since they connected, and not those who have left', async () => {
    const [late, leaver] = [await aUser(app), await aMember(app, group)]
    const [joined, left] = [await aPipelineSocket(app, late), await aPipelineSocket(app, leaver)]
    await late.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(await joined.nextContent('group-joined')).toEqual({ groupId: group.id })
    await leaver.api.call('leaveGroup', { groupId: group.id })
    expect(await left.nextContent('group-left')).toEqual({ groupId: group.id })
    expect(await group.update(await group.named('Everyone'), { description: 'You.' })).toMatchObject({ status: 200 })
    await joined.nextContent('group-role-updated')
    expect(rolesOn(left)).toEqual([])
  })
})

describe('group-member-updated', () => {
  it('tells people of the roles that they are given, and that a role of theirs was deleted', async () => {
    const extra = await group.create({ name: 'Extra' })
    const before = sockets.holder.framesOfType('group-member-updated').length
    await group.give(holder.id, extra)
    const given = await sockets.holder.nextContent('group-member-updated', before + 1)
    expect(given).toMatchObject({
      member: {
        groupId: group.id,
        userId: holder.id,
        membershipStatus: 'member',
        roleIds: expect.arrayContaining([extra]),
      },
    })
    expect(given).not.toHaveProperty('member.managerNotes')
    await group.remove(extra)
    const taken = await sockets.holder.nextContent('group-member-updated', before + 2)
    expect(taken).not.toMatchObject({ member: { roleIds: expect.arrayContaining([extra]) } })
  })
})

it('tells strangers nothing', () => {
  expect(sockets.stranger.allFrames()).toEqual([])
})
