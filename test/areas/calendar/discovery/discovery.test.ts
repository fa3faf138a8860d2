import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp, openApp, type TestApp } from '../../../support/app.ts'
import { anEvent, eventId, inMilliseconds } from '../../../support/calendar.ts'
import { aGroup, insertMember, type TestGroup } from '../../../support/groups.ts'
import { refusal } from '../../../support/refusals.ts'
import { rounds } from '../../../support/rounds.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const SECRET_KEY = 'Zq3vX9wT7uR5sP1oN8mL6jH4gF2dB0acKe'
const app = await anApp({ SECRET_KEY })
const { db } = app.scope()
/** A later server on the same database. */
let nextDay: TestApp
beforeAll(async () => {
  nextDay = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '', SECRET_KEY })
})
afterAll(() => nextDay.close())

const group = await aGroup(app)
const own = await aGroup(app)
let viewer: TestUser
beforeEach(async () => {
  await db.calendarEvent.deleteMany()
  viewer = await aUser(app)
  await insertMember(app, own, viewer)
  await viewer.api.call('updateUser', { userId: viewer.id, body: { tags: ['language_deu'] } })
})

type Query = Readonly<Record<string, string>>
const attempt = (query: Query, person = viewer) => person.api.try('discoverCalendarEvents', { query: Object(query) })
const discover = (query: object = {}, person = viewer) =>
  person.api.call('discoverCalendarEvents', { query: Object(query) })
const found = async (query: Query = {}) => (await discover(query)).results.map(({ title }) => title)

/** An event of the group that the viewer is no member of, past the operations. */
async function event(title: string, given: object = {}, { id: groupId }: Pick<TestGroup, 'id'> = group) {
  const { now } = app.scope()
  const id = newId('calendarEvent', now)
  const row = { id, groupId, title, description: title, searchKey: title, category: 'dance', accessType: 'public' }
  const times = { ...from(DAY), createdAt: now, updatedAt: now }
  await db.calendarEvent.create({ data: { ...row, ...times, kind: 'single', ...given } })
  return { id }
}
const from = (start: number, end = start + HOUR) => ({ startsAt: inMilliseconds(start), endsAt: inMilliseconds(end) })

