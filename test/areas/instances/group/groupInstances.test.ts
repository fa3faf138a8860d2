import { beforeEach, describe, expect, it } from 'vitest'
import { closeInstance } from '../../../../src/areas/instances/close.ts'
import { renameInstance } from '../../../../src/areas/instances/rename.ts'
import type { WorldId } from '../../../../src/kernel/ids.ts'
import { parseLocation } from '../../../../src/kernel/location.ts'
import { sharedApp } from '../../../support/app.ts'
import { anEvent } from '../../../support/calendar.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { befriend } from '../../../support/friends.ts'
import { countStatements } from '../../../support/graphClient.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../../support/groups.ts'
import {
  createGroupInstanceAs,
  createInstanceAs,
  enterAs,
  enterOutcome,
  leaveAs,
  splitLocation,
} from '../../../support/instances.ts'
import { refusal } from '../../../support/refusals.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
let owner: TestUser
let group: TestGroup
let worldId: WorldId
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
  worldId = await aWorld(app, owner, { capacity: 20 })
})

const placeAt = (location: string) => {
  const place = parseLocation(location)
  if (!place) throw new Error('the location is invalid')
  return place
}

const entriesOf = (eventType: string) =>
  app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id, eventType }, orderBy: { id: 'asc' } })

/** Takes all permissions of the template's role away, so that members have those of their own roles only. */
const clearMemberRole = () =>
  app.scope().db.groupRole.updateMany({ where: { groupId: group.id, kind: null }, data: { permissions: [] } })

const creating = (person: TestUser, wanted: object, groupId: string = group.id) =>
  person.api.try('createInstance', { body: { worldId, type: 'group', region: 'us', ownerId: groupId, ...wanted } })

describe('creating an instance of a group', () => {
  it('is refused to outsiders, without the permission of its kind, and for what the group cannot have', async () => {
    const stranger = await aUser(app)
    const member = await aMember(app, group)
    await clearMemberRole()
    expect(await creating(stranger, {}, 'grp_00000000-0000-7000-8000-000000000000')).toMatchObject(
      refusal(404, "Can't find group!"),
    )
    expect(await creating(stranger, {})).toMatchObject(refusal(403, "You're not a member."))
    const kinds = [{}, { inviteOnly: true }, { groupAccessType: 'plus' }, { groupAccessType: 'public' }]
    for (const kind of kinds)
      expect(await creating(member, kind)).toMatchObject(refusal(403, "You don't have permission."))
    expect(await creating(owner, { roleIds: ['grol_00000000-0000-7000-8000-000000000000'] })).toMatchObject(
      refusal(400, 'roleIds must be roles of the group'),
    )
    expect(await creating(owner, { groupAccessType: 'public', inviteOnly: true })).toMatchObject(
      refusal(400, /^groupAccessType must be members/),
    )
    const hidden = await aGroup(app, { privacy: 'private' })
    expect(await creating(hidden.owner, { groupAccessType: 'public' }, hidden.id)).toMatchObject(
      refusal(400, 'groupAccessType must not be public in a private group'),
    )
    expect(await entriesOf('group.instance.create')).toEqual([])
  })

  it.each([
    ['group-instance-open-create', {}],
    ['group-instance-restricted-create', { inviteOnly: true }],
    ['group-instance-plus-create', { groupAccessType: 'plus' }],
    ['group-instance-public-create', { groupAccessType: 'public' }],
  ] as const)('takes %s', async (permission, kind) => {
    const member = await aMember(app, group)
    await clearMemberRole()
    await giveRole(app, group, member, { permissions: [permission] })
    expect((await creating(member, kind)).status).toBe(200)
    expect(await creating(member, { ...kind, ageGate: true })).toMatchObject({ status: 403 })
    const { id: calendarEntryId } = await anEvent(owner, group.id)
    expect(await creating(member, { ...kind, calendarEntryId })).toMatchObject({ status: 403 })
    await giveRole(app, group, member, {
      permissions: ['group-instance-age-gated-create', 'group-instance-calendar-link'],
    })
    expect((await creating(member, { ...kind, ageGate: true, calendarEntryId })).status).toBe(200)
  })

  it('writes the tags of the group, and one entry of its audit log', async () => {
    const roleId = await giveRole(app, group, owner, { permissions: [] })
    const instance = await createInstanceAs(owner, worldId, { type: 'group', ownerId: group.id, roleIds: [roleId] })
    expect(instance).toMatchObject({
      instanceId: `${instance.name}~group(${group.id})~groupAccessType(members)~inviteOnly~region(us)`,
      groupAccessType: 'members',
      roleRestricted: true,
      ownerId: group.id,
      creatorId: owner.id,
    })
    expect(await entriesOf('group.instance.create')).toMatchObject([
      {
        actorId: owner.id,
        targetId: instance.location,
        description: expect.stringMatching(/^Group members instance created by \w+\.$/),
        data: { calendarEntryId: null, groupAccessType: 'members', roleIds: [roleId] },
      },
    ])
  })

  it('stops at 50 open ones, when several are created at once, too', async () => {
    const place = await createGroupInstanceAs(owner, worldId, group)
    const row = await app.scope().db.instance.findUniqueOrThrow({ where: { location: place } })
    await app.scope().db.instance.createMany({
      data: Array.from({ length: 45 }, (_, at) => ({
        ...row,
        contentSettings: {},
        location: `${place}${at}`,
        shortName: null,
        secureName: `${row.secureName}${at}`,
      })),
    })
    const statuses = await runConcurrently(app, 8, async () => (await creating(owner, {})).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 403)).toHaveLength(4)
    expect(await creating(owner, {})).toMatchObject(refusal(403, 'This group has too many instances.'))
  })
})

