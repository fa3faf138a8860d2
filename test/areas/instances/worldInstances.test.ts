import { beforeEach, describe, expect, it } from 'vitest'
import type { WorldId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { countStatements } from '../../support/graphClient.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import {
  createGroupInstanceAs,
  createInstanceAs,
  enterAs,
  enterOutcome,
  leaveAs,
  splitLocation,
} from '../../support/instances.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let owner: TestUser
let group: TestGroup
let worldId: WorldId
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
  worldId = await aWorld(app, owner, { capacity: 20 })
})

const idOf = (location: string) => splitLocation(location).instanceId

/** The instances that the record of the world shows, with their numbers of people. */
const shown = async ({ api }: TestUser) => (await api.call('getWorld', { worldId })).instances

const idsShownTo = async (person: TestUser) => new Set((await shown(person))?.map(([id]) => id))

/** An instance of the group with somebody inside who may enter it. */
async function occupied(wanted: object, inside: TestUser): Promise<string> {
  const location = await createGroupInstanceAs(owner, worldId, group, wanted)
  await enterAs(app, inside, location)
  return location
}

describe('the instances in the record of a world', () => {
  it('are the public ones, and those of groups that the viewer may enter, fullest first', async () => {
    const [member, second, third] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
    const everybody = (await createInstanceAs(owner, worldId, {})).location ?? ''
    await enterAs(app, await aUser(app), everybody)
    const members = await occupied({}, second)
    await enterAs(app, third, members)
    const secret = (await createInstanceAs(member, worldId, { type: 'friends', ownerId: member.id })).location ?? ''
    await enterAs(app, member, secret)
    expect(await shown(member)).toEqual([
      [idOf(members), 2],
      [idOf(everybody), 1],
    ])
    expect(await shown(await aUser(app))).toEqual([[idOf(everybody), 1]])
  })

  it('are of groups of others public ones only, though a friend inside opens more', async () => {
    const [member, other] = [await aMember(app, group), await aMember(app, group)]
    const friend = await aUser(app)
    await befriend(member, friend)
    const plus = await occupied({ groupAccessType: 'plus' }, member)
    const open = await occupied({ groupAccessType: 'public' }, other)
    expect(await idsShownTo(friend)).toEqual(new Set([idOf(open)]))
    expect(await enterOutcome(app, friend, plus)).toBe('in')
    expect(await idsShownTo(owner)).toEqual(new Set([idOf(open), idOf(plus)]))
  })

  it('are none that roles, bans, blocks and closings keep the viewer out of, but all to admins', async () => {
    const [holder, plain, banned, admin] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
      await anAdmin(app),
    ]
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const limited = await occupied({ roleIds: [roleId] }, holder)
    const open = await occupied({ groupAccessType: 'public' }, owner)
    await owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    const blocking = await aUser(app)
    await blocking.api.call('blockGroup', { groupId: group.id })
    expect(await idsShownTo(holder)).toEqual(new Set([idOf(limited), idOf(open)]))
    expect(await idsShownTo(plain)).toEqual(new Set([idOf(open)]))
    for (const person of [banned, blocking]) expect(await idsShownTo(person)).toEqual(new Set())
    expect(await idsShownTo(admin)).toEqual(new Set([idOf(limited), idOf(open)]))
    await owner.api.call('closeInstance', { ...splitLocation(limited), query: {} })
    expect(await idsShownTo(holder)).toEqual(new Set([idOf(open)]))
  })

  it('take one statement more for instances of groups, however many there are', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => aMember(app, group)))
    const [viewer] = members
    if (!viewer) throw new Error('six members')
    const read = () => countStatements(app, () => shown(viewer))
    await read()
    const none = await read()
    await occupied({}, viewer)
    expect(await read()).toBe(none + 1)
    for (const member of members.slice(1)) await occupied({}, member)
    expect(await shown(viewer)).toHaveLength(6)
    expect(await read()).toBe(none + 1)
  })

  it('are read together for the worlds of a list', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => aMember(app, group)))
    const viewer = await aMember(app, group)
    const list = () => viewer.api.call('getUserGroupInstances', { userId: viewer.id })
    const enterOneMore = async (member: TestUser) => {
      const world = await aWorld(app, owner, { capacity: 20 })
      await enterAs(app, member, await createGroupInstanceAs(owner, world, group))
    }
    const [first, ...others] = members
    if (!first) throw new Error('five members')
    await enterOneMore(first)
    await list()
    const one = await countStatements(app, list)
    for (const member of others) await enterOneMore(member)
    await list()
    expect(await countStatements(app, list)).toBe(one)
    const { instances } = await list()
    expect(instances?.map(({ world }) => world?.instances?.length)).toEqual([1, 1, 1, 1, 1])
  })
})

describe('an instance of a group with an age gate', () => {
  it('is entered by and listed to members whose age is verified, with the permission to join', async () => {
    const [adult, minor, stranger] = [await aMember(app, group), await aMember(app, group), await aUser(app)]
    const { user } = app.scope().db
    await user.updateMany({ where: { id: { in: [adult.id, stranger.id, owner.id] } }, data: { ageVerified: true } })
    const gated = await createGroupInstanceAs(owner, worldId, group, { ageGate: true })
    expect(gated).toContain('~ageGate')
    const listed = async ({ api }: TestUser) =>
      (await api.call('getGroupInstances', { groupId: group.id })).map(({ location }) => location)
    expect(await enterOutcome(app, minor, gated)).toBe('cannot_enter')
    expect(await enterOutcome(app, stranger, gated)).toBe('cannot_enter')
    expect(await enterOutcome(app, adult, gated)).toBe('in')
    for (const person of [minor, stranger]) {
      expect(await listed(person)).toEqual([])
      expect(await idsShownTo(person)).toEqual(new Set())
    }
    expect(await listed(owner)).toEqual([gated])
    expect(await shown(owner)).toEqual([[idOf(gated), 1]])
    await leaveAs(app, adult)
  })

  it('keeps out of public ones, too, whoever is not of age, though a friend is inside', async () => {
    const [adult, minor] = [await aMember(app, group), await aUser(app)]
    await befriend(adult, minor)
    await app.scope().db.user.update({ where: { id: adult.id }, data: { ageVerified: true } })
    const gated = await createGroupInstanceAs(owner, worldId, group, { groupAccessType: 'public', ageGate: true })
    await enterAs(app, adult, gated)
    expect(await enterOutcome(app, minor, gated)).toBe('cannot_enter')
    expect(await idsShownTo(minor)).toEqual(new Set())
    await app.scope().db.user.update({ where: { id: minor.id }, data: { ageVerified: true } })
    expect(await idsShownTo(minor)).toEqual(new Set([idOf(gated)]))
    expect(await enterOutcome(app, minor, gated)).toBe('in')
  })
})
