import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { calendar } from '../../src/contract/calendar.ts'
import { DAY } from '../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anEventRequest, inMilliseconds } from '../support/calendar.ts'
import { aShortCode, subscribe } from '../support/groups.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
let ada: SdkUser
let grace: SdkUser
/** The group of Ada. */
let path: { groupId: string }
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
  ;[ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
  await subscribe(app, ada)
  const body = { name: 'Lighthouse Keepers', shortCode: aShortCode(), roleTemplate: 'default' as const }
  path = { groupId: (await dataOf(ada.client.createGroup({ body }))).id ?? '' }
})

/** The SDK has times as dates. */
const withDates = <T extends { readonly startsAt: string; readonly endsAt: string }>({
  startsAt,
  endsAt,
  ...rest
}: T) => ({
  ...rest,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})

const createEvent = (given: object = {}) =>
  dataOf(ada.client.createGroupCalendarEvent({ path, body: withDates(anEventRequest(given)) }))

describe('calendars by the public SDK', () => {
  it('makes an event, follows it, and reads its file back equal', async () => {
    const event = await createEvent({ title: 'Storm, or not; a "talk"', description: 'Keep\nthe lamp lit' })
    const at = { ...path, calendarId: event.id }
    expect(event).toMatchObject({ ownerId: path.groupId, occurrenceKind: 'single' })
    const followed = await dataOf(grace.client.followGroupCalendarEvent({ path: at, body: { isFollowing: true } }))
    expect(followed).toMatchObject({ interestedUserCount: 1, userInterest: { isFollowing: true } })
    const read = await dataOf(grace.client.getGroupCalendarEvent({ path: at }))
    expect(read).toMatchObject({ id: event.id, userInterest: { isFollowing: true } })
    // The SDK types a file, and reads a text.
    const text = String(await dataOf(grace.client.getGroupCalendarEventIcs({ path: at })))
    const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    const parsed = entry && new ICAL.Event(entry)
    expect(parsed).toMatchObject({ summary: event.title, description: event.description })
    expect(parsed?.startDate.toJSDate()).toEqual(new Date(event.startsAt))
    expect(parsed?.endDate.toJSDate()).toEqual(new Date(event.endsAt))
  })

  it('changes and deletes an event', async () => {
    const { id: calendarId } = await createEvent()
    const at = { ...path, calendarId }
    const changed = await dataOf(ada.client.updateGroupCalendarEvent({ path: at, body: { title: 'Calm' } }))
    expect(changed).toMatchObject({ id: calendarId, title: 'Calm' })
    await dataOf(ada.client.deleteGroupCalendarEvent({ path: at }))
    expect(await sdkRefusal(ada.client.getGroupCalendarEvent({ path: at }))).toMatchObject({ status: 404 })
  })

  it('makes a series, whose dates are listed', async () => {
    const recurrence = { frequency: 'weekly', interval: 1, timezone: 'Europe/Berlin' }
    const startsAt = inMilliseconds(2 * DAY)
    const series = await createEvent({ title: 'Weekly watch', recurrence, startsAt })
    expect(series).toMatchObject({ occurrenceKind: 'series', recurrence })
    const { results = [] } = await dataOf(ada.client.getGroupCalendarEvents({ path }))
    const dates = results.filter(({ title }) => title === series.title)
    expect(dates.length).toBeGreaterThanOrEqual(13)
    expect(new Date(dates[0]?.startsAt ?? 0)).toEqual(startsAt)
    const next = await dataOf(ada.client.getGroupNextCalendarEvent({ path }))
    expect(next.id).toBe(results.find(({ startsAt: start }) => new Date(start) > new Date())?.id)
  })

  it('lists, searches and discovers events', async () => {
    const { id } = await createEvent({ title: 'Fog signals' })
    await app.scope().db.calendarEvent.update({ where: { id }, data: { featured: true } })
    const ids = (list: { readonly results?: { readonly id: string }[] }) => list.results?.map((event) => event.id)
    expect(ids(await dataOf(ada.client.getCalendarEvents()))).toContain(id)
    expect(ids(await dataOf(grace.client.getFollowedCalendarEvents()))).toHaveLength(1)
    expect(ids(await dataOf(grace.client.getFeaturedCalendarEvents()))).toEqual([id])
    const query = { searchTerm: 'fog sig', utcOffset: 1 }
    expect(ids(await dataOf(grace.client.searchCalendarEvents({ query })))).toEqual([id])
    const first = await dataOf(grace.client.discoverCalendarEvents({ query: { n: 1 } }))
    expect(ids(first)).toEqual([id])
    const { nextCursor } = first
    const second = await dataOf(grace.client.discoverCalendarEvents({ query: { n: 1, nextCursor } }))
    expect(ids(second)).toHaveLength(1)
    expect(ids(second)).not.toContain(id)
  })

  it('calls every operation of calendars', () => {
    const names = methodsOf(calendar).map((name) => name.replace('ICS', 'Ics'))
    expect(names.filter((name) => !sdk.called.has(name))).toEqual([])
    expect(names).toHaveLength(13)
  })
})
