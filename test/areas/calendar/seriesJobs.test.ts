import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeDeletedEvents } from '../../../src/areas/calendar/event/delete.ts'
import { localText, localTimeOf } from '../../../src/areas/calendar/series/recurrence.ts'
import { expandAllSeries } from '../../../src/areas/calendar/series/series.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { anEvent, eventId, insertCopies } from '../../support/calendar.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, type TestGroup } from '../../support/groups.ts'
import { rounds } from '../../support/rounds.ts'
import type { TestUser } from '../../support/users.ts'

/** The clock of this server stands in March of the next year, before clocks change in most places. */
const app = await anApp()
const MARCH = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 3, 12))
beforeAll(() => app.clock.advance(MARCH.getTime() - Date.now()))

let group: TestGroup
let owner: TestUser
// Jobs go over all series, so that those of earlier tests would cost each test time.
beforeEach(async () => {
  await app.scope().db.calendarEvent.deleteMany()
  group = await aGroup(app)
  owner = group.owner
})

/** Half past nine in the morning by UTC, some days from now. */
const morningIn = (days: number) =>
  new Date(
    `${addMilliseconds(app.clock.now(), days * DAY)
      .toISOString()
      .slice(0, 10)}T09:30:00.000Z`,
  )
const daily = (given: object = {}) => ({ frequency: 'daily', interval: 1, timezone: 'UTC', ...given })
const aSeries = (recurrence: object = daily(), given: object = {}) =>
  anEvent(owner, group.id, { startsAt: morningIn(2), recurrence, ...given })
const datesOf = (seriesId: string | undefined) =>
  app.scope().db.calendarEvent.findMany({
    where: { seriesId: seriesId ?? '' },
    orderBy: [{ originalStartsAt: 'asc' }, { id: 'asc' }],
  })
const pathOf = (id: string | undefined) => ({ groupId: group.id, calendarId: eventId({ id: id ?? '' }) })
const runJob = () => expandAllSeries(app.scope())

describe('the dates of a series', () => {
  it.each([
    ['America/New_York', 2],
    ['Europe/Berlin', 2],
    ['Australia/Lord_Howe', 2],
    ['Asia/Kolkata', 1],
  ])('are at one time on the clock of %s, whatever its rules', async (timezone, offsets) => {
    const rule = { frequency: 'weekly', interval: 1, timezone, end: { type: 'afterOccurrences', count: 10 } }
    const rows = await datesOf((await aSeries(rule)).id)
    expect(rows).toHaveLength(10)
    const clocks = rows.map(({ startsAt }) => localText(localTimeOf(startsAt, timezone)).slice(11))
    expect(new Set(clocks).size).toBe(1)
    expect(new Set(rows.map(({ startsAt }) => startsAt.toISOString().slice(11))).size).toBe(offsets)
    for (const row of rows) {
      expect(row.localStartsAt).toBe(localText(localTimeOf(row.startsAt, timezone)))
      expect(row.endsAt.getTime() - row.startsAt.getTime()).toBe(HOUR)
    }
  })
})

const RUNS = rounds(20)

