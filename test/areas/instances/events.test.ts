import { beforeEach, describe, expect, it } from 'vitest'
import { removeOccupantsOfClosedInstances, settleInstancesOfEvents } from '../../../src/areas/instances/close.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/clock.ts'
import { newId, type WorldId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { anEvent, eventId } from '../../support/calendar.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { eventually } from '../../support/eventually.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import {
  createGroupInstanceAs,
  createInstanceAs,
  enterAs,
  enterOutcome,
  storedLocationOf,
} from '../../support/instances.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
let group: TestGroup
let owner: TestUser
let worldId: WorldId
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
  worldId = await aWorld(app, owner)
})

/** A time from now on the clock of the server, which tests move. */
const ahead = (milliseconds: number) => new Date(Math.ceil((app.clock.now().getTime() + milliseconds) / 1_000) * 1_000)
const event = (given: object = {}) =>
  anEvent(owner, group.id, { startsAt: ahead(DAY), endsAt: ahead(DAY + HOUR), ...given })
const hold = (calendarEntryId: string, given: object = {}) =>
  createGroupInstanceAs(owner, worldId, group, { calendarEntryId, ...given })
const rowOf = (location: string) => app.scope().db.instance.findUniqueOrThrow({ where: { location } })
const tryHold = (calendarEntryId: string, given: object = {}, { api }: TestUser = owner) =>
  api.try('createInstance', {
    body: { worldId, type: 'group', region: 'us', ownerId: group.id, calendarEntryId, ...given },
  })

describe('an instance of an event', () => {
  it('closes after the end of the event, and puts everybody out', async () => {
    const { id, endsAt } = await event({ closeInstanceAfterEndMinutes: 7 })
    const location = await hold(id)
    const closesAt = new Date(new Date(endsAt).getTime() + 7 * MINUTE)
    expect(await rowOf(location)).toMatchObject({ calendarEntryId: id, closedAt: closesAt, hardClose: true })
    const member = await aMember(app, group)
    app.clock.advance(DAY)
    app.clock.advance(closesAt.getTime() - app.clock.now().getTime() - MINUTE)
    await enterAs(app, member, location)
    await removeOccupantsOfClosedInstances(app.scope())
    expect(await storedLocationOf(app, member)).toBe(location)
    app.clock.advance(MINUTE)
    await removeOccupantsOfClosedInstances(app.scope())
    expect(await storedLocationOf(app, member)).toBeNull()
    expect(await enterOutcome(app, member, location)).toBe('instance_closed')
  })

  it('opens for its hosts before it opens for guests, to the minute', async () => {
    const { id, startsAt } = await event({ hostEarlyJoinMinutes: 30, guestEarlyJoinMinutes: 10 })
    const location = await hold(id)
    const [guest, moderator, manager] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    await giveRole(app, group, moderator, { permissions: ['group-instance-moderate', 'group-instance-join'] })
    await giveRole(app, group, manager, { permissions: ['group-calendar-manage', 'group-instance-join'] })
    const outcomes = async () => [
      await enterOutcome(app, guest, location),
      await enterOutcome(app, moderator, location),
      await enterOutcome(app, manager, location),
    ]
    const until = (minutes: number, milliseconds: number) =>
      app.clock.advance(new Date(startsAt).getTime() - minutes * MINUTE - milliseconds - app.clock.now().getTime())
    const early = 'event_not_started'
    until(30, 50_000)
    expect(await outcomes()).toEqual([early, early, early])
    until(30, 0)
    expect(await outcomes()).toEqual([early, 'in', 'in'])
    until(10, 50_000)
    expect(await enterOutcome(app, guest, location)).toBe(early)
    until(10, 0)
    expect(await enterOutcome(app, guest, location)).toBe('in')
  })

  it('is for the roles of the event', async () => {
    const holder = await aMember(app, group)
    const roleId = await giveRole(app, group, holder, { permissions: ['group-instance-join'] })
    const { id } = await event({ accessType: 'group', roleIds: [roleId] })
    const location = await hold(id)
    expect(location).toContain('~inviteOnly')
    expect(await rowOf(location)).toMatchObject({ roleIds: [roleId] })
    app.clock.advance(DAY)
    expect(await enterOutcome(app, await aMember(app, group), location)).toBe('cannot_enter')
    expect(await enterOutcome(app, holder, location)).toBe('in')
    expect(await tryHold(id, { groupAccessType: 'public' })).toMatchObject(refusal(400, /^groupAccessType/))
  })

  it('needs the right to link one, and an event of the group that has not ended', async () => {
    const { id } = await event()
    const member = await aMember(app, group)
    await giveRole(app, group, member, { permissions: ['group-instance-open-create'] })
    expect((await tryHold(id, {}, member)).status).toBe(403)
    const wrong = refusal(400, /^calendarEntryId must be an event of the group/)
    const other = await aGroup(app)
    expect(
      await tryHold((await anEvent(other.owner, other.id, { startsAt: ahead(DAY), endsAt: ahead(2 * DAY) })).id),
    ).toMatchObject(wrong)
    expect(await tryHold(newId('calendarEvent', new Date()))).toMatchObject(wrong)
    expect(await tryHold('nonsense')).toMatchObject(wrong)
    const recurrence = { frequency: 'weekly', interval: 1, timezone: 'Europe/Berlin' }
    expect(await tryHold((await event({ recurrence })).id)).toMatchObject(wrong)
    const gone = await event()
    await owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: eventId(gone) })
    expect(await tryHold(gone.id)).toMatchObject(wrong)
    app.clock.advance(DAY + HOUR + MINUTE)
    expect(await tryHold(id)).toMatchObject(wrong)
    const call = { body: { worldId, type: 'public', region: 'us', calendarEntryId: id } }
    expect(await owner.api.try('createInstance', call)).toMatchObject(refusal(400, /^calendarEntryId must only/))
  })
})

