import { beforeEach, describe, expect, it } from 'vitest'
import { closeInstancesOfDeletedGroups } from '../../../../src/areas/instances/close.ts'
import {
  announceInGroupInstance,
  kickFromGroupInstance,
  warnInGroupInstance,
} from '../../../../src/areas/instances/group/moderation.ts'
import { deletePastKicks } from '../../../../src/areas/instances/group/queries.ts'
import { putOutAll } from '../../../../src/areas/instances/leave.ts'
import { HOUR } from '../../../../src/kernel/clock.ts'
import { parseLocation } from '../../../../src/kernel/location.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { eventually } from '../../../support/eventually.ts'
import { aGroup, aMember, giveRole, newMembers, type TestGroup } from '../../../support/groups.ts'
import {
  createGroupInstanceAs,
  createInstanceAs,
  enterAs,
  enterOutcome,
  storedLocationOf,
} from '../../../support/instances.ts'
import { rounds } from '../../../support/rounds.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser, enableTotp, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

// Its clock is advanced.
const app = await sharedClockApp()
let group: TestGroup
let moderator: TestUser
let guest: TestUser
let location: string
beforeEach(async () => {
  group = await aGroup(app)
  moderator = await aMember(app, group)
  guest = await aMember(app, group)
  await giveRole(app, group, moderator, {
    permissions: ['group-instance-moderate', 'group-instance-announcement-create', 'group-instance-join'],
    order: 5,
  })
  const worldId = await aWorld(app, group.owner, { capacity: 80 })
  location = await createGroupInstanceAs(group.owner, worldId, group, { groupAccessType: 'public' })
  await enterAs(app, guest, location)
  // Below the rank of the moderator.
  await app.scope().db.groupMemberRole.deleteMany({ where: { userId: guest.id } })
})

const place = () => {
  const parsed = parseLocation(location)
  if (!parsed) throw new Error('the location is invalid')
  return parsed
}
const kick = (by: TestUser, whom: TestUser) => kickFromGroupInstance(viewerScopeOf(app, by), place(), whom.id)
const warn = (by: TestUser, whom: TestUser) => warnInGroupInstance(viewerScopeOf(app, by), place(), whom.id)
const entries = (eventType: string) =>
  app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id, eventType } })

/** Lets people be inside, past the checks and the traces of an entry. */
async function insertOccupants(people: readonly TestUser[]): Promise<void> {
  const { db, now } = app.scope()
  const row = { location, platform: 'standalonewindows', joinedAt: now }
  await db.occupant.createMany({ data: people.map(({ id }) => ({ ...row, userId: id })) })
}

describe('a moderator of an instance of a group', () => {
  it('is refused without permission, rank, and for who is not there', async () => {
    const other = await aMember(app, group)
    for (const act of [kick, warn]) {
      await expect(act(await aUser(app), guest)).rejects.toMatchObject({ reason: 'not_group_member' })
      await expect(act(other, guest)).rejects.toMatchObject({ reason: 'group_forbidden' })
      await expect(act(moderator, other)).rejects.toMatchObject({ reason: 'user_not_found' })
      await enterAs(app, group.owner, location)
      await expect(act(moderator, group.owner)).rejects.toMatchObject({ reason: 'group_forbidden' })
    }
    const ownLocation = await createInstanceAs(moderator, place().worldId)
    const elsewhere = parseLocation(ownLocation.location)
    if (!elsewhere) throw new Error('the location is invalid')
    await expect(kickFromGroupInstance(viewerScopeOf(app, moderator), elsewhere, guest.id)).rejects.toMatchObject({
      reason: 'instance_not_found',
    })
    expect(await entries('group.instance.kick')).toEqual([])
    expect(await entries('group.instance.warn')).toEqual([])
  })

  it('removes a person for an hour', async () => {
    await kick(moderator, guest)
    expect(await storedLocationOf(app, guest)).toBeNull()
    expect(await enterOutcome(app, guest, location)).toBe('cannot_enter')
    expect(await entries('group.instance.kick')).toMatchObject([
      { actorId: moderator.id, targetId: guest.id, data: { location } },
    ])
    app.clock.advance(HOUR)
    expect(await enterOutcome(app, guest, location)).toBe('in')
    expect(await deletePastKicks(app.scope())).toBeGreaterThan(0)
  })

  it('warns a person by a notification', async () => {
    await warn(moderator, guest)
    expect(
      await app.scope().db.notification.findMany({ where: { receiverId: guest.id, type: 'moderation.warning.group' } }),
    ).toMatchObject([{ link: `group:${group.id}`, category: 'social.group' }])
    expect(await entries('group.instance.warn')).toMatchObject([{ targetId: guest.id, data: { location } }])
  })

  it('announces to everybody inside', async () => {
    const announce = (by: TestUser, title: string, message: string) =>
      announceInGroupInstance(viewerScopeOf(app, by), place(), { title, message })
    await expect(announce(guest, 'Hello', 'All')).rejects.toMatchObject({ reason: 'group_forbidden' })
    const refused = await announce(moderator, ' ', 'x'.repeat(501)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ issues: [{ path: ['title'] }, { path: ['message'] }] })
    expect(await entries('group.instance.announcement')).toEqual([])
    await announce(moderator, 'Hello', 'All of you')
    expect(
      await app.scope().db.notification.findMany({ where: { receiverId: guest.id, type: 'group.informative' } }),
    ).toMatchObject([{ title: 'Hello', message: 'All of you' }])
    expect(await entries('group.instance.announcement')).toMatchObject([
      { targetId: location, data: { title: 'Hello', message: 'All of you' } },
    ])
  })
})

