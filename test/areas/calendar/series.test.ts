import { beforeEach, describe, expect, it } from 'vitest'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anEvent, anEventRequest, eventId, inMilliseconds } from '../../support/calendar.ts'
import { aGroup, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const missing = refusal(404, 'Calendar Entry not found!')
let group: TestGroup
let owner: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
})

/** Noon by UTC, some days from now. */
const noonIn = (days: number) =>
  new Date(
    `${inMilliseconds(days * DAY)
      .toISOString()
      .slice(0, 10)}T12:00:00.000Z`,
  )
const daily = (given: object = {}) => ({ frequency: 'daily', interval: 1, timezone: 'UTC', ...given })
const upTo = (count: number) => ({ end: { type: 'afterOccurrences', count } })

const trySeries = (recurrence: object, given: object = {}) =>
  owner.api.try('createGroupCalendarEvent', {
    groupId: group.id,
    body: anEventRequest({ startsAt: noonIn(3), recurrence, ...given }),
  })
const aSeries = (recurrence: object = daily(upTo(5)), given: object = {}) =>
  anEvent(owner, group.id, { startsAt: noonIn(3), recurrence, ...given })
const datesOf = (seriesId: string | undefined) =>
  app.scope().db.calendarEvent.findMany({
    where: { seriesId: seriesId ?? '' },
    orderBy: [{ originalStartsAt: 'asc' }, { id: 'asc' }],
  })
const startsOf = async (seriesId: string | undefined) =>
  (await datesOf(seriesId)).map(({ startsAt }) => startsAt.toISOString())
const pathOf = (id: string | undefined) => ({ groupId: group.id, calendarId: eventId({ id: id ?? '' }) })
const update = (id: string | undefined, body: object) =>
  owner.api.try('updateGroupCalendarEvent', { ...pathOf(id), body })