describe('a changed event', () => {
  const closingOf = async (location: string) => (await rowOf(location)).closedAt?.toISOString()

  it('moves the closing of its instances, but not one that people have chosen', async () => {
    const { id } = await event()
    const [location, own] = [await hold(id), await hold(id)]
    const chosen = ahead(HOUR)
    await app.scope().db.instance.update({ where: { location: own }, data: { closedAt: chosen } })
    const body = { startsAt: ahead(2 * DAY).toISOString(), endsAt: ahead(3 * DAY).toISOString() }
    await owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId: eventId({ id }), body })
    const closesAt = new Date(new Date(body.endsAt).getTime() + 5 * MINUTE).toISOString()
    await eventually(async () => (await closingOf(location)) === closesAt)
    expect(await closingOf(own)).toBe(chosen.toISOString())
  })

  it('closes its instances at once when it is cancelled, with all dates of a series', async () => {
    const recurrence = { frequency: 'daily', interval: 1, timezone: 'Europe/Berlin' }
    const series = await event({ recurrence })
    const { results = [] } = await owner.api.call('getGroupCalendarEvents', { groupId: group.id, query: {} })
    const location = await hold(results[0]?.id ?? '')
    app.clock.advance(DAY + MINUTE)
    const member = await aMember(app, group)
    await enterAs(app, member, location)
    // A date that has begun stays: only those that are to come go with the series.
    const later = await hold(results[3]?.id ?? '')
    await owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: eventId(series) })
    await eventually(
      async () => (await rowOf(later)).closedAt !== null && ((await rowOf(later)).closedAt ?? 0) <= app.clock.now(),
    )
    expect(await storedLocationOf(app, member)).toBe(location)
    const call = { groupId: group.id, calendarId: eventId({ id: results[0]?.id }) }
    await owner.api.call('deleteGroupCalendarEvent', call)
    await eventually(async () => (await storedLocationOf(app, member)) === null)
    expect(await enterOutcome(app, member, location)).toBe('instance_closed')
  })

  it('reaches its instances by the job when nobody heard of the change', async () => {
    const { id } = await event()
    const location = await hold(id)
    const times = { startsAt: ahead(4 * DAY), endsAt: ahead(5 * DAY) }
    await app.scope().db.calendarEvent.update({ where: { id }, data: times })
    await settleInstancesOfEvents(app.scope())
    expect(await closingOf(location)).toBe(new Date(times.endsAt.getTime() + 5 * MINUTE).toISOString())
    await app.scope().db.calendarEvent.delete({ where: { id } })
    await settleInstancesOfEvents(app.scope())
    expect((await rowOf(location)).closedAt?.getTime()).toBeLessThanOrEqual(app.clock.now().getTime())
  })
})

