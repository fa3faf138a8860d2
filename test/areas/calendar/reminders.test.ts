import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverEventNotices } from '../../../src/areas/calendar/notices/deliveries.ts'
import { deletePastReminders, remindOfEvents } from '../../../src/areas/calendar/notices/reminders.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/clock.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { anApp, openApp, type TestApp } from '../../support/app.ts'
import { addFollowers, anEvent, datesOf, follow, inMilliseconds, noticesOf, unfollow } from '../../support/calendar.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aCrowd, aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const others = await Promise.all(
  Array.from({ length: 3 }, () => openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })),
)
afterAll(() => Promise.all(others.map((node) => node.close())))
const nodes = [app, ...others]

const db = () => app.scope().db
const START = inMilliseconds(2 * DAY)
let group: TestGroup
let owner: TestUser
let fan: TestUser
beforeEach(async () => {
  group = await aGroup(app, { name: 'The Lighthouse' })
  owner = group.owner
  fan = await aUser(app)
})

/** What jobs of a node are given at a time before the start of the events, or after it. */
function scopeAt(beforeStart: number, node: TestApp = app): Scope {
  const now = addMilliseconds(START, -beforeStart)
  return { ...node.scope(), now, clock: { now: () => now } }
}
const remind = (beforeStart: number) => remindOfEvents(scopeAt(beforeStart))
const deliver = (beforeStart: number) => deliverEventNotices(scopeAt(beforeStart))
const remindedOf = async ({ id }: { readonly id: string }) =>
  (await noticesOf(app, id, 'group.event.starting')).map(({ receiverId }) => receiverId)
const anEventThen = (given: object = {}) => anEvent(owner, group.id, { startsAt: START, ...given })
const edit = (calendarId: string, body: object) =>
  owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId, body })
const move = ({ id }: { readonly id: string }, later: number) => {
  const [startsAt, endsAt] = [addMilliseconds(START, later), addMilliseconds(START, later + HOUR)]
  return edit(id, { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() })
}
const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id).sort()

/** Of each job. */
const RUNS = rounds(20)