describe('discovery', () => {
  /** Events of each class, the latest first. */
  async function makeClasses(): Promise<void> {
    await event('others', from(2 * DAY))
    await event('german', { ...from(3 * DAY), languages: ['jpn', 'deu'] })
    await event('own', from(4 * DAY), own)
    await event('featured', { ...from(5 * DAY), featured: true })
    await event('featured own', { ...from(6 * DAY), featured: true }, own)
    const followed = await event('followed', from(7 * DAY))
    await viewer.api.call('followGroupCalendarEvent', {
      groupId: group.id,
      calendarId: eventId(followed),
      body: { isFollowing: true },
    })
  }
  const FEATURED = ['featured', 'featured own']
  const CLOSE = ['german', 'own', 'followed']

  it('has featured events before those close to the person before others, each by start', async () => {
    await makeClasses()
    expect(await found()).toEqual([...FEATURED, ...CLOSE, 'others'])
    const stranger = await aUser(app)
    const { results } = await discover({}, stranger)
    expect(results.map(({ title }) => title)).toEqual([...FEATURED, 'others', 'german', 'own', 'followed'])
  })

  /** Inclusion of featured, other and personalized events, and what is found. */
  const INCLUSIONS: readonly (readonly [string, readonly string[]])[] = [
    ['include skip skip', FEATURED],
    ['skip include skip', ['others', 'german', 'own', 'followed']],
    ['skip skip include', ['german', 'own', 'featured own', 'followed']],
    ['include include skip', [...FEATURED, 'others', 'german', 'own', 'followed']],
    ['skip include include', ['german', 'own', 'featured own', 'followed', 'others']],
    ['exclude include include', [...CLOSE, 'others']],
    ['include exclude include', FEATURED],
    ['skip exclude include', ['featured own']],
    ['include include exclude', ['featured', 'others']],
    ['exclude include exclude', ['others']],
    ['exclude exclude include', []],
    ['skip skip skip', []],
    ['exclude exclude exclude', []],
    ['skip exclude skip', []],
  ]
  it('takes, passes over or leaves out each class', async () => {
    await makeClasses()
    for (const [inclusions, expected] of INCLUSIONS) {
      const [featuredResults = '', nonFeaturedResults = '', personalizedResults = ''] = inclusions.split(' ')
      const query = { featuredResults, nonFeaturedResults, personalizedResults }
      expect([inclusions, await found(query)]).toEqual([inclusions, expected])
      const paged: string[] = []
      let nextCursor = ''
      do {
        const page = await discover({ ...query, n: '1', nextCursor })
        paged.push(...page.results.map(({ title }) => title))
        nextCursor = page.nextCursor
      } while (nextCursor !== '')
      expect([inclusions, paged]).toEqual([inclusions, expected])
    }
    expect(await attempt({ featuredResults: 'perhaps' })).toMatchObject({ status: 400 })
  })

  it('has dates of followed series close, but muted ones', async () => {
    await event('first of others', from(HOUR))
    const recurrence = {
      frequency: 'weekly',
      interval: 1,
      timezone: 'UTC',
      end: { type: 'afterOccurrences', count: 3 },
    }
    const series = await anEvent(group.owner, group.id, {
      title: 'series',
      recurrence,
      startsAt: inMilliseconds(2 * HOUR),
    })
    const set = (id: string | undefined, isFollowing: boolean) =>
      viewer.api.call('followGroupCalendarEvent', {
        groupId: group.id,
        calendarId: eventId({ id }),
        body: { isFollowing },
      })
    await set(series.id, true)
    expect(await found()).toEqual(['series', 'series', 'series', 'first of others'])
    const { results } = await discover()
    await set(results[1]?.id, false)
    expect((await discover()).results.map(({ id }) => id)).toEqual(
      [results[0], results[2], results[3], results[1]].map((date) => date?.id),
    )
    const counts = await Promise.all(['1', '2'].map((minimumInterestCount) => found({ minimumInterestCount })))
    expect(counts).toEqual([['series', 'series'], []])
  })

  it('has what is live, to come, or both', async () => {
    await event('over', from(-2 * HOUR, -MINUTE))
    await event('long live', from(-6 * DAY, HOUR))
    await event('live', from(-HOUR, HOUR))
    await event('soon', from(30 * MINUTE))
    await event('late', from(300 * DAY))
    expect(await found()).toEqual(['soon', 'late'])
    expect(await found({ scope: 'upcoming' })).toEqual(['soon', 'late'])
    expect(await found({ scope: 'live' })).toEqual(['long live', 'live'])
    expect(await found({ scope: 'all' })).toEqual(['long live', 'live', 'soon', 'late'])
    expect(await found({ scope: 'all', upcomingOffsetMinutes: '60' })).toEqual(['long live', 'live', 'soon'])
    expect(await found({ upcomingOffsetMinutes: '20' })).toEqual([])
    expect(await found({ scope: 'live', minimumRemainingMinutes: '30' })).toEqual(['long live', 'live'])
    expect(await found({ scope: 'live', minimumRemainingMinutes: '70' })).toEqual([])
    for (const huge of ['99999999999', '-5'])
      expect((await attempt({ upcomingOffsetMinutes: huge, minimumInterestCount: huge })).status).toBe(200)
    expect(await attempt({ scope: 'past' })).toMatchObject({ status: 400 })
  })

  it('has events of categories and tags', async () => {
    await event('music', { ...from(DAY), category: 'music', tags: ['loud', 'late'] })
    await event('dance', { ...from(2 * DAY), category: 'dance', tags: ['loud'] })
    await event('arts', { ...from(3 * DAY), category: 'arts' })
    expect(await found({ categories: 'music' })).toEqual(['music'])
    expect(await found({ categories: 'arts, music,music,' })).toEqual(['music', 'arts'])
    expect(await found({ categories: '' })).toEqual(['music', 'dance', 'arts'])
    expect(await found({ categories: 'wellness' })).toEqual([])
    expect(await found({ tags: 'late,unknown' })).toEqual(['music'])
    expect(await found({ tags: 'loud', categories: 'dance,arts' })).toEqual(['dance'])
    const unknown = refusal(400, "categories must be known: not 'sports'")
    expect(await attempt({ categories: 'music,sports' })).toMatchObject(unknown)
    expect(await attempt({ tags: 'x'.repeat(101) })).toMatchObject({ status: 400 })
    const tags = Array.from({ length: 21 }, (_, at) => `tag${at}`).join()
    expect(await attempt({ tags })).toMatchObject(refusal(400, 'tags must have at most 20 entries'))
  })

  it('has events that so many people follow', async () => {
    for (const interestCount of [0, 1, 5])
      await event(`${interestCount} people`, { ...from((interestCount + 1) * DAY), interestCount })
    expect(await found({ minimumInterestCount: '0' })).toHaveLength(3)
    expect(await found({ minimumInterestCount: '1' })).toEqual(['1 people', '5 people'])
    expect(await found({ minimumInterestCount: '5' })).toEqual(['5 people'])
    expect(await found({ minimumInterestCount: '6' })).toEqual([])
  })

  it('has published events of groups that all see, also for members, managers and admins', async () => {
    const shown = await aGroup(app)
    await event('public', from(DAY), shown)
    await event('members', { ...from(DAY), accessType: 'group' }, shown)
    await event('draft', { ...from(DAY), isDraft: true }, shown)
    await event('deleted', { ...from(DAY), deletedAt: new Date() }, shown)
    const hidden = await aGroup(app)
    await event('hidden', from(DAY), hidden)
    await db.group.update({ where: { id: hidden.id }, data: { hiddenAt: new Date() } })
    const secret = await aGroup(app, { privacy: 'private' })
    await event('secret', from(DAY), secret)
    for (const person of [viewer, shown.owner, hidden.owner, secret.owner])
      expect((await discover({ scope: 'all' }, person)).results.map(({ title }) => title)).toEqual(['public'])
    await shown.owner.api.call('deleteGroup', { groupId: shown.id, query: {} })
    expect(await found()).toEqual([])
  })
})

