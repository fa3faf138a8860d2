import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { anApp } from '../../support/app.ts'
import {
  anEvent,
  datesOf,
  follow,
  inMilliseconds,
  insertCopies,
  interestFaults,
  unfollow,
} from '../../support/calendar.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const db = () => app.scope().db
let group: TestGroup
let owner: TestUser
let fan: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
  fan = await aUser(app)
})

const FIVE_DAYS = {
  frequency: 'daily',
  interval: 1,
  timezone: 'Europe/Berlin',
  end: { type: 'afterOccurrences', count: 5 },
} as const

/** A series of five dates, with the ids of these. */
async function aSeries() {
  const { id } = await anEvent(owner, group.id, { recurrence: FIVE_DAYS, startsAt: inMilliseconds(2 * DAY) })
  const [first = '', second = '', ...others] = await datesOf(app, id)
  return { id, first, second, others }
}

const read = ({ api }: TestUser, calendarId: string) =>
  api.call('getGroupCalendarEvent', { groupId: group.id, calendarId })
const shown = async (person: TestUser, calendarId: string) => {
  const { interestedUserCount, userInterest } = await read(person, calendarId)
  return [userInterest?.isFollowing, interestedUserCount]
}
const tryFollow = ({ api }: TestUser, calendarId: string, isFollowing = true, groupId = group.id) =>
  api.try('followGroupCalendarEvent', { groupId, calendarId, body: { isFollowing } })

/** Follows an event, or ends that, once a busy server has a connection for it. Throws for other refusals. */
async function insistOn(person: TestUser, calendarId: string, isFollowing: boolean): Promise<void> {
  for (;;) {
    const { status } = await tryFollow(person, calendarId, isFollowing)
    if (status === 200) return
    if (status !== 503) throw new Error(`answered ${status}`)
  }
}