describe('people inside', () => {
  it('are put out of every instance by a ban, of those for members by a parting', async () => {
    const members = await createGroupInstanceAs(group.owner, place().worldId, group)
    const leaving = await aMember(app, group)
    await enterAs(app, leaving, members)
    await leaving.api.call('leaveGroup', { groupId: group.id })
    await eventually(async () => (await storedLocationOf(app, leaving)) === null)
    await enterAs(app, leaving, location)
    await group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: leaving.id } })
    await eventually(async () => (await storedLocationOf(app, leaving)) === null)
    await guest.api.call('leaveGroup', { groupId: group.id })
    expect(await storedLocationOf(app, guest)).toBe(location)
  })

  it('are put out at once when 50 are inside, who are banned at once', async ({ annotate }) => {
    const people = await newMembers(app, group, 50)
    await insertOccupants(people)
    const [one, ...others] = people
    if (!one) throw new Error('50 people')
    const ban = ({ id }: TestUser) =>
      group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: id } })
    await ban(one)
    const banned = performance.now()
    await eventually(async () => (await storedLocationOf(app, one)) === null)
    await annotate(`one of 50 was out ${Math.round(performance.now() - banned)} ms after the ban`)
    await runConcurrently(app, others.length, (at) => ban(others[at] ?? one))
    const all = performance.now()
    await eventually(async () => (await app.scope().db.occupant.count({ where: { location } })) === 1)
    await annotate(`49 were out ${Math.round(performance.now() - all)} ms after their bans`)
  })

  it('are never left inside by a ban that meets their entry', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const person = await aMember(app, group)
      const ban = () => group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: person.id } })
      await runConcurrently(app, 2, async (at) => void (await (at === 0 ? enterOutcome(app, person, location) : ban())))
      await eventually(async () => (await storedLocationOf(app, person)) === null)
    }
  })

  it('are put out by the jobs when the events were lost', async () => {
    const { db } = app.scope()
    await db.groupMember.updateMany({
      where: { userId: guest.id },
      data: { status: 'banned', bannedAt: app.scope().now, joinedAt: null },
    })
    expect(await putOutAll(app.scope())).toBe(1)
    expect(await storedLocationOf(app, guest)).toBeNull()
    await enterAs(app, moderator, location)
    await db.group.update({ where: { id: group.id }, data: { deletedAt: app.scope().now } })
    expect(await closeInstancesOfDeletedGroups(app.scope())).toBe(1)
    expect(await storedLocationOf(app, moderator)).toBeNull()
    expect(await enterOutcome(app, moderator, location)).toBe('cannot_enter')
  })

  it('are put out when the group is deleted', async () => {
    await group.owner.api.call('deleteGroup', { groupId: group.id, query: {} })
    await eventually(async () => (await storedLocationOf(app, guest)) === null)
    expect(await app.scope().db.instance.findUniqueOrThrow({ where: { location } })).toMatchObject({ hardClose: true })
  })
})

describe('a role that requires time-based codes', () => {
  it('counts for instances only with them', async () => {
    const member = await aMember(app, group)
    await app.scope().db.groupMemberRole.deleteMany({ where: { userId: member.id } })
    await giveRole(app, group, member, { permissions: ['group-instance-open-create'], requiresTwoFactor: true })
    const create = () =>
      createGroupInstanceAs(member, place().worldId, group).then(
        () => 'created',
        () => 'refused',
      )
    expect(await create()).toBe('refused')
    await enableTotp(app, member)
    expect(await create()).toBe('created')
  })
})
