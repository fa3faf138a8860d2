import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { removeOfflineOccupants } from '../../../../src/areas/instances/occupants.ts'
import { readOwnQueuePlace } from '../../../../src/areas/instances/queue/queries.ts'
import { leaveInstanceQueue, PLACE_KEPT, settleAllQueues } from '../../../../src/areas/instances/queue/queue.ts'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { eventually } from '../../../support/eventually.ts'
import { letPresenceExpire, seeOnClient } from '../../../support/friends.ts'
import { aGroup, giveRole, newMembers, type TestGroup } from '../../../support/groups.ts'
import {
  createGroupInstanceAs,
  createInstanceAs,
  enterAs,
  leaveAs,
  splitLocation,
  storedLocationOf,
} from '../../../support/instances.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

// Its clock is advanced.
const app = await sharedClockApp()
let group: TestGroup
beforeEach(async () => {
  group = await aGroup(app)
})

/** A queue of a group instance with this many places. */
async function aQueue(capacity: number): Promise<string> {
  const worldId = await aWorld(app, group.owner, { capacity })
  return createGroupInstanceAs(group.owner, worldId, group, { groupAccessType: 'public', queueEnabled: true })
}

const members = (count: number) => newMembers(app, group, count)
const positionOf = async (person: TestUser) => (await readOwnQueuePlace(viewerScopeOf(app, person)))?.position
const keptUntil = async (person: TestUser) => (await readOwnQueuePlace(viewerScopeOf(app, person)))?.keptUntil
const enter = async (person: TestUser, location: string) => (await enterAs(app, person, location)).queuePosition

