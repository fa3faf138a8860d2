import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../src/kernel/clock.ts'
import { graphql } from '../generated/index.ts'
import { statementsThatDependOnOrder } from '../support/answerOrder.ts'
import { sharedApp } from '../support/app.ts'
import { anEvent, eventId, inMilliseconds } from '../support/calendar.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { aGroup, aMember, type TestGroup } from '../support/groups.ts'
import { mostStatements } from '../support/pageStatements.ts'

const app = await sharedApp()

const Month = graphql(`
  query CalendarMonthPage($id: ID!, $month: DateTime!) {
    group(id: $id) {
      id name viewerCanManageCalendar
      nextCalendarEvent { id title startsAt }
      calendarEvents(first: 100, month: $month) {
        totalCount
        nodes {
          ...ListedCalendarEvent
          series { id title }
          author { id displayName }
          roles { id name }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  fragment ListedCalendarEvent on CalendarEvent {
    id kind title category access startsAt endsAt isLive isDraft isFeatured imageUrl interestedUserCount
    viewerInterest { isFollowing since }
  }
`)

const Event = graphql(`
  query CalendarEventPage($id: ID!) {
    calendarEvent(id: $id) {
      id kind title description category startsAt endsAt interestedUserCount viewerCanUpdate viewerCanDelete icsUrl
      recurrence { frequency interval timezone daysOfWeek count until }
      viewerInterest { isFollowing since }
      group { id name iconUrl memberCount viewerStatus }
      author { id displayName }
      series { id title startsAt }
      occurrences(first: 20) { totalCount nodes { id startsAt viewerInterest { isFollowing } } }
      followers(first: 12) { totalCount nodes { id displayName } }
    }
  }
`)

const Discover = graphql(`
  query CalendarDiscoverPage {
    featured: calendarEvents(source: FEATURED, first: 10) { nodes { ...DiscoveredCalendarEvent } }
    followed: calendarEvents(source: FOLLOWED, first: 10) { nodes { ...DiscoveredCalendarEvent } }
    discoverCalendarEvents(first: 50, filter: { scope: ALL }) {
      totalCount
      nodes { ...DiscoveredCalendarEvent }
      pageInfo { hasNextPage endCursor }
    }
  }
  fragment DiscoveredCalendarEvent on CalendarEvent {
    id title category startsAt endsAt isLive isFeatured interestedUserCount viewerInterest { isFollowing }
    group { id name iconUrl }
    author { id displayName }
  }
`)

/** Statements that a page may cost, whatever it shows. One of them reads the session, which is cached for seconds. */
const MOST = 12

const weekly = { frequency: 'weekly', interval: 1, timezone: 'Europe/Berlin' }

/** Adds public events, each in the group and in one of its own, and people who follow the series. */
async function fill({ owner, id }: TestGroup, seriesId: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const own = await aGroup(app)
    await anEvent(own.owner, own.id, { languages: ['eng'] })
    const { id: single } = await anEvent(owner, id, { imageId: null, title: `Event ${at}` })
    const follower = await aMember(app, { id, owner })
    for (const calendarId of [seriesId, single].map((one) => eventId({ id: one })))
      await follower.api.call('followGroupCalendarEvent', { groupId: id, calendarId, body: { isFollowing: true } })
  }
}

let group: TestGroup
let client: GraphClient
let seriesId: string
let dateId: string
const month = inMilliseconds(DAY).toISOString()

beforeAll(async () => {
  group = await aGroup(app)
  client = aGraphClient(app, group.owner.api)
  seriesId = (await anEvent(group.owner, group.id, { recurrence: weekly })).id
  const { calendarEvent } = await client.run(Event, { id: seriesId })
  dateId = calendarEvent?.occurrences.nodes[0]?.id ?? ''
  await fill(group, seriesId, 2)
})

describe('a page of a calendar is read in at most 12 statements, whatever it shows', () => {
  it.each([
    ['the month of a group', () => client.run(Month, { id: group.id, month })],
    ['a series', () => client.run(Event, { id: seriesId })],
    ['a date of a series', () => client.run(Event, { id: dateId })],
    ['discovery', () => client.run(Discover)],
  ])('%s', async (_what, page) => {
    const before = await mostStatements(app, page)
    await fill(group, seriesId, 2)
    expect([before, await mostStatements(app, page)].filter((count) => count > MOST)).toEqual([])
    expect(await statementsThatDependOnOrder(app, page)).toEqual([])
  })

  it('with everything in it', async () => {
    const { group: shown } = await client.run(Month, { id: group.id, month })
    const listed = shown?.calendarEvents.nodes ?? []
    expect(shown?.nextCalendarEvent?.id).toBe(listed[0]?.id)
    expect(listed.map(({ author }) => author?.id)).toContain(group.owner.id)
    expect(listed.map(({ series }) => series?.id)).toContain(seriesId)
    const { calendarEvent: series } = await client.run(Event, { id: seriesId })
    expect(series).toMatchObject({ kind: 'SERIES', recurrence: { frequency: 'WEEKLY', timezone: 'Europe/Berlin' } })
    expect(series?.occurrences.totalCount).toBeGreaterThan(10)
    expect(series?.followers?.totalCount).toBe(series?.interestedUserCount)
    const { calendarEvent: date } = await client.run(Event, { id: dateId })
    expect(date).toMatchObject({ kind: 'OCCURRENCE', series: { id: seriesId }, occurrences: { totalCount: 0 } })
    const { discoverCalendarEvents: found } = await client.run(Discover)
    expect(found.nodes.map(({ group: { id } }) => id)).toContain(group.id)
  })
})