const change = async (id: string | undefined, body: object) => {
  const answer = await update(id, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const remove = (id: string | undefined) => owner.api.call('deleteGroupCalendarEvent', pathOf(id))
const read = (id: string | undefined) => owner.api.try('getGroupCalendarEvent', pathOf(id))
/** Makes a date begin an hour ago. */
const begin = (id: string | undefined) => {
  const [startsAt, endsAt] = [inMilliseconds(-HOUR), inMilliseconds(HOUR)]
  return app.scope().db.calendarEvent.update({
    where: { id: id ?? '' },
    data: { startsAt, endsAt, originalStartsAt: startsAt },
  })
}

describe('a series', () => {
  it('is the answer to its creation, stands in no list, and has dates that do', async () => {
    const series = await aSeries(daily(upTo(3)), { title: 'Class', tags: ['yoga'] })
    const recurrence = { frequency: 'daily', interval: 1, timezone: 'UTC', end: { type: 'afterOccurrences', count: 3 } }
    expect(series).toMatchObject({
      occurrenceKind: 'series',
      seriesId: null,
      recurrence,
      startsAt: noonIn(3).toISOString(),
    })
    const { results = [] } = await owner.api.call('getGroupCalendarEvents', { groupId: group.id, query: {} })
    expect(results.map(({ startsAt }) => startsAt)).toEqual([3, 4, 5].map((day) => noonIn(day).toISOString()))
    for (const date of results)
      expect(date).toMatchObject({
        occurrenceKind: 'occurrence',
        seriesId: series.id,
        recurrence,
        title: 'Class',
        tags: ['yoga'],
        durationInMs: HOUR,
      })
    expect((await read(series.id)).body).toEqual(series)
  })

  it('ends after a number of dates', async () => {
    expect(await startsOf((await aSeries(daily({ interval: 2, ...upTo(3) }))).id)).toEqual(
      [3, 5, 7].map((day) => noonIn(day).toISOString()),
    )
  })

  it.each([
    ['date', 5, '', 3],
    ['local time of a start', 5, 'T14:00', 3],
    ['local time before that start', 5, 'T13:59', 2],
  ])('ends after a %s', async (_what, day, time, count) => {
    const startsAt = noonIn(3)
    const date = `${noonIn(day).toISOString().slice(0, 10)}${time}`
    const recurrence = { frequency: 'daily', interval: 1, timezone: 'Etc/GMT-2', end: { type: 'afterDate', date } }
    expect(await datesOf((await aSeries(recurrence, { startsAt })).id)).toHaveLength(count)
  })

  it('is on the given days of the week, and without them on that of its start', async () => {
    const start = noonIn(3)
    const dayAfter = (days: number) => ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][(start.getUTCDay() + days) % 7]
    const weekly = { frequency: 'weekly', interval: 1, timezone: 'UTC', ...upTo(4) }
    const plain = await aSeries(weekly)
    expect(plain.recurrence).toMatchObject({ daysOfWeek: [dayAfter(0)] })
    expect(await startsOf(plain.id)).toEqual([3, 10, 17, 24].map((day) => noonIn(day).toISOString()))
    const both = await aSeries({ ...weekly, daysOfWeek: [dayAfter(2), dayAfter(0)] })
    expect(await startsOf(both.id)).toEqual([3, 5, 10, 12].map((day) => noonIn(day).toISOString()))
    const other = { ...weekly, daysOfWeek: [dayAfter(1)] }
    expect(await trySeries(other)).toMatchObject(refusal(400, /^recurrence.daysOfWeek/))
  })

  it.each([
    ['daysOfWeek', daily({ daysOfWeek: ['MO'] })],
    ['timezone', daily({ timezone: 'Mars/Olympus' })],
    ['timezone', daily({ timezone: '+02:00' })],
    ['interval', daily({ interval: 0 })],
    ['interval', daily({ interval: 100 })],
    ['end.count', daily(upTo(0))],
    ['end.count', daily(upTo(731))],
    ['end.count', daily({ end: { type: 'afterOccurrences' } })],
    ['end.date', daily({ end: { type: 'afterDate' } })],
    ['end.date', daily({ end: { type: 'afterDate', date: '2027-02-30' } })],
    ['end.date', daily({ end: { type: 'afterDate', date: '2027-02-28T10:00Z' } })],
    ['end.date', daily({ end: { type: 'afterDate', date: '2020-01-01' } })],
    ['frequency', daily({ frequency: 'hourly' })],
  ])('is refused with a wrong recurrence.%s', async (_field, recurrence) => {
    expect(await trySeries(recurrence)).toMatchObject(refusal(400, /^recurrence/))
    expect(await app.scope().db.calendarEvent.count({ where: { groupId: group.id } })).toBe(0)
  })

  it('has its dates made 92 days ahead', async () => {
    const { id } = await aSeries(daily())
    const starts = await startsOf(id)
    expect(starts[0]).toBe(noonIn(3).toISOString())
    expect([89, 90]).toContain(starts.length)
    const last = [92, 91].map(noonIn).find((time) => time <= inMilliseconds(92 * DAY))
    expect(starts.at(-1)).toBe(last?.toISOString())
  })

  it('is refused in a month that its dates would fill beyond 100', async () => {
    const second = new Date(Date.UTC(noonIn(3).getUTCFullYear(), noonIn(3).getUTCMonth() + 1, 2, 12))
    await fillMonth(second, 98)
    const full = refusal(403, "You're not allowed to make more than 100 events in a single month")
    expect(await trySeries(daily(upTo(3)), { startsAt: second })).toMatchObject(full)
    expect(await app.scope().db.calendarEvent.count({ where: { groupId: group.id, kind: 'series' } })).toBe(0)
    const fitting = await aSeries(daily(upTo(2)), { startsAt: second })
    expect(await datesOf(fitting.id)).toHaveLength(2)
    const longer = { recurrence: daily(upTo(3)) }
    expect(await update(fitting.id, longer)).toMatchObject(full)
    expect((await read(fitting.id)).body).toMatchObject({ recurrence: daily(upTo(2)) })
  })
})

/** Events that fill a month of the group. */
async function fillMonth(startsAt: Date, count: number): Promise<void> {
  const { id } = await anEvent(owner, group.id, { startsAt })
  const row = await app.scope().db.calendarEvent.findUniqueOrThrow({ where: { id: id ?? '' } })
  const { recurrence: _, ...columns } = row
  const data = Array.from({ length: count - 1 }, () => ({ ...columns, id: newId('calendarEvent', new Date()) }))
  await app.scope().db.calendarEvent.createMany({ data })
}

describe('a change of one date', () => {
  it('leaves the others, and is not undone by changes of the series', async () => {
    const series = await aSeries()
    const [first, second, third] = await datesOf(series.id)
    await change(second?.id, {
      title: 'Guest',
      startsAt: addMilliseconds(noonIn(4), HOUR),
      endsAt: addMilliseconds(noonIn(4), 3 * HOUR),
    })
    await change(series.id, { title: 'Class', description: 'Weekly.' })
    const rows = await datesOf(series.id)
    expect(rows.map(({ id, title, sequence }) => ({ id, title, sequence })).slice(0, 3)).toEqual([
      { id: first?.id, title: 'Class', sequence: 1 },
      { id: second?.id, title: 'Guest', sequence: 1 },
      { id: third?.id, title: 'Class', sequence: 1 },
    ])
    expect(rows[1]).toMatchObject({
      isException: true,
      startsAt: addMilliseconds(noonIn(4), HOUR),
      originalStartsAt: noonIn(4),
    })
    expect((await read(series.id)).body).toMatchObject({ title: 'Class' })
  })

  it('has no recurrence, and no other series', async () => {
    const [series, other] = [await aSeries(), await aSeries()]
    const [first] = await datesOf(series.id)
    expect(await update(first?.id, { recurrence: daily() })).toMatchObject(refusal(400, /^recurrence/))
    expect(await update(first?.id, { parentId: other.id })).toMatchObject(refusal(400, /^parentId/))
    expect(await datesOf(series.id)).toMatchObject([{ isException: false }, {}, {}, {}, {}])
  })

  it('can be its deletion, after which it is not made again', async () => {
    const series = await aSeries()
    const [, second] = await datesOf(series.id)
    await remove(second?.id)
    expect(await read(second?.id)).toMatchObject(missing)
    await change(series.id, { title: 'Class', recurrence: daily(upTo(6)) })
    const rows = await datesOf(series.id)
    expect(rows).toHaveLength(6)
    expect(rows.filter(({ deletedAt }) => deletedAt).map(({ id }) => id)).toEqual([second?.id])
    const { totalCount } = await owner.api.call('getGroupCalendarEvents', { groupId: group.id, query: {} })
    expect(totalCount).toBe(5)
  })
})

describe('a change of a series', () => {
  it('keeps the ids of dates that stay, makes new ones and takes others away', async () => {
    const series = await aSeries(daily(upTo(4)))
    const before = await datesOf(series.id)
    await change(series.id, { recurrence: daily({ interval: 2, ...upTo(3) }) })
    const now = await datesOf(series.id)
    expect(now.map(({ startsAt }) => startsAt)).toEqual([3, 5, 7].map(noonIn))
    expect(now.map(({ id }) => id).slice(0, 2)).toEqual([before[0]?.id, before[2]?.id])
    expect(now.map(({ sequence }) => sequence)).toEqual([0, 0, 0])
  })

  it('moves all dates to another time, and raises its sequence', async () => {
    const series = await aSeries(daily(upTo(3)))
    const [startsAt, endsAt] = [addMilliseconds(noonIn(3), HOUR), addMilliseconds(noonIn(3), 4 * HOUR)]
    await change(series.id, { startsAt, endsAt })
    const rows = await datesOf(series.id)
    expect(rows.map((row) => row.startsAt)).toEqual([3, 4, 5].map((day) => addMilliseconds(noonIn(day), HOUR)))
    for (const row of rows) expect(row.endsAt.getTime() - row.startsAt.getTime()).toBe(3 * HOUR)
    expect(await app.scope().db.calendarEvent.findUnique({ where: { id: series.id ?? '' } })).toMatchObject({
      sequence: 1,
    })
  })

  it('gives dates that stay another duration', async () => {
    const series = await aSeries(daily(upTo(3)))
    const before = await datesOf(series.id)
    await change(series.id, { endsAt: addMilliseconds(noonIn(3), 2 * HOUR) })
    const rows = await datesOf(series.id)
    expect(rows.map(({ id, sequence }) => ({ id, sequence }))).toEqual(before.map(({ id }) => ({ id, sequence: 1 })))
    for (const row of rows) expect(row.endsAt.getTime() - row.startsAt.getTime()).toBe(2 * HOUR)
  })

  it('leaves dates that have begun', async () => {
    const series = await aSeries(daily(upTo(3)))
    const [first] = await datesOf(series.id)
    await begin(first?.id)
    await change(series.id, {
      title: 'Class',
      recurrence: daily({ interval: 3, ...upTo(2) }),
      startsAt: noonIn(4),
      endsAt: noonIn(5),
    })
    const rows = await datesOf(series.id)
    expect(rows[0]).toMatchObject({ id: first?.id, title: 'Dance night', sequence: 0 })
    expect(rows.slice(1).map(({ startsAt, title }) => ({ startsAt, title }))).toEqual(
      [4, 7].map((day) => ({ startsAt: noonIn(day), title: 'Class' })),
    )
  })

  it('leaves dates that were edited, even if its rule has them no more', async () => {
    const series = await aSeries(daily(upTo(3)))
    const [, second] = await datesOf(series.id)
    await change(second?.id, { title: 'Guest' })
    await change(series.id, { recurrence: daily({ interval: 2, ...upTo(2) }) })
    expect((await datesOf(series.id)).map(({ title, startsAt }) => ({ title, startsAt }))).toEqual([
      { title: 'Dance night', startsAt: noonIn(3) },
      { title: 'Guest', startsAt: noonIn(4) },
      { title: 'Dance night', startsAt: noonIn(5) },
    ])
  })

  it('must keep a recurrence whose days have the start', async () => {
    const series = await aSeries({ frequency: 'weekly', interval: 1, timezone: 'UTC', ...upTo(3) })
    expect(await update(series.id, { recurrence: null })).toMatchObject(refusal(400, /^recurrence/))
    const moved = { startsAt: noonIn(4), endsAt: addMilliseconds(noonIn(4), HOUR) }
    expect(await update(series.id, moved)).toMatchObject(refusal(400, /^recurrence.daysOfWeek/))
    expect(await startsOf(series.id)).toEqual([3, 10, 17].map((day) => noonIn(day).toISOString()))
  })
})

describe('a date added to a series', () => {
  const add = (parentId: string | undefined, startsAt: Date, given: object = {}) =>
    owner.api.try('createGroupCalendarEvent', {
      groupId: group.id,
      body: anEventRequest({ title: 'Extra', startsAt, parentId, ...given }),
    })

  it('is one of its dates, which changes of the series leave', async () => {
    const series = await aSeries(daily(upTo(2)))
    const added = await add(series.id, noonIn(9))
    expect(added).toMatchObject({
      status: 200,
      body: { occurrenceKind: 'occurrence', seriesId: series.id, title: 'Extra' },
    })
    await change(series.id, { title: 'Class', recurrence: daily(upTo(3)) })
    const rows = await datesOf(series.id)
    expect(rows.map(({ title }) => title)).toEqual(['Class', 'Class', 'Class', 'Extra'])
    await change(series.id, { recurrence: daily(upTo(8)) })
    expect(await datesOf(series.id)).toHaveLength(8)
  })

  it('is none that the series has already', async () => {
    const series = await aSeries(daily(upTo(2)))
    expect(await add(series.id, noonIn(4))).toMatchObject({ status: 400 })
    expect(await datesOf(series.id)).toHaveLength(2)
  })

  it('can be a deleted one, which then stands again', async () => {
    const series = await aSeries(daily(upTo(2)))
    const [, second] = await datesOf(series.id)
    await remove(second?.id)
    expect(await add(series.id, noonIn(4))).toMatchObject({ status: 200, body: { id: second?.id, title: 'Extra' } })
    expect(await read(second?.id)).toMatchObject({ status: 200 })
    await change(series.id, { title: 'Class' })
    expect((await datesOf(series.id)).map(({ title }) => title)).toEqual(['Class', 'Extra'])
  })

  it('is refused for what is no series of the group', async () => {
    const single = await anEvent(owner, group.id)
    const wrong = refusal(400, /^parentId/)
    expect(await add(single.id, noonIn(4))).toMatchObject(wrong)
    const other = await aGroup(app)
    const foreign = await anEvent(other.owner, other.id, { startsAt: noonIn(3), recurrence: daily(upTo(2)) })
    expect(await add(foreign.id, noonIn(9))).toMatchObject(wrong)
    const deleted = await aSeries()
    await remove(deleted.id)
    expect(await add(deleted.id, noonIn(9))).toMatchObject(wrong)
    const series = await aSeries()
    expect(await add(series.id, noonIn(9), { recurrence: daily() })).toMatchObject(refusal(400, /^recurrence/))
  })
})

describe('the deletion of a series', () => {
  it('takes all dates that have not begun, and leaves the others', async () => {
    const series = await aSeries(daily(upTo(4)))
    const [first, second, third] = await datesOf(series.id)
    await begin(first?.id)
    await change(second?.id, { title: 'Guest' })
    await remove(series.id)
    expect(await read(series.id)).toMatchObject(missing)
    for (const row of [second, third]) expect(await read(row?.id)).toMatchObject(missing)
    expect(await read(first?.id)).toMatchObject({ status: 200 })
    expect(await update(series.id, { title: 'Class' })).toMatchObject(missing)
    const stranger = await aUser(app)
    const { results } = await stranger.api.call('getGroupCalendarEvents', { groupId: group.id, query: {} })
    expect(results?.map(({ id }) => id)).toEqual([first?.id])
  })
})