describe('a cursor of discovery', () => {
  it('keeps the parameters and the time', async () => {
    await event('music now', { ...from(-HOUR, HOUR), category: 'music' })
    await event('music first', { ...from(DAY), category: 'music' })
    await event('music second', { ...from(2 * DAY), category: 'music' })
    await event('dance', { ...from(3 * DAY), category: 'dance' })
    const { results, nextCursor } = await discover({ categories: 'music', scope: 'all', n: '1' })
    expect(results.map(({ title }) => title)).toEqual(['music now'])
    const other = { categories: 'dance', scope: 'live', tags: 'none', featuredResults: 'exclude', nextCursor }
    expect(await found(other)).toEqual(['music first', 'music second'])
    expect((await discover(other)).nextCursor).toBe('')
    const later = { n: '1', nextCursor }
    expect(await found(later)).toEqual(['music first'])
    expect(await found({ nextCursor: '', scope: 'live' })).toEqual(['music now'])
  })

  it('is refused to others, altered, of another kind, and after a day', async () => {
    for (const at of [1, 2]) await event(`event ${at}`, from(at * DAY))
    const { nextCursor } = await discover({ n: '1' })
    const refused = refusal(400, 'nextCursor must be a cursor of this list')
    expect(await attempt({ nextCursor }, await aUser(app))).toMatchObject(refused)
    const [head = '', claims = '', signature = ''] = nextCursor.split('.')
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('"rank":2', '"rank":0')).toString(
      'base64url',
    )
    expect(forged).not.toBe(claims)
    const wrong = [
      `${head}.${forged}.${signature}`,
      `${head}.${claims}`,
      `${nextCursor}x`,
      'x',
      'a.b.c',
      '..',
      'null',
      '\u{1f600}',
    ]
    for (const cursor of wrong) expect(await attempt({ nextCursor: cursor })).toMatchObject(refused)
    const foreign = app.scope().secrets.sign('another-purpose', { v: 1, sub: viewer.id })
    expect(await attempt({ nextCursor: foreign })).toMatchObject(refused)
    const cookie = `auth=${viewer.api.cookies.get('auth')}`
    const url = `${nextDay.origin}/api/1/calendar/discover?nextCursor=${nextCursor}`
    nextDay.clock.advance(DAY - MINUTE)
    expect((await fetch(url, { headers: { cookie } })).status).toBe(200)
    nextDay.clock.advance(MINUTE)
    expect((await fetch(url, { headers: { cookie } })).status).toBe(400)
  })

  it('fits into the next request whatever the tags', async () => {
    for (const at of [1, 2]) await event(`event ${at}`, { ...from(at * DAY), tags: ['"\\'.repeat(50)] })
    const tags = Array.from({ length: 20 }, (_, at) => `${'"\\'.repeat(48)}${at}`)
    tags[0] = '"\\'.repeat(50)
    const { nextCursor } = await discover({ n: '1', tags: tags.join() })
    expect(await found({ nextCursor })).toEqual(['event 2'])
  })

  it('keeps the order while a person follows and joins', async () => {
    const made: { readonly id: string }[] = []
    for (const at of [1, 2, 3, 4]) made.push(await event(`event ${at}`, from(at * DAY)))
    const { nextCursor } = await discover({ n: '2' })
    for (const { id } of made)
      await viewer.api.call('followGroupCalendarEvent', {
        groupId: group.id,
        calendarId: eventId({ id }),
        body: { isFollowing: true },
      })
    await insertMember(app, group, viewer)
    expect(await found({ nextCursor })).toEqual(['event 3', 'event 4'])
  })
})

