import { beforeEach, describe, expect, it } from 'vitest'
import { addMilliseconds, DAY, HOUR } from '../../../../src/kernel/clock.ts'
import { sharedApp } from '../../../support/app.ts'
import { anEvent, anEventRequest, eventId, inMilliseconds } from '../../../support/calendar.ts'
import { aGroup, type TestGroup } from '../../../support/groups.ts'
import { categoriesOf, datesOf, readCalendar } from '../../../support/icsFiles.ts'
import { sendRawRequest } from '../../../support/rawHttp.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let group: TestGroup
let owner: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
})

const pathOf = (calendarId: string) => `/api/1/calendar/${group.id}/${calendarId}.ics`
const fetchFile = (calendarId: string, headers: Record<string, string> = {}) =>
  owner.api.fetch(pathOf(calendarId), { headers })
const fileText = async (calendarId: string) => String((await fetchFile(calendarId)).body)
const read = async (calendarId: string) => readCalendar(await fileText(calendarId))
const missing = refusal(404, 'Calendar Entry not found!')
/** Identifier, sequence and status of each event of a file. */
const statusesIn = (text: string) =>
  readCalendar(text).events.map(({ uid, sequence, component }) => [
    ...[uid, sequence, component.getFirstPropertyValue('status')],
  ])
const utc = (time: Date | string) => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const update = (calendarId: string, body: object) =>
  owner.api.call('updateGroupCalendarEvent', { groupId: group.id, calendarId: eventId({ id: calendarId }), body })
const remove = (calendarId: string) =>
  owner.api.call('deleteGroupCalendarEvent', { groupId: group.id, calendarId: eventId({ id: calendarId }) })

/** A daily series at noon of Berlin from three days on. */
async function aSeries(recurrence: object = {}, given: object = {}) {
  const day = inMilliseconds(3 * DAY)
    .toISOString()
    .slice(0, 10)
  const startsAt = new Date(`${day}T11:00:00Z`)
  const rule = { frequency: 'daily', interval: 1, timezone: 'Europe/Berlin', ...recurrence }
  return anEvent(owner, group.id, { startsAt, recurrence: rule, ...given })
}
const datesOfSeries = (seriesId: string) =>
  app.scope().db.calendarEvent.findMany({ where: { seriesId }, orderBy: [{ startsAt: 'asc' }, { id: 'asc' }] })