describe('an event with overflow', () => {
  const locationsOf = (calendarEntryId: string) =>
    app.scope().db.instance.findMany({ where: { calendarEntryId }, orderBy: { createdAt: 'asc' } })

  it('makes the next instance for who finds one full, with its settings, and one for several at once', async () => {
    const { id } = await event({ usesInstanceOverflow: true })
    const location = await hold(id, { groupAccessType: 'plus', queueEnabled: true })
    await app.scope().db.instance.update({ where: { location }, data: { capacity: 2 } })
    await app.scope().db.world.update({ where: { id: worldId }, data: { capacity: 4 } })
    const people: TestUser[] = []
    for (let at = 0; at < 6; at++) people.push(await aMember(app, group))
    app.clock.advance(DAY)
    const entries = await runConcurrently(app, 6, (at) => enterAs(app, people[at] ?? owner, location))
    expect(entries.filter((entry) => entry.location === location)).toHaveLength(2)
    expect(entries.every(({ queuePosition }) => queuePosition === null)).toBe(true)
    const [first, second, ...more] = await locationsOf(id)
    expect(more).toEqual([])
    expect(first?.location).toBe(location)
    expect(second).toMatchObject({
      ...{ creatorId: owner.id, ownerId: group.id, groupAccessType: 'plus', queueEnabled: true, hardClose: true },
      ...{ closedAt: first?.closedAt, eventClosesAt: first?.eventClosesAt, region: first?.region },
    })
    const inside = await app.scope().db.occupant.count({ where: { location: second?.location ?? '' } })
    expect(inside).toBe(4)
  })

  it('waits in the queue when all 20 are full', async () => {
    const { id } = await event({ usesInstanceOverflow: true })
    const location = await hold(id, { queueEnabled: true })
    await app.scope().db.instance.update({ where: { location }, data: { capacity: 0 } })
    await app.scope().db.world.update({ where: { id: worldId }, data: { capacity: 0 } })
    const member = await aMember(app, group)
    app.clock.advance(DAY)
    const { id: userId } = member
    expect(await enterAs(app, member, location)).toMatchObject({ location, queuePosition: 1 })
    expect(await locationsOf(id)).toHaveLength(20)
    expect(await app.scope().db.occupant.count({ where: { userId } })).toBe(0)
  })

  it('is full without it', async () => {
    const { id } = await event()
    const location = await hold(id)
    await app.scope().db.instance.update({ where: { location }, data: { capacity: 0 } })
    app.clock.advance(DAY)
    expect(await enterOutcome(app, await aMember(app, group), location)).toBe('instance_full')
    expect(await locationsOf(id)).toHaveLength(1)
  })
})

it('an instance without an event has no such time', async () => {
  const location = await createGroupInstanceAs(owner, worldId, group)
  expect(await enterOutcome(app, await aMember(app, group), location)).toBe('in')
  const { location: open } = await createInstanceAs(await aUser(app), worldId)
  expect(await enterOutcome(app, await aUser(app), open)).toBe('in')
})

describe('in the graph', () => {
  const EventInstances = graphql(`
    query EventInstances($id: ID!) {
      calendarEvent(id: $id) {
        id
        instances(first: 10) { totalCount nodes { id calendarEvent { id } } }
      }
    }
  `)
  const read = (person: TestUser, id: string) => aGraphClient(app, person.api).run(EventInstances, { id })

  it('an event has the instances that the viewer may enter, and they have it', async () => {
    const holder = await aMember(app, group)
    const roleId = await giveRole(app, group, holder, { permissions: ['group-instance-join'] })
    const { id } = await event()
    const forRoles = await event({ accessType: 'group', roleIds: [roleId] })
    const [location, limited] = [await hold(id), await hold(forRoles.id)]
    expect((await read(holder, id)).calendarEvent?.instances).toMatchObject({
      totalCount: 1,
      nodes: [{ id: location, calendarEvent: { id } }],
    })
    expect((await read(holder, forRoles.id)).calendarEvent?.instances?.nodes).toMatchObject([{ id: limited }])
    expect((await read(await aMember(app, group), forRoles.id)).calendarEvent).toBeNull()
    expect((await read(await aUser(app), id)).calendarEvent).toMatchObject({ id, instances: { totalCount: 0 } })
  })
})