describe('entering an instance of a group', () => {
  it('is for members with the permission to join, for plus and public by friends inside and everybody', async () => {
    const [member, friend, stranger] = [await aMember(app, group), await aUser(app), await aUser(app)]
    await befriend(member, friend)
    const [members, plus, open] = [
      await createGroupInstanceAs(owner, worldId, group),
      await createGroupInstanceAs(owner, worldId, group, { groupAccessType: 'plus' }),
      await createGroupInstanceAs(owner, worldId, group, { groupAccessType: 'public' }),
    ]
    expect(await enterOutcome(app, friend, plus)).toBe('cannot_enter')
    for (const location of [members, open, plus]) expect(await enterOutcome(app, member, location)).toBe('in')
    expect(await enterOutcome(app, friend, members)).toBe('cannot_enter')
    expect(await enterOutcome(app, friend, plus)).toBe('in')
    expect(await enterOutcome(app, stranger, plus)).toBe('cannot_enter')
    expect(await enterOutcome(app, stranger, open)).toBe('in')
    await clearMemberRole()
    const plain = await aMember(app, group)
    expect(await enterOutcome(app, plain, members)).toBe('cannot_enter')
  })

  it('is refused to who is banned or has blocked the group, wherever', async () => {
    const [banned, blocking] = [await aMember(app, group), await aUser(app)]
    const open = await createGroupInstanceAs(owner, worldId, group, { groupAccessType: 'public' })
    await owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    await blocking.api.call('blockGroup', { groupId: group.id })
    for (const person of [banned, blocking]) expect(await enterOutcome(app, person, open)).toBe('cannot_enter')
  })

  it('is limited to holders of its roles, and moderators of a rank above the lowest of them', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aMember(app, group)))
    const [holder, moderator, lowModerator, plain] = people
    if (!holder || !moderator || !lowModerator || !plain) throw new Error('four members')
    const roleId = await giveRole(app, group, holder, { permissions: [], order: 20 })
    await giveRole(app, group, moderator, { permissions: ['group-instance-moderate'], order: 15 })
    const location = await createGroupInstanceAs(owner, worldId, group, { roleIds: [roleId] })
    expect(await enterOutcome(app, holder, location)).toBe('in')
    expect(await enterOutcome(app, moderator, location)).toBe('in')
    expect(await enterOutcome(app, plain, location)).toBe('cannot_enter')
    await app.scope().db.groupMemberRole.deleteMany({ where: { userId: lowModerator.id } })
    await giveRole(app, group, lowModerator, {
      permissions: ['group-instance-moderate', 'group-instance-join'],
      order: 30,
    })
    expect(await enterOutcome(app, lowModerator, location)).toBe('cannot_enter')
  })

  it('makes a location that nobody has made, only by who may create it', async () => {
    const location = `${worldId}:77777~group(${group.id})~groupAccessType(members)~region(us)`
    const [member, stranger] = [await aMember(app, group), await aUser(app)]
    await app.scope().db.groupRole.updateMany({
      where: { groupId: group.id, kind: null },
      data: { permissions: ['group-instance-join'] },
    })
    expect(await enterOutcome(app, stranger, location)).toBe('cannot_enter')
    expect(await enterOutcome(app, member, location)).toBe('cannot_enter')
    expect(await entriesOf('group.instance.create')).toEqual([])
    const outcomes = await runConcurrently(app, 2, () => enterOutcome(app, owner, location))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
    expect(await entriesOf('group.instance.create')).toHaveLength(1)
    expect(await enterOutcome(app, member, location)).toBe('in')
  })
})