describe('the file of a single event', () => {
  it('has its fields, by UTC', async () => {
    const event = await anEvent(owner, group.id, { title: 'Jazz; late, "hot" \\ loud', tags: ['jazz', 'a,b'] })
    const response = await fetchFile(event.id ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${event.id}.ics"`)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(
      String(response.body)
        .split('\r\n')
        .map((line) => line.replace(/:.*/, '')),
    ).toEqual([
      ...['BEGIN', 'VERSION', 'PRODID', 'METHOD', 'BEGIN', 'UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE'],
      ...[
        'DTSTART',
        'DTEND',
        'SUMMARY',
        'DESCRIPTION',
        'CATEGORIES',
        'CATEGORIES',
        'CATEGORIES',
        'URL',
        expect.stringMatching(/^ /),
        'STATUS',
      ],
      ...['END', 'END', ''],
    ])
    const { calendar, events } = readCalendar(String(response.body))
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(events).toHaveLength(1)
    const [found] = events
    expect(found?.uid).toBe(`${event.id}@plaza.test`)
    expect(found?.summary).toBe('Jazz; late, "hot" \\ loud')
    expect(found?.description).toBe('Bring your shoes.')
    expect(found?.startDate.toJSDate().toISOString()).toBe(event.startsAt)
    expect(found?.endDate.toJSDate().toISOString()).toBe(event.endsAt)
    expect(found?.sequence).toBe(0)
    expect(categoriesOf(found)).toEqual(['dance', 'jazz', 'a,b'])
    expect(found?.component.getFirstPropertyValue('url')).toBe(
      `http://plaza.test/group/${group.id}/calendar/${event.id}`,
    )
    expect(found?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  it('is the same for clients that accept JSON, and has no body for HEAD', async () => {
    const { id = '' } = await anEvent(owner, group.id)
    const plain = await fetchFile(id)
    const json = await fetchFile(id, { accept: 'application/json' })
    expect(json.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(json.body).toBe(plain.body)
    const head = await owner.api.fetch(pathOf(id), { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(String(plain.body))))
  })

  it('is not sent again until the event changes', async () => {
    const { id = '' } = await anEvent(owner, group.id)
    const etag = (await fetchFile(id)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    // fetch() disables its cache as soon as a condition header is set.
    const cookie = `auth=${owner.api.cookies.get('auth')}`
    const ask = () => sendRawRequest(app.origin, { path: pathOf(id), headers: { cookie, 'if-none-match': etag } })
    expect(await ask()).toMatchObject({ status: 304, body: '' })
    await update(id, { title: 'Another night' })
    expect(await ask()).toMatchObject({ status: 200 })
    const changed = await fetchFile(id)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(readCalendar(String(changed.body)).events[0]).toMatchObject({ summary: 'Another night', sequence: 1 })
  })

  it('is missing for an unknown event and for the id of another group', async () => {
    const { id = '' } = await anEvent(owner, group.id)
    const other = await aGroup(app)
    expect(await other.owner.api.fetch(`/api/1/calendar/${other.id}/${id}.ics`)).toMatchObject(missing)
    expect(await owner.api.fetch(`/api/1/calendar/${group.id}/cal_1.ics`)).toMatchObject(missing)
  })

  it('tells for 30 days that a deleted event is cancelled, to those who saw it, and then is missing', async () => {
    const { id = '' } = await anEvent(owner, group.id, { title: 'Jazz', description: 'Secret', accessType: 'group' })
    const etag = (await fetchFile(id)).headers.get('etag')
    await remove(id)
    const cancelled = await fetchFile(id)
    expect(cancelled.status).toBe(200)
    expect(cancelled.headers.get('etag')).not.toBe(etag)
    expect(String(cancelled.body)).not.toContain('Secret')
    expect(statusesIn(String(cancelled.body))).toEqual([[`${id}@plaza.test`, 1, 'CANCELLED']])
    const stranger = await aUser(app)
    expect(await stranger.api.fetch(pathOf(id))).toMatchObject({ status: 404 })
    const { db, now } = app.scope()
    const deletedAt = addMilliseconds(now, -30 * DAY)
    await db.calendarEvent.update({ where: { id }, data: { deletedAt } })
    expect(await fetchFile(id)).toMatchObject(missing)
  })
})

describe('the file of a date of a series', () => {
  it('has an identifier of its own, by UTC, and is cancelled once the date is deleted', async () => {
    const series = await aSeries()
    const [, date] = await datesOfSeries(series.id ?? '')
    const id = date?.id ?? ''
    await update(id, { startsAt: inMilliseconds(9 * DAY), endsAt: inMilliseconds(9 * DAY + HOUR) })
    const text = await fileText(id)
    expect(text).not.toContain('RECURRENCE-ID')
    expect(text).not.toContain('TZID')
    expect(readCalendar(text).events[0]).toMatchObject({ uid: `${id}@plaza.test`, sequence: 1 })
    await remove(id)
    expect(statusesIn(await fileText(id))).toEqual([[`${id}@plaza.test`, 2, 'CANCELLED']])
  })
})

describe('the file of a series', () => {
  it('is cancelled as a whole, under its identifier, once the series is deleted', async () => {
    const series = await aSeries()
    const [date] = await datesOfSeries(series.id ?? '')
    await update(date?.id ?? '', { title: 'Another night' })
    await remove(series.id ?? '')
    expect(statusesIn(await fileText(series.id ?? ''))).toEqual([[`${series.id}@plaza.test`, 1, 'CANCELLED']])
  })

  it('repeats on the clock of its time zone', async () => {
    const series = await aSeries({ frequency: 'weekly', interval: 2, end: { type: 'afterOccurrences', count: 5 } })
    const calendar = await read(series.id ?? '')
    expect(calendar.events).toHaveLength(1)
    expect(calendar.calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('Europe/Berlin')
    const [event] = calendar.events
    expect(event?.component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('Europe/Berlin')
    expect(event?.component.getFirstPropertyValue('rrule')?.toString()).toMatch(
      /^FREQ=WEEKLY;COUNT=5;INTERVAL=2;BYDAY=\w\w;?(WKST=MO)?$/,
    )
    const made = await datesOfSeries(series.id ?? '')
    expect(made).toHaveLength(5)
    const shown = datesOf(calendar, inMilliseconds(200 * DAY))
    expect(shown.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))).toEqual(
      made.map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
    )
  })

  it('ends by UTC', async () => {
    const end = inMilliseconds(10 * DAY)
      .toISOString()
      .slice(0, 10)
    const { id = '' } = await aSeries({ end: { type: 'afterDate', date: end } })
    expect(await fileText(id)).toContain(`UNTIL=${utc(`${end}T11:00:00Z`)}\r\n`)
    const dates = datesOf(await read(id), inMilliseconds(50 * DAY))
    expect(dates.map(({ startsAt }) => startsAt)).toEqual((await datesOfSeries(id)).map(({ startsAt }) => startsAt))
  })

  it('has changed, moved and added dates, and leaves deleted ones out', async () => {
    const series = await aSeries({ end: { type: 'afterOccurrences', count: 6 } })
    const id = series.id ?? ''
    const [first, second, third, fourth] = await datesOfSeries(id)
    await update(second?.id ?? '', { title: 'Other night' })
    const later = new Date((third?.startsAt.getTime() ?? 0) + 3 * HOUR)
    await update(third?.id ?? '', { startsAt: later, endsAt: new Date(later.getTime() + HOUR) })
    await remove(fourth?.id ?? '')
    const extra = new Date((first?.startsAt.getTime() ?? 0) + 5 * HOUR)
    await owner.api.call('createGroupCalendarEvent', {
      groupId: group.id,
      body: anEventRequest({ title: 'Extra night', startsAt: extra, parentId: id }),
    })
    const standing = (await datesOfSeries(id)).filter(({ deletedAt }) => deletedAt === null)
    const calendar = await read(id)
    expect(calendar.events).toHaveLength(4)
    const shown = datesOf(calendar, inMilliseconds(50 * DAY))
    expect(shown.map(({ startsAt, title }) => `${startsAt.toISOString()} ${title}`)).toEqual(
      standing.map(({ startsAt, title }) => `${startsAt.toISOString()} ${title}`),
    )
    const text = await fileText(id)
    expect(text.match(/^RDATE;TZID=Europe\/Berlin:/gm)).toHaveLength(1)
    expect(text.match(/^EXDATE;TZID=Europe\/Berlin:/gm)).toHaveLength(1)
    expect(text.match(/^RECURRENCE-ID;TZID=Europe\/Berlin:/gm)).toHaveLength(3)
  })

  it('keeps a changed date that another rule of the series does not have', async () => {
    const series = await aSeries({ end: { type: 'afterOccurrences', count: 6 } })
    const id = series.id ?? ''
    const [, second] = await datesOfSeries(id)
    await update(second?.id ?? '', { title: 'Other night' })
    const start = new Date(new Date(series.startsAt ?? '').getTime() - HOUR)
    await update(id, { startsAt: start, endsAt: new Date(start.getTime() + HOUR) })
    const shown = datesOf(await read(id), inMilliseconds(50 * DAY))
    const standing = await datesOfSeries(id)
    expect(shown).toHaveLength(7)
    expect(shown.map(({ startsAt }) => startsAt)).toEqual(standing.map(({ startsAt }) => startsAt))
  })
})
