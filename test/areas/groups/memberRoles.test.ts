import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aRoleGroup, type RoleGroup } from '../../support/groupRoles.ts'
import { aMember, giveRole } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const NO_PERMISSION = refusal(403, "You don't have permission.")
const NOT_MEMBER = refusal(403, "You're not a member.")
const NO_ROLE = refusal(404, "Can't find role!")

let group: RoleGroup
let owner: TestUser
beforeEach(async () => {
  group = await aRoleGroup(app)
  owner = group.owner
})

describe('addGroupMemberRole and removeGroupMemberRole', () => {
  const ASSIGNS = ['group-roles-assign', 'group-members-manage']

  it('are refused without the right, which counts only beside that to manage members', async () => {
    const member = await aMember(app, group)
    const id = await group.create({ name: 'Guide' })
    const half = await group.manager(['group-roles-assign'])
    for (const act of [group.give, group.take]) {
      expect(await act(member.id, id, await aUser(app))).toMatchObject(NOT_MEMBER)
      expect(await act(member.id, id, half)).toMatchObject(NO_PERMISSION)
      expect(await act(member.id, id, member)).toMatchObject(NO_PERMISSION)
    }
  })

  it('are refused for unknown people and roles, and for those who are no members', async () => {
    const id = await group.create({ name: 'Guide' })
    const stranger = await aUser(app)
    const nobody = 'usr_00000000-0000-7000-8000-000000000000'
    const nothing = 'grol_00000000-0000-7000-8000-000000000000'
    for (const act of [group.give, group.take]) {
      expect(await act(nobody, id)).toMatchObject(refusal(404, `User ${nobody} not found`))
      expect(await act(stranger.id, nothing)).toMatchObject(NO_ROLE)
      expect(await act(stranger.id, id)).toMatchObject(NOT_MEMBER)
    }
  })

  it('are refused for roles and members at or before the own rank', async () => {
    const first = await group.create({ name: 'First', permissions: ['group-audit-view'] })
    const manager = await group.manager(ASSIGNS, 'Second')
    const equal = await aMember(app, group)
    expect(await group.give(equal.id, await group.named('Second'))).toMatchObject({ status: 200 })
    const guide = await group.create({ name: 'Guide' })
    const member = await aMember(app, group)
    for (const act of [group.give, group.take]) {
      expect(await act(member.id, first, manager)).toMatchObject(NO_PERMISSION)
      expect(await act(member.id, await group.named('Second'), manager)).toMatchObject(NO_PERMISSION)
      expect(await act(equal.id, guide, manager)).toMatchObject(NO_PERMISSION)
      expect(await act(manager.id, guide, manager)).toMatchObject(NO_PERMISSION)
      expect(await act(owner.id, guide, manager)).toMatchObject(NO_PERMISSION)
      expect(await act(owner.id, guide, await anAdmin(app))).toMatchObject(NO_PERMISSION)
      expect(await act(member.id, await group.named('Group Owner'))).toMatchObject(NO_PERMISSION)
    }
    expect(await group.give(member.id, guide, manager)).toMatchObject({ status: 200 })
  })

  it('give only roles whose permissions the viewer has', async () => {
    const manager = await group.manager(ASSIGNS)
    const member = await aMember(app, group)
    const audit = await group.create({ name: 'Audit', permissions: ['group-audit-view'] })
    expect(await group.give(member.id, audit, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.give(member.id, audit)).toMatchObject({ status: 200 })
    expect(await group.take(member.id, audit, manager)).toMatchObject({
      status: 200,
      body: [await group.named('Member')],
    })
  })

  it('list the roles of the member in their order, and write an entry only for a change', async () => {
    const member = await aMember(app, group)
    const [low, high] = [await group.create({ name: 'Low' }), await group.create({ permissions: ['group-audit-view'] })]
    const basic = await group.named('Member')
    expect(await group.give(member.id, low)).toMatchObject({ status: 200, body: [basic, low] })
    expect(await group.give(member.id, high)).toMatchObject({ status: 200, body: [high, basic, low] })
    expect(await group.give(member.id, high)).toMatchObject({ status: 200, body: [high, basic, low] })
    expect(await group.give(member.id, await group.named('Everyone'))).toMatchObject({ body: [high, basic, low] })
    expect(await group.take(member.id, low)).toMatchObject({ status: 200, body: [high, basic] })
    expect(await group.take(member.id, low)).toMatchObject({ status: 200, body: [high, basic] })
    expect(await group.take(member.id, await group.named('Everyone'))).toMatchObject({ body: [high, basic] })
    const seen = await member.api.call('getGroup', { groupId: group.id, query: {} })
    expect(seen.myMember).toMatchObject({ roleIds: [high, basic], mRoleIds: [high] })
    const about = await group.entries('group.member.role')
    expect(about.map(({ eventType }) => eventType)).toEqual([
      'group.member.role.assign',
      'group.member.role.assign',
      'group.member.role.unassign',
    ])
    expect(about[0]).toMatchObject({
      targetId: member.id,
      actorId: owner.id,
      data: { roleId: low, roleName: 'Low' },
      description: `${owner.username} assigned the role "Low" to ${member.username}`,
    })
    expect(about[2]?.description).toBe(`${owner.username} unassigned the role "Low" from ${member.username}`)
  })

  it('let members take and return self-assignable roles themselves', async () => {
    const member = await aMember(app, group)
    const open = await group.create({
      name: 'Open',
      isSelfAssignable: true,
      permissions: ['group-instance-queue-priority'],
    })
    const closed = await group.create({ name: 'Closed' })
    const basic = await group.named('Member')
    expect(await group.give(member.id, closed, member)).toMatchObject(NO_PERMISSION)
    expect(await group.give(member.id, open, member)).toMatchObject({ status: 200, body: [basic, open] })
    expect(await group.give((await aMember(app, group)).id, open, member)).toMatchObject(NO_PERMISSION)
    expect(await group.take(member.id, open, member)).toMatchObject({ status: 200, body: [basic] })
    expect(await group.give(owner.id, open)).toMatchObject({ status: 200 })
  })

  it('refuse roles that are sold, and those that need time-based codes which the member lacks', async () => {
    const member = await aMember(app, group)
    const sold = await group.create({ name: 'Sold' })
    await app.scope().db.groupRole.update({ where: { id: sold }, data: { requiresPurchase: true } })
    expect(await group.give(member.id, sold)).toMatchObject(refusal(403, 'This role must be purchased.'))
    const guarded = await group.create({ name: 'Guarded', requiresTwoFactor: true, isSelfAssignable: true })
    for (const as of [owner, member])
      expect(await group.give(member.id, guarded, as)).toMatchObject(
        refusal(403, 'This role requires two-factor authentication.'),
      )
    expect(await group.take(member.id, guarded)).toMatchObject({ status: 200 })
  })

  it('give a role once of several times at once', async () => {
    const member = await aMember(app, group)
    const id = await group.create({ name: 'Guide' })
    const given = await runConcurrently(app, 5, () => group.give(member.id, id))
    expect(given.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await group.entries('group.member.role.assign')).toHaveLength(1)
  })

  it('let admins of the platform act in every group, which the audit log of the platform tells', async () => {
    const admin = await anAdmin(app)
    const member = await aMember(app, group)
    const manager = await group.manager(['group-audit-view'])
    const id = await group.create({ name: 'Late', permissions: ['group-data-manage'] })
    expect(await group.give(member.id, id, admin)).toMatchObject({ status: 200 })
    expect(await group.take(manager.id, await group.named('Manager'), admin)).toMatchObject({ status: 200 })
    const where = { actorId: admin.id, act: 'addGroupMemberRole', subjectId: group.id }
    expect(await app.scope().db.auditEntry.findMany({ where })).toMatchObject([
      { details: { userId: member.id, roleId: id } },
    ])
  })
})

describe('roles that are added on joining', () => {
  it('are given to those who join from then on', async () => {
    const early = await aMember(app, group)
    const id = await group.create({ name: 'Guest', isAddedOnJoin: true })
    const late = await aMember(app, group)
    const held = async (person: TestUser) =>
      (await person.api.call('getGroup', { groupId: group.id, query: {} })).myMember?.roleIds
    expect(await held(late)).toContain(id)
    expect(await held(early)).not.toContain(id)
  })

  it('count with the roles that people hold otherwise', async () => {
    const member = await aMember(app, group)
    await giveRole(app, group, member, { permissions: ['group-bans-manage'] })
    const permissions = async () =>
      (await member.api.call('getGroup', { groupId: group.id, query: {} })).myMember?.permissions
    expect(await permissions()).not.toContain('group-bans-manage')
    await giveRole(app, group, member, { permissions: ['group-members-manage'] })
    expect(await permissions()).toEqual(expect.arrayContaining(['group-bans-manage', 'group-members-manage']))
  })
})