describe('closing and renaming an instance of a group', () => {
  it('is for its creator and managers, by one entry each', async () => {
    const [creator, manager, plain] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    await giveRole(app, group, manager, { permissions: ['group-instance-manage'] })
    const location = await createGroupInstanceAs(creator, worldId, group)
    const place = placeAt(location)
    const rename = (person: TestUser, name: string | null) => renameInstance(viewerScopeOf(app, person), place, name)
    await expect(rename(plain, 'Mine')).rejects.toMatchObject({ reason: 'cannot_rename' })
    await expect(rename(creator, 'x'.repeat(65))).rejects.toMatchObject({ reason: 'too_long' })
    await expect(rename(await aUser(app), 'Mine')).rejects.toMatchObject({ reason: 'instance_not_found' })
    await rename(manager, ' The hall ')
    await rename(manager, 'The hall')
    expect(await entriesOf('group.instance.update')).toMatchObject([
      { actorId: manager.id, targetId: location, data: { displayName: { old: null, new: 'The hall' } } },
    ])
    await expect(closeInstance(viewerScopeOf(app, plain), place)).rejects.toMatchObject({ reason: 'cannot_close' })
    await manager.api.call('closeInstance', { ...splitLocation(location), query: {} })
    expect(await manager.api.try('closeInstance', { ...splitLocation(location), query: {} })).toMatchObject({
      status: 403,
    })
    expect(await entriesOf('group.instance.close')).toMatchObject([{ actorId: manager.id, targetId: location }])
    expect(await enterOutcome(app, plain, location)).toBe('instance_closed')
  })
})

describe('lists of instances of groups', () => {
  it('show what the viewer may enter, fullest first; to outsiders public ones', async () => {
    const [member, stranger] = [await aMember(app, group), await aUser(app)]
    const members = await createGroupInstanceAs(owner, worldId, group)
    const open = await createGroupInstanceAs(owner, worldId, group, { groupAccessType: 'public' })
    const limited = await createGroupInstanceAs(owner, worldId, group, { inviteOnly: true })
    const closed = await createGroupInstanceAs(owner, worldId, group)
    await owner.api.call('closeInstance', { ...splitLocation(closed), query: {} })
    await enterAs(app, member, open)
    const listed = async (person: TestUser) =>
      (await person.api.call('getGroupInstances', { groupId: group.id })).map(({ location }) => location)
    expect(await listed(member)).toEqual([open, members])
    expect(await listed(stranger)).toEqual([open])
    expect(new Set(await listed(owner))).toEqual(new Set([open, members, limited]))
    const own = await member.api.call('getUserGroupInstances', { userId: member.id })
    expect(own.fetchedAt).toMatch(/Z$/)
    expect(own.instances?.map(({ location, ownerId, n_users }) => [location, ownerId, n_users])).toEqual([
      [open, group.id, 1],
      [members, group.id, 0],
    ])
    const params = { userId: member.id, groupId: group.id }
    const ofGroup = await member.api.call('getUserGroupInstancesForGroup', params)
    expect(ofGroup.instances?.map(({ location }) => location)).toEqual([open, members])
    expect(await stranger.api.try('getUserGroupInstances', { userId: member.id })).toMatchObject(
      refusal(403, 'User ID must be your own.'),
    )
    expect((await stranger.api.call('getUserGroupInstances', { userId: stranger.id })).instances).toEqual([])
    await leaveAs(app, member)
  })

  it('take as many statements for many instances as for few', async () => {
    const member = await aMember(app, group)
    const list = async () => {
      await member.api.call('getGroupInstances', { groupId: group.id })
      await member.api.call('getUserGroupInstances', { userId: member.id })
    }
    for (let made = 0; made < 2; made++) await createGroupInstanceAs(owner, worldId, group)
    const few = await countStatements(app, list)
    for (let made = 0; made < 20; made++)
      await createGroupInstanceAs(owner, await aWorld(app, owner), group, { groupAccessType: 'plus' })
    expect(await countStatements(app, list)).toBe(few)
  })

  it('are for members alone in private groups', async () => {
    const hidden = await aGroup(app, { privacy: 'private' })
    const location = await createGroupInstanceAs(hidden.owner, worldId, hidden)
    const stranger = await aUser(app)
    const params = { groupId: hidden.id }
    expect(await stranger.api.try('getGroupInstances', params)).toMatchObject(refusal(403, "You're not a member."))
    expect(await stranger.api.try('getUserGroupInstancesForGroup', { ...params, userId: stranger.id })).toMatchObject(
      refusal(403, "You're not a member."),
    )
    expect(await hidden.owner.api.call('getGroupInstances', params)).toMatchObject([{ location, memberCount: 0 }])
  })
})
