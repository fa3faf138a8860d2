import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  countDiscovered,
  type DiscoveryFilter,
  type DiscoveryKey,
  readDiscovered,
} from '../../../../src/areas/calendar/discovery/queries.ts'
import { PLACE, readStanding } from '../../../../src/areas/calendar/queries.ts'
import type { CalendarEvent } from '../../../../src/generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp } from '../../../support/app.ts'
import { aGroup, insertMember } from '../../../support/groups.ts'
import { rounds } from '../../../support/rounds.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const [own, other, closed] = [await aGroup(app), await aGroup(app), await aGroup(app, { privacy: 'private' })]
const viewer = await aUser(app)
await insertMember(app, own, viewer)
await viewer.api.call('updateUser', { userId: viewer.id, body: { tags: ['language_deu'] } })
const scope = viewerScopeOf(app, viewer)
const asOf = scope.now

const LENGTHS = [HOUR, 7 * DAY]
/** A number from 0 up to `most` that follows from another one. */
const draw = (at: number, salt: number, most: number) => ((at * 7_919 + salt * 104_729) % 1_009) % most

/** An event of which each column takes each of its values together with those of others. */
function anyEvent(at: number, series: readonly string[]) {
  const startsAt = addMilliseconds(asOf, (draw(at, 1, 240) - 60) * HOUR + draw(at, 2, 2) * MINUTE)
  const seriesId = draw(at, 3, 2) === 0 ? null : (series[draw(at, 4, series.length)] ?? null)
  return {
    id: newId('calendarEvent', asOf),
    kind: seriesId === null ? 'single' : 'occurrence',
    seriesId,
    originalStartsAt: seriesId === null ? null : addMilliseconds(asOf, at * MINUTE),
    groupId: [own, other, other, closed][draw(at, 5, 4)]?.id ?? other.id,
    startsAt,
    endsAt: addMilliseconds(startsAt, LENGTHS[draw(at, 6, LENGTHS.length)] ?? HOUR),
    featured: draw(at, 7, 3) === 0,
    accessType: draw(at, 8, 8) === 0 ? 'group' : 'public',
    isDraft: draw(at, 9, 8) === 0,
    category: ['arts', 'music'][draw(at, 10, 2)] ?? 'arts',
    tags: ['loud', 'late'].filter((_, tag) => draw(at, 11 + tag, 3) === 0),
    languages: ['deu', 'eng'].filter((_, language) => draw(at, 13 + language, 4) === 0),
    interestCount: [0, 0, seriesId === null ? 1 : -1, 2, 12][draw(at, 15, 5)] ?? 0,
    ...{ title: '', description: '', searchKey: '', createdAt: asOf, updatedAt: asOf },
  }
}

const series = [0, 5, 11, 20].map((interestCount, at) => ({
  ...anyEvent(at, []),
  ...{ kind: 'series', seriesId: null, originalStartsAt: null, recurrence: {}, groupId: other.id, interestCount },
}))
const seriesIds = series.map(({ id }) => id)
const events = Array.from({ length: 300 }, (_, at) => anyEvent(at, seriesIds))
const [followedSeries] = seriesIds
/** Events of a group that strangers do not see, by which two followers are common. */
const unseen = Array.from({ length: 3_001 }, (_, at) => ({
  ...anyEvent(at, []),
  ...{ groupId: closed.id, accessType: 'public', isDraft: false, interestCount: 2 },
}))
const followed = new Set<string | undefined>([
  followedSeries,
  ...events.filter((_, at) => at % 20 === 3).map(({ id }) => id),
])
const muted = new Set<string>(
  events.filter(({ seriesId }, at) => seriesId === followedSeries && at % 3 === 1).map(({ id }) => id),
)
beforeAll(async () => {
  await db.calendarEvent.createMany({ data: [...series, ...events, ...unseen] })
  const ids = [...new Set([...followed, ...muted])].flatMap((id) => id ?? [])
  const row = { userId: viewer.id, createdAt: addMilliseconds(asOf, -HOUR), updatedAt: asOf }
  await db.calendarFollow.createMany({
    data: ids.map((eventId) => ({ ...row, eventId, isFollowing: !muted.has(eventId) })),
  })
})