describe('following an event', () => {
  it('shows since when, counts the person once, and ends', async () => {
    const event = await anEvent(owner, group.id)
    const followed = await follow(fan, event)
    const { createdAt, updatedAt } = followed.userInterest ?? {}
    expect(followed).toEqual({
      ...event,
      interestedUserCount: 1,
      userInterest: { isFollowing: true, createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect(Date.parse(createdAt ?? '')).toBeGreaterThanOrEqual(Date.parse(event.createdAt ?? ''))
    expect(updatedAt).toBe(createdAt)
    expect(await follow(fan, event)).toEqual(followed)
    expect(await read(fan, event.id)).toEqual(followed)
    expect(await read(owner, event.id)).toMatchObject({ interestedUserCount: 1, userInterest: { isFollowing: false } })
    expect(await unfollow(fan, event)).toEqual(event)
    expect(await unfollow(fan, event)).toEqual(event)
    expect(await db().calendarFollow.count({ where: { eventId: event.id } })).toBe(0)
  })

  it('is possible for each event that the person sees, and no other', async () => {
    const member = await aMember(app, group)
    const holder = await aMember(app, group)
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const own = await anEvent(owner, group.id, { accessType: 'group' })
    const ofRole = await anEvent(owner, group.id, { accessType: 'group', roleIds: [roleId] })
    const draft = await anEvent(owner, group.id, { isDraft: true })
    const gone = await anEvent(owner, group.id)
    await owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: gone.id })
    const statuses = async (person: TestUser) => {
      const answers: number[] = []
      for (const { id } of [own, ofRole, draft, gone]) answers.push((await tryFollow(person, id)).status)
      return answers
    }
    expect(await statuses(fan)).toEqual([404, 404, 404, 404])
    expect(await statuses(member)).toEqual([200, 404, 404, 404])
    expect(await statuses(holder)).toEqual([200, 200, 404, 404])
    expect(await statuses(owner)).toEqual([200, 200, 200, 404])
    const notFound = refusal(404, 'Calendar Entry not found!')
    expect(await tryFollow(fan, own.id)).toMatchObject(notFound)
    expect(await tryFollow(fan, newId('calendarEvent', new Date()))).toMatchObject(notFound)
    const other = await aGroup(app)
    const open = await anEvent(owner, group.id)
    expect(await tryFollow(fan, open.id, true, other.id)).toMatchObject(notFound)
    expect(await tryFollow(fan, open.id, true, newId('group', new Date()))).toMatchObject(
      refusal(404, "Can't find group!"),
    )
  })

  it('is refused for one event more than 500, of which those that are over are none', async () => {
    const { now } = app.scope()
    const event = await anEvent(owner, group.id)
    const ids = await insertCopies(app, event, 499)
    await app.scope().client.$executeRaw`
      INSERT INTO "CalendarFollow" ("eventId", "userId", "isFollowing", "createdAt", "updatedAt")
      SELECT id, ${fan.id}, true, ${now}, ${now} FROM unnest(${ids}::text[]) AS event(id)`
    const more = [event.id, (await anEvent(owner, group.id, { startsAt: inMilliseconds(40 * DAY) })).id]
    const answers = await runConcurrently(app, 2, (at) => tryFollow(fan, more[at] ?? ''))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.findIndex(({ status }) => status === 400)
    expect(answers[refused]).toMatchObject(refusal(400, 'You have too many followed events: the most is 500'))
    expect((await tryFollow(fan, ids[0] ?? '')).status).toBe(200)
    expect((await tryFollow(fan, more[1 - refused] ?? '')).status).toBe(200)
    const past = { startsAt: addMilliseconds(now, -2 * DAY), endsAt: addMilliseconds(now, -DAY) }
    await db().calendarEvent.update({ where: { id: ids[0] ?? '' }, data: past })
    expect((await tryFollow(fan, more[refused] ?? '')).status).toBe(200)
  })
})

describe('following a series', () => {
  it('follows all dates, of which each can be muted', async () => {
    const { id, first, second } = await aSeries()
    await follow(fan, { id, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([true, 1])
    expect(await unfollow(fan, { id: first, ownerId: group.id })).toMatchObject({
      interestedUserCount: 0,
      userInterest: { isFollowing: false },
    })
    expect([await shown(fan, id), await shown(fan, second)]).toEqual([
      [true, 1],
      [true, 1],
    ])
    await unfollow(fan, { id: first, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([false, 0])
    await follow(fan, { id: first, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([true, 1])
    expect(await interestFaults(app, group.id)).toEqual([])
  })

  it('again ends all mutes, as ending it does', async () => {
    const { id, first, second } = await aSeries()
    const series = { id, ownerId: group.id }
    for (const again of [follow, unfollow]) {
      await follow(fan, series)
      for (const date of [first, second]) await unfollow(fan, { id: date, ownerId: group.id })
      await again(fan, series)
      expect(await db().calendarFollow.count({ where: { userId: fan.id, isFollowing: false } })).toBe(0)
      const isFollowing = again === follow
      expect(await shown(fan, first)).toEqual([isFollowing, Number(isFollowing)])
      expect(await interestFaults(app, group.id)).toEqual([])
    }
  })

  it('keeps dates that the person follows by themselves, and counts nobody twice', async () => {
    const { id, first, second } = await aSeries()
    const other = await aUser(app)
    await follow(fan, { id: first, ownerId: group.id })
    await follow(other, { id, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([true, 2])
    expect(await shown(fan, second)).toEqual([false, 1])
    await follow(fan, { id, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([true, 2])
    await unfollow(fan, { id, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([true, 2])
    expect(await shown(fan, second)).toEqual([false, 1])
    await unfollow(fan, { id: first, ownerId: group.id })
    expect(await shown(fan, first)).toEqual([false, 1])
    expect(await interestFaults(app, group.id)).toEqual([])
  })

  it('goes on with dates that are moved, edited by themselves or added', async () => {
    const { id, first } = await aSeries()
    await follow(fan, { id, ownerId: group.id })
    const body = { startsAt: inMilliseconds(3 * DAY).toISOString(), endsAt: inMilliseconds(3.1 * DAY).toISOString() }
    await owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId: first, body })
    expect(await shown(fan, first)).toEqual([true, 1])
    const added = await anEvent(owner, group.id, { parentId: id, startsAt: inMilliseconds(20 * DAY) })
    expect(await shown(fan, added.id)).toEqual([true, 1])
  })
})

const PEOPLE = rounds(100)

describe('the number of interested people is exact', () => {
  it(`when ${PEOPLE} people follow and end that at once`, async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app)))
    const event = await anEvent(owner, group.id)
    const deadlocks = await countDeadlocks(app)
    await runConcurrently(app, 2 * PEOPLE, (at) =>
      insistOn(people[at % PEOPLE] ?? fan, event.id, (at % 3 === 0) !== at < PEOPLE),
    )
    const rows = await db().calendarFollow.count({ where: { eventId: event.id } })
    expect(await shown(owner, event.id)).toEqual([false, rows])
    await runConcurrently(app, PEOPLE, (at) => insistOn(people[at] ?? fan, event.id, true))
    expect(await shown(owner, event.id)).toEqual([false, PEOPLE])
    await runConcurrently(app, PEOPLE, (at) => insistOn(people[at] ?? fan, event.id, false))
    expect(await shown(owner, event.id)).toEqual([false, 0])
    expect(await interestFaults(app, group.id)).toEqual([])
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })

  it('when people follow, mute and leave a series and its dates at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aUser(app)))
    const { id, first, second, others } = await aSeries()
    const events = [id, first, second, ...others.slice(0, 1)]
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < rounds(12); round++) {
      await runConcurrently(app, 12, (at) => {
        const event = events[(at * 5 + round) % events.length] ?? id
        return insistOn(people[(at + round) % people.length] ?? fan, event, (at * 7 + round * 3) % 5 < 3)
      })
      expect(await interestFaults(app, group.id)).toEqual([])
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })

  it('after random acts, as what each person sees', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => aUser(app)))
    const { id, first, second } = await aSeries()
    const model = followModel(id)
    for (let act = 0; act < rounds(60); act++) {
      const person = people[random(people.length)] ?? fan
      const event = [id, first, second][random(3)] ?? id
      const isFollowing = random(2) === 0
      model.act(person.id, event, isFollowing)
      expect((await tryFollow(person, event, isFollowing)).status).toBe(200)
      for (const date of [first, second]) {
        const count = people.filter((one) => model.isFollowed(one.id, date)).length
        expect(await shown(person, date), `act ${act}`).toEqual([model.isFollowed(person.id, date), count])
      }
    }
  })
})

let seed = 7
/** The next of a fixed sequence of numbers from 0 on that look random. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

/** What people follow of a series and its dates, by their acts. */
function followModel(seriesId: string) {
  const followed = new Set<string>()
  const dates = new Map<string, Map<string, boolean>>()
  const datesOfPerson = (person: string) => dates.get(person) ?? new Map<string, boolean>()
  const actOnDate = (person: string, date: string, isFollowing: boolean) => {
    const own = datesOfPerson(person)
    if (isFollowing || followed.has(person)) own.set(date, isFollowing)
    else own.delete(date)
    dates.set(person, own)
  }
  return {
    isFollowed: (person: string, date: string) => datesOfPerson(person).get(date) ?? followed.has(person),
    act(person: string, event: string, isFollowing: boolean) {
      if (event !== seriesId) return actOnDate(person, event, isFollowing)
      if (isFollowing) followed.add(person)
      else followed.delete(person)
      dates.set(person, new Map([...datesOfPerson(person)].filter(([, isDirect]) => isDirect)))
    },
  }
}

describe('an erased account', () => {
  const inTwoWeeks = () => ({ ...app.scope(), now: addMilliseconds(app.clock.now(), 15 * DAY) })

  it('follows nothing any longer', async () => {
    const { id, first, second } = await aSeries()
    const [single, quitter] = [await anEvent(owner, group.id), await aUser(app)]
    await follow(quitter, single)
    await follow(quitter, { id, ownerId: group.id })
    await follow(quitter, { id: first, ownerId: group.id })
    await unfollow(quitter, { id: second, ownerId: group.id })
    await follow(fan, { id: second, ownerId: group.id })
    await quitter.api.call('deleteUser', { userId: quitter.id })
    await eraseDueAccounts(inTwoWeeks(), erasers)
    expect(await db().calendarFollow.count({ where: { userId: quitter.id } })).toBe(0)
    for (const event of [single.id, id, first]) expect(await shown(fan, event)).toEqual([false, 0])
    expect(await shown(fan, second)).toEqual([true, 1])
    expect(await interestFaults(app, group.id)).toEqual([])
  })

  it('is counted out while others follow the same events', async () => {
    const { id, first, second } = await aSeries()
    const events = [id, first, second]
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app)))
    for (const [at, person] of people.entries())
      for (const event of events.slice(at % 3)) await follow(person, { id: event, ownerId: group.id })
    const leaving = people.slice(0, 3)
    for (const { api, id: userId } of leaving) await api.call('deleteUser', { userId })
    const deadlocks = await countDeadlocks(app)
    await runConcurrently(app, 14, async (at) => {
      if (at % 7 === 0) await eraseDueAccounts(inTwoWeeks(), erasers)
      else await tryFollow(people[3 + (at % 5)] ?? fan, events[at % 3] ?? id, at % 2 === 0)
    })
    expect(await db().calendarFollow.count({ where: { userId: { in: leaving.map((one) => one.id) } } })).toBe(0)
    expect(await interestFaults(app, group.id)).toEqual([])
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})