describe('the daily job', () => {
  it('makes the dates that have come into the horizon, each once', async () => {
    const { id } = await aSeries(daily({ timezone: 'Europe/Berlin' }))
    const before = await datesOf(id)
    app.clock.advance(5 * DAY)
    await runJob()
    const made = await datesOf(id)
    expect(made).toHaveLength(before.length + 5)
    expect(made.slice(0, before.length)).toEqual(before)
    await runJob()
    expect(await datesOf(id)).toEqual(made)
  })

  it(`makes each date once in ${RUNS} runs at a time`, async () => {
    const series = await Promise.all([1, 2, 3].map(() => aSeries(daily(), { startsAt: morningIn(2) })))
    await app.scope().db.calendarEvent.updateMany({
      where: { id: { in: series.map(({ id }) => id ?? '') } },
      data: { recurrence: daily({ timezone: 'Asia/Kolkata' }) },
    })
    app.clock.advance(3 * DAY)
    await runConcurrently(app, RUNS, runJob)
    for (const { id } of series) {
      const locals = (await datesOf(id)).map(({ localStartsAt }) => localStartsAt)
      expect(new Set(locals).size).toBe(locals.length)
      const starts = (await datesOf(id)).filter(({ startsAt }) => startsAt > app.clock.now())
      expect(new Set(starts.map(({ startsAt }) => startsAt.getTime() % DAY)).size).toBe(1)
      expect(starts.length).toBeGreaterThanOrEqual(91)
    }
  })

  it('leaves out dates of a full month, and other series get theirs', async () => {
    const { id } = await aSeries()
    const horizon = (await datesOf(id)).at(-1)?.startsAt ?? MARCH
    await fillMonth(addMilliseconds(horizon, DAY))
    const other = await aGroup(app)
    const free = await anEvent(other.owner, other.id, { startsAt: morningIn(2), recurrence: daily() })
    const [before, freeBefore] = [await datesOf(id), await datesOf(free.id)]
    app.clock.advance(DAY)
    await runJob()
    expect(await datesOf(id)).toEqual(before)
    expect(await datesOf(free.id)).toHaveLength(freeBefore.length + 1)
  })

  it('leaves series alone that were deleted, and groups', async () => {
    const series = await aSeries()
    await owner.api.call('deleteGroupCalendarEvent', pathOf(series.id))
    const other = await aGroup(app)
    const orphan = await anEvent(other.owner, other.id, { startsAt: morningIn(2), recurrence: daily() })
    await other.owner.api.call('deleteGroup', { groupId: other.id })
    const before = [await datesOf(series.id), await datesOf(orphan.id)]
    app.clock.advance(DAY)
    await runJob()
    expect([await datesOf(series.id), await datesOf(orphan.id)]).toEqual(before)
  })

  it('is not failed by series that are deleted while it runs', async () => {
    const series = await Promise.all([1, 2, 3, 4, 5].map(() => aSeries(daily({ interval: 9 }))))
    const remove = (id: string | undefined) => owner.api.call('deleteGroupCalendarEvent', pathOf(id))
    await runConcurrently(app, 10, async (at) => {
      if (at % 2 === 0) await runJob()
      else await remove(series[(at - 1) / 2]?.id)
    })
    const where = { groupId: group.id, deletedAt: null }
    expect(await app.scope().db.calendarEvent.count({ where })).toBe(0)
  })

  it('ends with the last date of a series', async () => {
    const { id } = await aSeries(daily({ end: { type: 'afterOccurrences', count: 2 } }))
    const row = () => app.scope().db.calendarEvent.findUniqueOrThrow({ where: { id: id ?? '' } })
    expect(await row()).toMatchObject({ expandedUntil: expect.any(Date) })
    app.clock.advance(5 * DAY)
    await runJob()
    expect(await row()).toMatchObject({ expandedUntil: null })
    expect(await datesOf(id)).toHaveLength(2)
  })
})

/** Fills the month of a time to its last event. */
async function fillMonth(startsAt: Date): Promise<void> {
  const { db } = app.scope()
  const [first, next] = [0, 1].map(
    (more) => new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + more, 1)),
  )
  const where = {
    groupId: group.id,
    kind: { not: 'series' },
    startsAt: { gte: first ?? startsAt, lt: next ?? startsAt },
  }
  const count = await db.calendarEvent.count({ where })
  const single = await anEvent(owner, group.id, { startsAt })
  await insertCopies(app, single, 100 - count - 1)
}

