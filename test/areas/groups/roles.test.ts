import { beforeEach, describe, expect, it } from 'vitest'
import { GROUP_PERMISSIONS } from '../../../src/areas/groups/roles/permissions.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aRoleGroup, type RoleGroup } from '../../support/groupRoles.ts'
import { aGroup, aMember } from '../../support/groups.ts'
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

const rolesOf = () => owner.api.call('getGroupRoles', { groupId: group.id })
const update = (groupRoleId: string, body: object) =>
  owner.api.call('updateGroupRole', { groupId: group.id, groupRoleId, body })

/** Inserts so many roles without permissions, from this place in the order. */
async function insertPlainRoles(first: number, count: number): Promise<void> {
  const { db, now } = app.scope()
  const row = { groupId: group.id, name: 'Plain', permissions: [], createdAt: now, updatedAt: now }
  const orders = Array.from({ length: count }, (_, at) => first + at)
  await db.groupRole.createMany({ data: orders.map((order) => ({ ...row, id: newId('groupRole', now), order })) })
}

describe('getGroupPermissions', () => {
  const read = (as: TestUser) => as.api.call('getGroupPermissions', { groupId: group.id })

  it('is refused to outsiders, and for unknown groups', async () => {
    const stranger = await aUser(app)
    expect(await stranger.api.try('getGroupPermissions', { groupId: group.id })).toMatchObject(NOT_MEMBER)
    const groupId = 'grp_00000000-0000-7000-8000-000000000000'
    expect(await stranger.api.try('getGroupPermissions', { groupId })).toMatchObject(refusal(404, "Can't find group!"))
  })

  it('lists all 27 but that of owners, and which of them the viewer has', async () => {
    const all = await read(owner)
    expect(all.map(({ name }) => name)).toEqual(Object.keys(GROUP_PERMISSIONS))
    expect(all).toHaveLength(27)
    expect(all.every(({ allowedToAdd }) => allowedToAdd)).toBe(true)
    const manager = await group.manager(['group-roles-manage', 'group-bans-manage'])
    const had = (await read(manager)).filter(({ allowedToAdd }) => allowedToAdd).map(({ name }) => name)
    // The right to ban counts only beside that to manage members; the others come from the role Member.
    expect(had).toEqual([
      'group-instance-join',
      'group-instance-open-create',
      'group-instance-plus-create',
      'group-instance-public-create',
      'group-members-viewall',
      'group-roles-manage',
    ])
    expect(all.find(({ name }) => name === 'group-audit-view')).toMatchObject({
      displayName: 'View Audit log',
      isManagementPermission: true,
    })
  })
})

