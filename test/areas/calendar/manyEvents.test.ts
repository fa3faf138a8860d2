import { beforeAll, describe, expect, it } from 'vitest'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { anApp } from '../../support/app.ts'
import { countStatements } from '../../support/graphClient.ts'
import { aGroup, type TestGroup } from '../../support/groups.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { fillCalendars } from './manyEvents.ts'

/** `npm run campaign -- calendar` measures 1,000,000. */
const FULL = 1_000_000
const EVENTS = Number(process.env.CALENDAR_EVENTS ?? 3_000)
const LIST_MILLISECONDS = 50
/** Events of a rare tag are found among all that are to come. */
const RARE_TAG_MILLISECONDS = 150
const TIMES = 20

const app = await anApp()
let group: TestGroup
let viewer: TestUser

beforeAll(async () => {
  group = await aGroup(app)
  viewer = await aUser(app)
  await viewer.api.call('updateUser', { userId: viewer.id, body: { tags: ['language_deu'] } })
  await fillCalendars(app, { group, viewer, count: EVENTS })
  // As the database does by itself after a while; the connections of the server stop long statements.
  await queryOnce(app.platform.settings.DATABASE_URL ?? '', 'VACUUM ANALYZE "CalendarEvent", "CalendarFollow", "Group"')
}, 1_800_000)

const date = new Date().toISOString()
const read = () => viewer.api
type Query = Readonly<Record<string, string>>
const discover = (query: Query = {}) => read().try('discoverCalendarEvents', { query: Object(query) })
const search = (searchTerm: string) => read().try('searchCalendarEvents', { query: { searchTerm } })

/** The cursor after so many pages. */
async function cursorAfter(pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const { nextCursor } = await read().call('discoverCalendarEvents', { query: { n: '100', nextCursor: cursor } })
    cursor = nextCursor
  }
  return cursor
}

const LISTS = {
  'month of a group': () => read().try('getGroupCalendarEvents', { groupId: group.id, query: { date } }),
  'group without month': () => read().try('getGroupCalendarEvents', { groupId: group.id, query: {} }),
  next: () => read().try('getGroupNextCalendarEvent', { groupId: group.id }),
  'month of own groups': () => read().try('getCalendarEvents', { query: { date } }),
  'own groups without month': () => read().try('getCalendarEvents', { query: {} }),
  'followed in a month': () => read().try('getFollowedCalendarEvents', { query: { date } }),
  followed: () => read().try('getFollowedCalendarEvents', { query: {} }),
  'featured in a month': () => read().try('getFeaturedCalendarEvents', { query: { date } }),
  discover: () => discover(),
  'discover live': () => discover({ scope: 'live' }),
  'discover all': () => discover({ scope: 'all' }),
  'discover a category': () => discover({ categories: 'wellness' }),
  'discover a common tag': () => discover({ tags: 'tag1' }),
  'discover a rare tag': () => discover({ tags: 'rare' }),
  'discover an unknown tag': () => discover({ tags: 'unknown' }),
  'discover many followers': () => discover({ minimumInterestCount: '990' }),
  'discover some followers': () => discover({ minimumInterestCount: '2' }),
  'discover more followers than any has': () => discover({ minimumInterestCount: '1000000' }),
  'discover personalized ones': () => discover({ featuredResults: 'skip', nonFeaturedResults: 'skip' }),
  'discover others': () => discover({ personalizedResults: 'exclude', featuredResults: 'exclude' }),
  'discover soon': () => discover({ upcomingOffsetMinutes: '60', minimumRemainingMinutes: '90' }),
  'search for a rare word': () => search('word 77'),
  'search for a name of groups': () => search('Calendar number 1'),
  'search for a common word': () => search('dance'),
  'search for a letter': () => search('d'),
} as const

/** The median time of a read, in milliseconds. */
async function medianOf(list: () => Promise<{ readonly status: number }>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < TIMES; at++) {
    const start = performance.now()
    const { status } = await list()
    times.push(performance.now() - start)
    expect(status).toBe(200)
  }
  return times.sort((a, b) => a - b)[TIMES / 2] ?? 0
}

describe(`${EVENTS} events`, () => {
  it.each(Object.entries(LISTS))(
    'are listed by at most four statements beside that of the session: %s',
    async (_, list) => {
      await list()
      expect(await countStatements(app, list)).toBeLessThanOrEqual(5)
    },
  )

  it('are as many as were made, in as many own groups', async () => {
    expect(await app.scope().db.calendarEvent.count({ where: { kind: { not: 'series' } } })).toBe(EVENTS)
    const { results = [] } = await read().call('getCalendarEvents', { query: { n: '100' } })
    expect(new Set(results.map(({ ownerId }) => ownerId)).size).toBeGreaterThan(1)
  })

  const timed = async () => {
    const deep = await cursorAfter(20)
    const lists = { ...LISTS, 'discover, page 21': () => discover({ nextCursor: deep }) }
    const times: Record<string, number> = {}
    for (const [name, list] of Object.entries(lists)) times[name] = await medianOf(list)
    for (const [name, time] of Object.entries(times))
      process.stdout.write(`${time.toFixed(1).padStart(8)} ms  ${name}\n`)
    const mostOf = (name: string) => (/rare tag|unknown tag/.test(name) ? RARE_TAG_MILLISECONDS : LIST_MILLISECONDS)
    const slow = Object.keys(lists).filter((name) => (times[name] ?? 0) > mostOf(name))
    expect(slow).toEqual([])
  }
  if (EVENTS >= FULL || process.env.CALENDAR_TIMES) it('are listed in time', timed, 600_000)
})