describe('a reminder', () => {
  it('goes to followers 15 minutes before the start, and not before that', async () => {
    const event = await anEventThen()
    await aMember(app, group)
    await follow(fan, event)
    await remind(15 * MINUTE + SECOND)
    expect(await remindedOf(event)).toEqual([])
    await remind(15 * MINUTE)
    expect(await noticesOf(app, event.id)).toMatchObject([
      {
        receiverId: fan.id,
        type: 'group.event.starting',
        category: 'event',
        title: 'Dance night',
        message: 'Dance night of The Lighthouse starts soon.',
        link: `event:${group.id},${event.id}`,
        data: { ownerId: group.id, ownerName: 'The Lighthouse', title: 'Dance night' },
        expiresAt: addMilliseconds(START, HOUR),
      },
    ])
    for (const minutes of [14, 1, 0, -4]) await remind(minutes * MINUTE)
    expect(await remindedOf(event)).toEqual([fan.id])
  })

  it('goes out until 5 minutes after the start, unless the event is over', async () => {
    const [late, over] = [await anEventThen(), await anEventThen({ endsAt: addMilliseconds(START, 2 * MINUTE) })]
    for (const event of [late, over]) await follow(fan, event)
    await remind(-5 * MINUTE - 1)
    expect(await remindedOf(late)).toEqual([])
    await remind(-5 * MINUTE)
    expect([await remindedOf(late), await remindedOf(over)]).toEqual([[fan.id], []])
  })

  it('of one date of a series goes to its followers and to those of the series who do not mute it', async () => {
    const recurrence = { frequency: 'daily', interval: 1, timezone: 'Asia/Kolkata' } as const
    const series = await anEventThen({ recurrence })
    const [first = '', second = ''] = await datesOf(app, series.id)
    const [mute, direct, both, later] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
    for (const person of [fan, mute, both]) await follow(person, series)
    for (const person of [direct, both]) await follow(person, { id: first, ownerId: group.id })
    await unfollow(mute, { id: first, ownerId: group.id })
    await follow(later, { id: second, ownerId: group.id })
    await remind(10 * MINUTE)
    expect(await remindedOf({ id: first })).toEqual(idsOf([fan, direct, both]))
    expect([await remindedOf({ id: second }), await remindedOf(series)]).toEqual([[], []])
    await remind(10 * MINUTE - DAY)
    expect(await remindedOf({ id: second })).toEqual(idsOf([fan, mute, both, later]))
  })

  it('goes to nobody for a draft, a deleted event, and one of a deleted group', async () => {
    const other = await aGroup(app)
    const ofOther = await anEvent(other.owner, other.id, { startsAt: START })
    const [draft, gone] = [await anEventThen(), await anEventThen()]
    for (const event of [ofOther, draft, gone]) await follow(fan, event)
    await edit(draft.id, { isDraft: true })
    await owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: gone.id })
    await other.owner.api.call('deleteGroup', { groupId: other.id })
    await remind(MINUTE)
    for (const event of [ofOther, draft, gone]) expect(await remindedOf(event)).toEqual([])
    await edit(draft.id, { isDraft: false })
    await remind(0)
    expect(await remindedOf(draft)).toEqual([fan.id])
  })

  it('goes to those alone who still see the event', async () => {
    const [member, left, banned, holder, careless] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const manages = { permissions: ['group-calendar-manage'] }
    const carelessRole = await giveRole(app, group, careless, manages)
    const forRole = await anEventThen({ accessType: 'group', roleIds: [roleId] })
    const forMembers = await anEventThen({ accessType: 'group' })
    for (const person of [member, left, banned, holder, careless]) await follow(person, forMembers)
    for (const person of [holder, careless]) await follow(person, forRole)
    await left.api.call('leaveGroup', { groupId: group.id })
    await owner.api.call('banGroupMember', { groupId: group.id, body: { userId: banned.id } })
    await db().groupRole.update({ where: { id: carelessRole }, data: { requiresTwoFactor: true } })
    await remind(MINUTE)
    expect(await remindedOf(forMembers)).toEqual(idsOf([member, holder, careless]))
    expect(await remindedOf(forRole)).toEqual([holder.id])
  })

  it('comes again for the new start of a moved event, and no further for the old one', async () => {
    const event = await anEventThen()
    const crowd = (await aCrowd(app, group, 250)).sort()
    await addFollowers(app, event, crowd)
    await remind(10 * MINUTE)
    const first = (await remindedOf(event)).length
    expect(first).toBeLessThan(250)
    await move(event, 3 * HOUR)
    await deliver(5 * MINUTE)
    expect(await remindedOf(event)).toHaveLength(first)
    await remind(10 * MINUTE - 3 * HOUR)
    await deliver(9 * MINUTE - 3 * HOUR)
    expect(await remindedOf(event)).toHaveLength(first + 250)
    await move(event, 0)
    await remind(10 * MINUTE)
    expect(await remindedOf(event)).toHaveLength(first + 250)
  })

  it('that was interrupted goes on until 5 minutes after the start', async () => {
    const [late, tooLate] = [await anEventThen(), await anEventThen({ title: 'Ball' })]
    const crowd = (await aCrowd(app, group, 250)).sort()
    for (const event of [late, tooLate]) await addFollowers(app, event, crowd)
    await remind(MINUTE)
    const begun = (await remindedOf(tooLate)).length
    const finish = (finishedAt: Date | null) =>
      db().groupDelivery.updateMany({ where: { sourceId: tooLate.id }, data: { finishedAt } })
    await finish(new Date())
    await deliver(-5 * MINUTE)
    await finish(null)
    await deliver(-5 * MINUTE - SECOND)
    expect(await remindedOf(late)).toEqual(crowd)
    expect(await remindedOf(tooLate)).toHaveLength(begun)
    expect(await db().groupDelivery.count({ where: { sourceId: tooLate.id, finishedAt: null } })).toBe(0)
  })

  it(`reaches each follower of each event once when ${RUNS} runs go on at a time on four nodes`, async () => {
    const events = [await anEventThen(), await anEventThen(), await anEventThen()]
    const series = await anEventThen({ recurrence: { frequency: 'daily', interval: 1, timezone: 'Europe/Berlin' } })
    const crowd = (await aCrowd(app, group, 230)).sort()
    const [date = ''] = await datesOf(app, series.id)
    const starting = [...events, { id: date, ownerId: group.id }]
    for (const event of [...events, series]) await addFollowers(app, event, crowd)
    await addFollowers(app, { id: date }, crowd.slice(0, 100))
    const deadlocks = await countDeadlocks(app)
    await runConcurrently(app, 2 * RUNS, async (at) => {
      const scope = scopeAt(10 * MINUTE, nodes[at % nodes.length])
      await (at % 2 === 0 ? remindOfEvents(scope) : deliverEventNotices(scope))
    })
    await deliver(9 * MINUTE)
    for (const event of starting) expect(await remindedOf(event)).toEqual(crowd)
    const heads = await db().feedHead.findMany({ where: { userId: { in: crowd } } })
    expect(heads.map(({ seq }) => seq)).toEqual(crowd.map(() => BigInt(starting.length)))
    const entries = await db().feedEntry.count({ where: { userId: { in: crowd } } })
    expect(entries).toBe(starting.length * crowd.length)
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })

  it('is forgotten a day after the start, and not before', async () => {
    const event = await anEventThen()
    await remind(MINUTE)
    const count = () => db().calendarReminder.count({ where: { eventId: event.id } })
    await deletePastReminders(scopeAt(SECOND - DAY))
    expect(await count()).toBe(1)
    await deletePastReminders(scopeAt(-DAY))
    expect(await count()).toBe(0)
  })
})