describe('createGroupRole', () => {
  it('is refused to outsiders and to members without the right', async () => {
    expect(await group.tryCreate({}, await aUser(app))).toMatchObject(NOT_MEMBER)
    expect(await group.tryCreate({}, await aMember(app, group))).toMatchObject(NO_PERMISSION)
    expect(await group.entries('group.role')).toEqual([])
  })

  it('refuses bad fields', async () => {
    const wrong: [object, RegExp][] = [
      [{ name: '   ' }, /^name must have 1 to 64 characters/],
      [{ name: 'x'.repeat(65) }, /^name must have/],
      [{ description: 'x'.repeat(251) }, /^description must have at most 250/],
      [{ permissions: ['*'] }, /^permissions must be permissions of roles: not '\*'/],
      [{ permissions: ['group-nonsense'] }, /permissions/],
      [{ permissions: ['group-audit-view'], isSelfAssignable: true }, /^isSelfAssignable must be false/],
      [{ permissions: ['group-instance-moderate'], isAddedOnJoin: true }, /^isAddedOnJoin must be false/],
    ]
    for (const [body, message] of wrong) expect(await group.tryCreate(body)).toMatchObject(refusal(400, message))
    expect(await group.names()).toEqual(['Group Owner', 'Member', 'Everyone'])
  })

  it('refuses permissions that the viewer lacks, also those that do not count alone', async () => {
    const manager = await group.manager(['group-roles-manage', 'group-bans-manage'])
    for (const permission of ['group-audit-view', 'group-bans-manage', 'group-instance-queue-priority'])
      expect(await group.tryCreate({ permissions: [permission] }, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.tryCreate({ permissions: ['group-roles-manage'] }, manager)).toMatchObject({ status: 200 })
  })

  it('puts a role at the end of its tier', async () => {
    const plain = await owner.api.call('createGroupRole', { groupId: group.id, body: { id: 'grol_mine' } })
    expect(plain).toMatchObject({
      name: 'New Role',
      description: '',
      permissions: [],
      order: 2,
      isManagementRole: false,
      isSelfAssignable: false,
      isAddedOnJoin: false,
      requiresTwoFactor: false,
      requiresPurchase: false,
      groupId: group.id,
    })
    expect(plain.id).toMatch(/^grol_[0-9a-f-]{36}$/)
    expect(plain).not.toHaveProperty('defaultRole')
    await group.create({ name: ' Staff ', permissions: ['group-audit-view', 'group-audit-view'] })
    await group.create({ name: 'Crew', permissions: ['group-data-manage'] })
    const roles = await rolesOf()
    expect(roles.map(({ name, order }) => [name, order])).toEqual([
      ['Group Owner', 0],
      ['Staff', 1],
      ['Crew', 2],
      ['Member', 3],
      ['New Role', 4],
      ['Everyone', 99_999_997],
    ])
    expect(roles[1]).toMatchObject({ permissions: ['group-audit-view'], isManagementRole: true })
    expect(await group.entries('group.role')).toMatchObject([
      { eventType: 'group.role.create', targetId: plain.id, actorId: owner.id, data: { name: 'New Role', order: 2 } },
      { eventType: 'group.role.create', description: `Group role "Staff" created by ${owner.username}.` },
      { eventType: 'group.role.create' },
    ])
  })

  it('creates at most 50 roles and 5 management roles, also at once', async () => {
    const bodies = Array.from({ length: 8 }, () => ({ permissions: ['group-audit-view'] }))
    const made = await runConcurrently(app, 8, (at) => group.tryCreate(bodies[at] ?? {}))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await group.tryCreate({ permissions: ['group-audit-view'] })).toMatchObject(
      refusal(403, 'This group has too many management roles.'),
    )
    await insertPlainRoles(7, 40)
    const last = await runConcurrently(app, 5, () => group.tryCreate({}))
    expect(last.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await group.tryCreate({})).toMatchObject(refusal(403, 'This group has too many roles.'))
    const orders = (await rolesOf()).map(({ order }) => order)
    expect(orders).toEqual([...Array.from({ length: 49 }, (_, at) => at), 99_999_997])
    const management = (await rolesOf()).filter(({ isManagementRole }) => isManagementRole).map(({ order }) => order)
    expect(management).toEqual([0, 1, 2, 3, 4, 5])
    const plain = (await rolesOf())[20]?.id ?? ''
    expect(await group.update(plain, { permissions: ['group-audit-view'] })).toMatchObject(
      refusal(403, 'This group has too many management roles.'),
    )
  })
})