const CHANGES = rounds(50)
describe(`${200 * CHANGES} events`, () => {
  /** Inserts events, three of which begin each minute, every tenth one of a group of the viewer. Returns their ids. */
  async function insertEvents(count: number, featuredEach: number): Promise<string[]> {
    const rows = await db.$queryRaw<{ readonly id: string }[]>`
      INSERT INTO "CalendarEvent" (id, kind, "groupId", "startsAt", "endsAt", title, description, "searchKey", category, "accessType",
        featured, "createdAt", "updatedAt")
      SELECT 'cal_' || gen_random_uuid(), 'single', CASE WHEN n % 10 = 1 THEN ${own.id} ELSE ${group.id} END, start,
        start + interval '30 minutes', 'copy', 'copy', 'copy', 'music', 'public', n % ${featuredEach}::int = 0, now(), now()
      FROM (
        SELECT n, ${inMilliseconds(DAY)}::timestamptz + (n / 3) * interval '1 minute' AS start FROM generate_series(1, ${count}::int) AS n
      ) AS events RETURNING id`
    return rows.map(({ id }) => id)
  }

  it(`come in pages that have nothing twice and miss nothing, while ${CHANGES} are made and ${CHANGES} deleted`, async () => {
    const ids = await insertEvents(200 * CHANGES, 25)
    const busy = await aGroup(app)
    const doomed = ids.filter((_, at) => at % 200 === 77)
    const seen: string[] = []
    const made: string[] = []
    let nextCursor = ''
    do {
      const page = await discover({ n: '100', nextCursor })
      seen.push(...page.results.map(({ id }) => id))
      nextCursor = page.nextCursor
      const gone = doomed.shift()
      if (gone === undefined) continue
      const { groupId } = await db.calendarEvent.findUniqueOrThrow({ where: { id: gone } })
      const { id, owner } = groupId === own.id ? own : group
      await owner.api.call('deleteGroupCalendarEvent', { groupId: id, calendarId: eventId({ id: gone }) })
      const startsAt = inMilliseconds(DAY + made.length * HOUR)
      made.push((await anEvent(busy.owner, busy.id, { title: 'new', startsAt })).id)
    } while (nextCursor !== '')
    expect(new Set(seen).size).toBe(seen.length)
    const kept = await db.calendarEvent.findMany({ where: { id: { in: ids }, deletedAt: null }, select: { id: true } })
    expect(kept).toHaveLength(199 * CHANGES)
    const seenIds = new Set(seen)
    expect(kept.filter(({ id }) => !seenIds.has(id))).toEqual([])
    expect(made).toHaveLength(CHANGES)
  })
})