describe('a change of the rules of a time zone', () => {
  /** Shifts the times of all dates of a series by an hour, as if its zone had had another offset when they were made. */
  const shift = (id: string | undefined) =>
    app.scope().db.$executeRaw`
      UPDATE "CalendarEvent" SET "originalStartsAt" = "originalStartsAt" + interval '1 hour',
        "startsAt" = "startsAt" + (CASE WHEN "isException" THEN 0 ELSE 1 END) * interval '1 hour',
        "endsAt" = "endsAt" + (CASE WHEN "isException" THEN 0 ELSE 1 END) * interval '1 hour'
      WHERE "seriesId" = ${id ?? ''}`

  const postpone = (id: string | undefined, milliseconds: number) =>
    app.scope().db.$executeRaw`
      UPDATE "CalendarEvent" SET "startsAt" = "startsAt" + later, "originalStartsAt" = "startsAt" + later,
        "endsAt" = "endsAt" + later
      FROM (SELECT ${milliseconds}::float8 * interval '1 ms' AS later) AS given WHERE "seriesId" = ${id ?? ''}`

  it('moves dates to their time on the clock, and keeps their ids, followers and own times', async () => {
    const { id } = await aSeries(daily({ timezone: 'Europe/Berlin' }))
    const [first, second] = await datesOf(id)
    const member = await aMember(app, group)
    await member.api.call('followGroupCalendarEvent', { ...pathOf(first?.id), body: { isFollowing: true } })
    const own = { startsAt: addMilliseconds(morningIn(3), 2 * HOUR), endsAt: addMilliseconds(morningIn(3), 4 * HOUR) }
    const body = { startsAt: own.startsAt.toISOString(), endsAt: own.endsAt.toISOString() }
    await owner.api.call('updateGroupCalendarEvent', { ...pathOf(second?.id), body })
    const before = await datesOf(id)
    await shift(id)
    await runJob()
    const after = await datesOf(id)
    const place = (row: (typeof after)[number]) => ({
      id: row.id,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      originalStartsAt: row.originalStartsAt,
      localStartsAt: row.localStartsAt,
      interestCount: row.interestCount,
      isException: row.isException,
    })
    expect(after.map(place)).toEqual(before.map(place))
    expect(after[0]).toMatchObject({ interestCount: 1, sequence: 1 })
    expect(after[1]).toMatchObject({ isException: true, sequence: 1, ...own })
    const read = await member.api.call('getGroupCalendarEvent', pathOf(first?.id))
    expect(read).toMatchObject({ startsAt: before[0]?.startsAt.toISOString(), userInterest: { isFollowing: true } })
    await runJob()
    expect(await datesOf(id)).toEqual(after)
  })

  it('moves dates by a whole day, onto the times of each other', async () => {
    const { id } = await aSeries()
    const before = await datesOf(id)
    for (const by of [-DAY, DAY]) {
      // Each date gets the time of another one, which must not have it any longer.
      await postpone(id, 1_000 * DAY)
      await postpone(id, by - 1_000 * DAY)
      await runJob()
      const after = await datesOf(id)
      expect(after.map(({ id, startsAt }) => ({ id, startsAt }))).toEqual(
        before.map(({ id, startsAt }) => ({ id, startsAt })),
      )
    }
  })

  it('does not move a date to the time of an added one', async () => {
    const { id } = await aSeries(daily({ timezone: 'Europe/Berlin', end: { type: 'afterOccurrences', count: 3 } }))
    const [first] = await datesOf(id)
    const target = first?.startsAt ?? MARCH
    await shift(id)
    await anEvent(owner, group.id, { startsAt: target, parentId: id, title: 'Extra' })
    await runJob()
    const starts = (await datesOf(id)).map(({ startsAt, title }) => `${startsAt.toISOString()} ${title}`)
    expect(starts).toEqual(
      [2, 3, 4].map((day) => `${morningIn(day).toISOString()} ${day === 2 ? 'Extra' : 'Dance night'}`),
    )
  })
})

describe('deleted events', () => {
  const standing = (ids: readonly (string | undefined)[]) =>
    app.scope().db.calendarEvent.count({ where: { id: { in: ids.map((id) => id ?? '') } } })

  it('are purged after 30 days, but for dates that their series would make again', async () => {
    const single = await anEvent(owner, group.id, { startsAt: morningIn(2) })
    const going = await aSeries()
    const ended = await aSeries(daily({ end: { type: 'afterOccurrences', count: 3 } }))
    const [kept] = await datesOf(going.id)
    const endedDates = await datesOf(ended.id)
    for (const { id } of [single, ended]) await owner.api.call('deleteGroupCalendarEvent', pathOf(id))
    await owner.api.call('deleteGroupCalendarEvent', pathOf(kept?.id))
    const gone = [single.id, ended.id, ...endedDates.map(({ id }) => id)]
    app.clock.advance(30 * DAY - HOUR)
    await purgeDeletedEvents(app.scope())
    expect(await standing(gone)).toBe(5)
    app.clock.advance(HOUR)
    await purgeDeletedEvents(app.scope())
    // A series goes once its dates have gone.
    await purgeDeletedEvents(app.scope())
    expect(await standing(gone)).toBe(0)
    expect(await standing([kept?.id, going.id])).toBe(2)
    expect(await purgeDeletedEvents(app.scope())).toBe(0)
  })
})
