import { beforeAll, describe, expect, it } from 'vitest'
import { CalendarEvent } from '../../src/contract/shapes/calendarEvent.ts'
import { DAY, HOUR } from '../../src/kernel/clock.ts'
import { newId, trusted } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { inMilliseconds } from '../support/calendar.ts'
import { aGroup, type TestGroup } from '../support/groups.ts'
import { aPicture } from './groupRows.ts'
import { expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()
const { db, now } = app.scope()
const recurrence = {
  frequency: 'weekly',
  interval: 3,
  timezone: 'Europe/Berlin',
  daysOfWeek: ['TU'],
  end: { type: 'afterOccurrences', count: 7 },
}
let group: TestGroup
let imageId: string

beforeAll(async () => {
  group = await aGroup(app)
  imageId = await aPicture(app, group.owner)
})

/** A row with different values in all columns. */
const anEventRow = (flags: object = {}) => ({
  id: newId('calendarEvent', now),
  groupId: group.id,
  authorId: group.owner.id,
  ...{ kind: 'single', title: 'Title of an event', description: 'Description of an event', searchKey: 'key' },
  ...{ category: 'film_media', accessType: 'group', tags: ['a tag'], languages: ['eng'], platforms: ['android'] },
  ...{ roleIds: ['grol_1'], imageId, interestCount: 41, sequence: 42 },
  ...{ hostEarlyJoinMinutes: 43, guestEarlyJoinMinutes: 44, closeInstanceAfterEndMinutes: 45 },
  ...{ startsAt: moment(1), endsAt: moment(2), createdAt: moment(3), updatedAt: moment(4) },
  ...flags,
})

const read = (calendarId: string) => {
  const call = { groupId: group.id, calendarId: trusted<'calendarEvent'>(calendarId) }
  return group.owner.api.call('getGroupCalendarEvent', call)
}

describe('calendarEventWire', () => {
  it.each(flagCombinations('featured', 'isDraft', 'usesInstanceOverflow'))('is a single event: %o', async (flags) => {
    const row = anEventRow(flags)
    await db.calendarEvent.create({ data: row })
    expectPresented(await read(row.id), CalendarEvent, { group, imageId, row })
  })

  it('is a series with what it repeats, and a date of it with the followers of both', async () => {
    const series = anEventRow()
    await db.calendarEvent.create({ data: { ...series, kind: 'series', recurrence } })
    const follow = { createdAt: moment(5), updatedAt: moment(6) }
    const data = { eventId: series.id, userId: group.owner.id, isFollowing: true, ...follow }
    await db.calendarFollow.create({ data })
    const userInterest = { isFollowing: true, createdAt: moment(5).toISOString(), updatedAt: moment(6).toISOString() }
    expectPresented(await read(series.id), CalendarEvent, { series, group, imageId })
    const date = anEventRow({ kind: 'occurrence', seriesId: series.id, originalStartsAt: moment(1), interestCount: -2 })
    await db.calendarEvent.create({ data: date })
    expectPresented(await read(date.id), CalendarEvent, { date, group, imageId, recurrence, series, userInterest })
    await db.calendarFollow.create({ data: { ...data, eventId: date.id, isFollowing: false } })
    expectPresented(await read(date.id), CalendarEvent, { date, group, imageId, recurrence, series })
  })

  it('has no picture without a file', async () => {
    const row = anEventRow({ imageId: null })
    await db.calendarEvent.create({ data: row })
    expectPresented(await read(row.id), CalendarEvent, { group, imageId, row })
  })
})

describe('listedEventWire', () => {
  it('show an event as it is shown by itself, followed or not', async () => {
    const later = inMilliseconds(DAY)
    const row = anEventRow({ accessType: 'public', startsAt: later, endsAt: new Date(later.getTime() + HOUR) })
    await db.calendarEvent.create({ data: row })
    const lists = async () => {
      const { results: events = [] } = await group.owner.api.call('getCalendarEvents', { query: { n: '100' } })
      const { results: discovered } = await group.owner.api.call('discoverCalendarEvents', { query: { n: '100' } })
      return [events, discovered].map((list) => list.find(({ id }) => id === row.id))
    }
    const event = await read(row.id)
    expect(await lists()).toEqual([event, event])
    const call = { groupId: group.id, calendarId: trusted<'calendarEvent'>(row.id), body: { isFollowing: true } }
    const followed = await group.owner.api.call('followGroupCalendarEvent', call)
    expect(followed.interestedUserCount).toBe(42)
    expect(await lists()).toEqual([followed, followed])
  })
})