describe('updateGroupRole', () => {
  it('is refused for unknown roles and those of other groups, after the rights', async () => {
    const other = await aGroup(app, {}, owner)
    const [, foreign] = await owner.api.call('getGroupRoles', { groupId: other.id })
    expect(await group.update(foreign?.id ?? '', { name: 'X' })).toMatchObject(NO_ROLE)
    expect(await group.update(foreign?.id ?? '', { name: 'X' }, await aMember(app, group))).toMatchObject(NO_PERMISSION)
    expect(await group.update(foreign?.id ?? '', { name: 'X' }, await aUser(app))).toMatchObject(NOT_MEMBER)
  })

  it('is refused for roles at or before the own rank, and never moves one before it', async () => {
    await group.create({ name: 'First', permissions: ['group-audit-view'] })
    const manager = await group.manager(['group-roles-manage'], 'Second')
    const third = await group.create({ name: 'Third', permissions: ['group-roles-manage'] })
    for (const name of ['Group Owner', 'First', 'Second'])
      expect(await group.update(await group.named(name), { description: 'X' }, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.update(third, { order: 1 }, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.update(third, { order: 2 }, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.update(third, { description: 'X' }, manager)).toMatchObject({ status: 200 })
    expect(await group.names()).toEqual(['Group Owner', 'First', 'Second', 'Third', 'Member', 'Everyone'])
  })

  it('grants only what the viewer has, and gives roles with other permissions to nobody else', async () => {
    const rich = await group.create({
      name: 'Rich',
      permissions: ['group-instance-queue-priority'],
      requiresTwoFactor: true,
    })
    const manager = await group.manager(['group-roles-manage'])
    const kept = ['group-instance-queue-priority']
    expect(await group.update(rich, { permissions: [...kept, 'group-audit-view'] }, manager)).toMatchObject(
      NO_PERMISSION,
    )
    for (const change of [{ isSelfAssignable: true }, { isAddedOnJoin: true }, { requiresTwoFactor: false }])
      expect(await group.update(rich, change, manager)).toMatchObject(NO_PERMISSION)
    const permissions = [...kept, 'group-members-viewall']
    expect(await group.update(rich, { permissions }, manager)).toMatchObject({ status: 200 })
    expect(await group.update(rich, { permissions: [] }, manager)).toMatchObject({ status: 200 })
    expect(await group.update(rich, { requiresTwoFactor: false }, manager)).toMatchObject({ status: 200 })
  })

  it('changes the given fields, lists all roles and tells the log what changed', async () => {
    const id = await group.create({ name: 'Guide' })
    const roles = await update(id, { name: ' Host ', isSelfAssignable: true, description: '' })
    expect(roles.map(({ name }) => name)).toEqual(['Group Owner', 'Member', 'Host', 'Everyone'])
    expect(await update(id, { name: 'Host', order: 2, permissions: [] })).toEqual(roles)
    expect(await owner.api.call('updateGroupRole', { groupId: group.id, groupRoleId: id })).toEqual(roles)
    const [, ...changes] = await group.entries('group.role')
    expect(changes).toMatchObject([
      {
        eventType: 'group.role.update',
        targetId: id,
        description: `Group role "Host" updated by ${owner.username}.`,
        data: { name: { old: 'Guide', new: 'Host' }, isSelfAssignable: { old: false, new: true } },
      },
    ])
    expect(Object.keys(Object(changes[0]?.data)).sort()).toEqual(['isSelfAssignable', 'name'])
  })

  it('moves a role within its tier, and to the end of another one with its permissions', async () => {
    for (const name of ['A', 'B', 'C']) await group.create({ name, permissions: ['group-audit-view'] })
    for (const name of ['X', 'Y']) await group.create({ name })
    const order = async () => (await group.names()).slice(1, -1).join()
    expect(await order()).toBe('A,B,C,Member,X,Y')
    await update(await group.named('C'), { order: 1 })
    expect(await order()).toBe('C,A,B,Member,X,Y')
    await update(await group.named('C'), { order: 2 })
    expect(await order()).toBe('A,C,B,Member,X,Y')
    await update(await group.named('A'), { order: 50 })
    expect(await order()).toBe('C,B,A,Member,X,Y')
    await update(await group.named('Y'), { order: 0 })
    expect(await order()).toBe('C,B,A,Y,Member,X')
    await update(await group.named('Y'), { permissions: ['group-data-manage'] })
    expect(await order()).toBe('C,B,A,Y,Member,X')
    await update(await group.named('C'), { permissions: [] })
    expect(await order()).toBe('B,A,Y,Member,X,C')
    expect((await rolesOf()).slice(0, -1).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('keeps orders unique and without gaps under concurrent moves', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push(await group.create({ name }))
    const moved = await runConcurrently(app, 12, (at) => group.update(ids[at % 4] ?? '', { order: 1 + (at % 5) }))
    expect(moved.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect((await rolesOf()).slice(0, -1).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('refuses open roles that manage the group, whichever field would make them so', async () => {
    const open = await group.create({ name: 'Open', isSelfAssignable: true })
    const staff = await group.create({ name: 'Staff', permissions: ['group-audit-view'] })
    expect(await group.update(open, { permissions: ['group-audit-view'] })).toMatchObject(
      refusal(400, /^permissions must not manage the group/),
    )
    expect(await group.update(staff, { isAddedOnJoin: true })).toMatchObject(
      refusal(400, /^isAddedOnJoin must be false/),
    )
    const both = { permissions: ['group-audit-view'], isSelfAssignable: false }
    expect(await group.update(open, both)).toMatchObject({ status: 200 })
  })

  it('lets only the owner change name and description of the role of owners', async () => {
    const id = await group.named('Group Owner')
    const [role] = await update(id, { name: 'Keeper', description: 'Keeps the light.', permissions: ['*'], order: 0 })
    expect(role).toMatchObject({ name: 'Keeper', description: 'Keeps the light.', permissions: ['*'], order: 0 })
    for (const change of [{ permissions: [] }, { order: 3 }, { isAddedOnJoin: true }, { requiresTwoFactor: true }])
      expect(await group.update(id, change)).toMatchObject(NO_PERMISSION)
    expect(await group.update(id, { name: 'Mine' }, await anAdmin(app))).toMatchObject(NO_PERMISSION)
  })

  it('lets holders of both rights change Everyone, but not its name nor into a management role', async () => {
    const id = await group.named('Everyone')
    const permissions = ['group-members-viewall']
    const half = await group.manager(['group-roles-manage'], 'Half')
    expect(await group.update(id, { permissions }, half)).toMatchObject(NO_PERMISSION)
    const whole = await group.manager(['group-roles-manage', 'group-default-role-manage'], 'Whole')
    expect(await group.update(id, { permissions }, whole)).toMatchObject({ status: 200 })
    const wrong = [
      { name: 'All' },
      { permissions: ['group-audit-view'] },
      { isSelfAssignable: true },
      { isAddedOnJoin: true },
      { requiresTwoFactor: true },
    ]
    for (const change of wrong) expect(await group.update(id, change)).toMatchObject(refusal(400, /^\w+ must/))
    const roles = await update(id, { name: 'Everyone', description: 'All of us.', order: 3 })
    expect(roles.at(-1)).toMatchObject({ description: 'All of us.', order: 99_999_997, permissions, defaultRole: true })
  })
})

describe('deleteGroupRole', () => {
  it('is refused without the right, for roles before the own rank, for Everyone and for sold roles', async () => {
    const first = await group.create({ name: 'First', permissions: ['group-audit-view'] })
    const manager = await group.manager(['group-roles-manage'])
    const sold = await group.create({ name: 'Sold' })
    await app.scope().db.groupRole.update({ where: { id: sold }, data: { requiresPurchase: true } })
    expect(await group.remove(sold, await aUser(app))).toMatchObject(NOT_MEMBER)
    expect(await group.remove(sold, await aMember(app, group))).toMatchObject(NO_PERMISSION)
    expect(await group.remove(`${sold}x`)).toMatchObject({ status: expect.toBeOneOf([400, 404]) })
    expect(await group.remove(first, manager)).toMatchObject(NO_PERMISSION)
    expect(await group.remove(await group.named('Group Owner'))).toMatchObject(NO_PERMISSION)
    expect(await group.remove(sold)).toMatchObject(refusal(400, "A role that is sold can't be deleted."))
    expect(await group.remove(await group.named('Everyone'))).toMatchObject(refusal(400, "Everyone can't be deleted."))
    expect(await group.names()).toEqual(['Group Owner', 'First', 'Manager', 'Member', 'Sold', 'Everyone'])
  })

  it('takes the role from its holders, closes the gap and lists the remaining roles', async () => {
    const manager = await group.manager(['group-audit-view'])
    const id = await group.named('Manager')
    const roles = await owner.api.call('deleteGroupRole', { groupId: group.id, groupRoleId: id })
    expect(roles.map(({ name, order }) => [name, order])).toEqual([
      ['Group Owner', 0],
      ['Member', 1],
      ['Everyone', 99_999_997],
    ])
    const seen = await manager.api.call('getGroup', { groupId: group.id, query: {} })
    expect(seen.myMember?.roleIds).toEqual([roles[1]?.id])
    expect(seen.myMember?.permissions).not.toContain('group-audit-view')
    expect(await group.remove(id)).toMatchObject(NO_ROLE)
    const last = (await group.entries('group.role')).at(-1)
    expect(last).toMatchObject({ eventType: 'group.role.delete', targetId: id, data: { name: 'Manager', order: 1 } })
    expect(await group.entries('group.role.delete')).toHaveLength(1)
  })

  it('happens once of several at the same time', async () => {
    const id = await group.create({})
    const deleted = await runConcurrently(app, 4, () => group.remove(id))
    expect(deleted.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })
})