type Event = Pick<CalendarEvent, keyof (typeof events)[number]>

const isClose = ({ id, groupId, seriesId, languages }: Event) =>
  groupId === own.id ||
  (followed.has(id) && !muted.has(id)) ||
  (seriesId === followedSeries && !muted.has(id)) ||
  languages.includes('deu')

function isWithin({ startsAt, endsAt }: Event, { scope, upcomingOffsetMinutes: within }: DiscoveryFilter): boolean {
  if (startsAt <= asOf) return scope !== 'upcoming' && endsAt > asOf
  return scope !== 'live' && (within === null || startsAt <= addMilliseconds(asOf, within * MINUTE))
}

function isFiltered(event: Event, filter: DiscoveryFilter): boolean {
  const followers = event.interestCount + (series.find(({ id }) => id === event.seriesId)?.interestCount ?? 0)
  return (
    event.accessType === 'public' &&
    !event.isDraft &&
    event.groupId !== closed.id &&
    (filter.categories.length === 0 || filter.categories.includes(event.category)) &&
    (filter.tags.length === 0 || filter.tags.some((tag) => event.tags.includes(tag))) &&
    (filter.minimumInterestCount === 0 || followers >= filter.minimumInterestCount) &&
    (filter.minimumRemainingMinutes === 0 ||
      event.endsAt >= addMilliseconds(asOf, filter.minimumRemainingMinutes * MINUTE))
  )
}

/** The rank of an event: that of the first of its classes that is included; null if none is, or one of them is excluded. */
function rankOf(event: Event, { featured, nonFeatured, personalized }: DiscoveryFilter): number | null {
  const classes = [
    ...(event.featured ? [{ rank: 0, inclusion: featured }] : []),
    ...(isClose(event) ? [{ rank: 1, inclusion: personalized }] : []),
    ...(event.featured ? [] : [{ rank: 2, inclusion: nonFeatured }]),
  ]
  if (classes.some(({ inclusion }) => inclusion === 'exclude')) return null
  return classes.find(({ inclusion }) => inclusion === 'include')?.rank ?? null
}

/** The events that a filter discovers, in their order. */
const expectedKeys = (filter: DiscoveryFilter): DiscoveryKey[] =>
  events
    .filter((event) => isWithin(event, filter) && isFiltered(event, filter))
    .flatMap((event) => {
      const rank = rankOf(event, filter)
      return rank === null ? [] : [{ id: event.id, startsAt: event.startsAt, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1))

const inclusion = fc.constantFrom('include', 'include', 'skip', 'exclude')
const filters: fc.Arbitrary<DiscoveryFilter> = fc.record({
  scope: fc.constantFrom('live', 'upcoming', 'all'),
  categories: fc.constantFrom([], [], ['music'], ['arts', 'music']),
  tags: fc.constantFrom([], [], ['loud'], ['late', 'loud'], ['unknown']),
  featured: inclusion,
  nonFeatured: inclusion,
  personalized: inclusion,
  minimumInterestCount: fc.constantFrom(0, 0, 1, 2, 12, 13, 32, 100),
  minimumRemainingMinutes: fc.constantFrom(0, 0, 90),
  upcomingOffsetMinutes: fc.constantFrom(null, null, 600, 6_000),
})

it('discovered events are those of the filter, in pages from both ends and in number', async () => {
  const standing = await readStanding(scope, asOf)
  let found = 0
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
      const discovery = { filter, standing, asOf }
      const expected = expectedKeys(filter)
      found += expected.length
      expect(await countDiscovered(scope, discovery)).toBe(expected.length)
      const read = (bounds: object) =>
        readDiscovered<object>(scope, discovery, { descending: false, limit, ...bounds }, PLACE)
      expect(await read({})).toEqual(expected.slice(0, limit))
      const middle = expected[Math.floor(expected.length / 2)]
      if (!middle) return
      const at = expected.indexOf(middle)
      expect(await read({ above: middle })).toEqual(expected.slice(at + 1, at + 1 + limit))
      const before = expected.slice(0, at).reverse()
      expect(await read({ below: middle, descending: true })).toEqual(before.slice(0, limit))
    }),
    { numRuns: rounds(300) },
  )
  expect(found).toBeGreaterThan(rounds(300))
})