/** One of a list that has it. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('the list is shorter')
  return found
}

describe('the queue of a full instance', () => {
  it('keeps a freed place for the first, who alone can take it, and tells everybody by frames', async () => {
    const location = await aQueue(1)
    const people = await members(3)
    const [inside, first, second] = [at(people, 0), at(people, 1), at(people, 2)]
    const sockets = await Promise.all([first, second].map((person) => aPipelineSocket(app, person)))
    const [firstSocket, secondSocket] = [at(sockets, 0), at(sockets, 1)]
    expect(await enter(inside, location)).toBeNull()
    expect(await enter(first, location)).toBe(1)
    expect(await enter(first, location)).toBe(1)
    expect(await enter(second, location)).toBe(2)
    expect(await firstSocket.nextContent('instance-queue-joined')).toEqual({
      instanceLocation: location,
      position: 1,
      queueSize: 1,
    })
    expect(await firstSocket.nextContent('instance-queue-position')).toEqual({
      instanceLocation: location,
      position: 1,
      queueSize: 2,
    })
    const seen = await first.api.call('getInstance', splitLocation(location))
    expect(seen).toMatchObject({ queueEnabled: true, queueSize: 2, full: true, hasCapacityForYou: false })
    expect(await first.api.call('getCurrentUser', {})).toMatchObject({ queuedInstance: location })
    await leaveAs(app, inside)
    expect(await firstSocket.nextContent('instance-queue-ready')).toEqual({
      instanceLocation: location,
      expiry: expect.stringMatching(/Z$/),
    })
    expect(await secondSocket.nextContent('instance-queue-position')).toMatchObject({ position: 1, queueSize: 1 })
    expect(await enter(inside, location)).toBe(2)
    expect(await enter(first, location)).toBeNull()
    expect(await storedLocationOf(app, first)).toBe(location)
    expect(await firstSocket.nextContent('instance-queue-left')).toEqual({ instanceLocation: location })
    expect(await first.api.call('getCurrentUser', {})).toMatchObject({ queuedInstance: null })
    await Promise.all(sockets.map((socket) => socket.close()))
  })

  it('goes on to the next when a kept place is not taken in time', async () => {
    const location = await aQueue(1)
    const people = await members(3)
    const [inside, first, second] = [at(people, 0), at(people, 1), at(people, 2)]
    for (const person of people) await enter(person, location)
    await leaveAs(app, inside)
    expect(await keptUntil(first)).toBeInstanceOf(Date)
    expect(await keptUntil(second)).toBeNull()
    app.clock.advance(PLACE_KEPT)
    await settleAllQueues(app.scope())
    expect(await readOwnQueuePlace(viewerScopeOf(app, first))).toBeNull()
    expect(await keptUntil(second)).toBeInstanceOf(Date)
    expect(await enter(second, location)).toBeNull()
  })

  it('is left on request, by entering another instance, and when it closes', async () => {
    const location = await aQueue(1)
    const other = await aQueue(5)
    const people = await members(4)
    const [inside, leaving, moving, waiting] = [at(people, 0), at(people, 1), at(people, 2), at(people, 3)]
    for (const person of people) await enter(person, location)
    expect(await leaveInstanceQueue(viewerScopeOf(app, leaving))).toBe(location)
    expect(await leaveInstanceQueue(viewerScopeOf(app, leaving))).toBeNull()
    expect(await enter(moving, other)).toBeNull()
    expect(await positionOf(waiting)).toBe(1)
    await group.owner.api.call('closeInstance', { ...splitLocation(location), query: {} })
    expect(await readOwnQueuePlace(viewerScopeOf(app, waiting))).toBeNull()
    expect(await storedLocationOf(app, inside)).toBe(location)
  })

  it('loses who goes offline, so that a kept place goes on', async () => {
    const location = await aQueue(1)
    const people = await members(3)
    const [inside, first, second] = [at(people, 0), at(people, 1), at(people, 2)]
    for (const person of people) await enter(person, location)
    await leaveAs(app, inside)
    letPresenceExpire(app)
    await seeOnClient(second)
    await removeOfflineOccupants(app.scope())
    expect(await readOwnQueuePlace(viewerScopeOf(app, first))).toBeNull()
    expect(await keptUntil(second)).toBeInstanceOf(Date)
  })

  it('loses who is banned from the group, and erased accounts', async () => {
    const location = await aQueue(1)
    const people = await members(4)
    const [inside, banned, erased, last] = [at(people, 0), at(people, 1), at(people, 2), at(people, 3)]
    for (const person of people) await enter(person, location)
    await group.owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    await eventually(async () => (await positionOf(last)) === 2)
    await erased.api.call('deleteUser', { userId: erased.id })
    await eraseDueAccounts({ ...app.scope(), now: addMilliseconds(app.clock.now(), 15 * DAY) }, erasers)
    expect(await positionOf(last)).toBe(1)
    expect(await storedLocationOf(app, inside)).toBe(location)
  })

  it('is none without queueEnabled', async () => {
    const worldId = await aWorld(app, group.owner, { capacity: 1 })
    const { location } = await createInstanceAs(group.owner, worldId)
    const [inside, outside] = [await aUser(app), await aUser(app)]
    await enter(inside, location)
    await expect(enter(outside, location)).rejects.toMatchObject({ reason: 'instance_full' })
  })

  it('lets in 15 people by priority, then by the order of coming, and gives no place twice', async () => {
    const capacity = 3
    const location = await aQueue(capacity)
    const [inside, queued] = [await members(capacity), await members(15)]
    const priority = [queued[5], queued[10], queued[14]].filter((person) => person !== undefined)
    for (const person of priority)
      await giveRole(app, group, person, { permissions: ['group-instance-queue-priority'] })
    for (const person of inside) await enter(person, location)
    for (const person of queued) await enter(person, location)
    const expected = [...priority, ...queued.filter((person) => !priority.includes(person))]
    const places = await Promise.all(expected.map(positionOf))
    expect(places).toEqual(expected.map((_, index) => index + 1))
    const order: TestUser[] = []
    let occupants = inside
    while (order.length < expected.length) {
      // Those who are inside leave, and everybody tries to enter, at once.
      const waiting = expected.filter((person) => !order.includes(person))
      await runConcurrently(app, occupants.length, (index) => leaveAs(app, at(occupants, index)))
      const outcomes = await runConcurrently(app, waiting.length, (index) => enter(at(waiting, index), location))
      occupants = waiting.filter((_, index) => outcomes[index] === null)
      order.push(...occupants)
      expect(await app.scope().db.occupant.count({ where: { location } })).toBe(occupants.length)
      expect(occupants).toHaveLength(capacity)
    }
    expect(order.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })
})
