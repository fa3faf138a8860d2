import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { type KeysetOrder, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { invalidCursor, type KeysetPage } from '../../../kernel/page.ts'
import {
  countDiscovered,
  type Discovery,
  type DiscoveryFilter,
  type DiscoveryKey,
  readDiscovered,
} from '../discovery/queries.ts'
import { PLACE } from '../queries.ts'
import { CalendarEventCategory } from './enums.ts'
import { CalendarEvent, CalendarEventConnection, withEvents } from './event.ts'
import { standingAt } from './eventLists.ts'

const CalendarDiscoveryScope = enumOf('CalendarDiscoveryScope', 'When events take place that are discovered.', {
  live: 'Now.',
  upcoming: 'Later.',
  all: 'Now or later.',
})

const CalendarDiscoveryInclusion = enumOf(
  'CalendarDiscoveryInclusion',
  'What becomes of the events of a class, each of which can be of several.',
  {
    include: 'They are listed.',
    skip: 'They are listed only if another class brings them.',
    exclude: 'They are not listed.',
  },
)

const CalendarDiscoveryFilter = builder.inputType('CalendarDiscoveryFilter', {
  description: 'Which public events to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    scope: t.field({ type: CalendarDiscoveryScope, description: 'When they take place; UPCOMING by default.' }),
    categories: t.field({ type: [CalendarEventCategory], description: 'Only events of these categories.' }),
    tags: t.stringList({ description: 'Only events with one of these tags, of which there can be 20.' }),
    languages: t.stringList({
      description: 'Only events in one of these languages by ISO 639-3, such as `eng`, of which there can be 20.',
    }),
    featured: t.field({
      type: CalendarDiscoveryInclusion,
      description: 'Events that admins of the platform feature; INCLUDE by default.',
    }),
    nonFeatured: t.field({ type: CalendarDiscoveryInclusion, description: 'Other events; INCLUDE by default.' }),
    personalized: t.field({
      type: CalendarDiscoveryInclusion,
      description:
        "Events of the viewer's groups, those that the viewer follows and those in the viewer's languages; INCLUDE by default.",
    }),
    minimumInterestCount: t.int({ description: 'Only events that so many people follow.' }),
    minimumRemainingMinutes: t.int({ description: 'Only events that go on for so many minutes from now.' }),
    upcomingOffsetMinutes: t.int({ description: 'Only events that start within so many minutes.' }),
  }),
})

type FilterInput = (typeof CalendarDiscoveryFilter)['$inferInput'] | null | undefined

/** Tags, or languages. */
const MAX_VALUES = 20
/** Ten years: no event is further ahead. */
const MAX_MINUTES = 10 * 366 * 24 * 60

const minutes = (value: number) => Math.min(Math.max(value, 0), MAX_MINUTES)

function assertNotTooMany(field: 'tags' | 'languages', values: readonly string[]): void {
  if (values.length > MAX_VALUES)
    throw invalid(field, `${field} must have at most ${MAX_VALUES} entries`, {
      ...{ reason: 'too_many_entries', max: MAX_VALUES },
    })
}

/** Throws `invalid` for too many tags or languages. */
function filterOf(given: FilterInput): DiscoveryFilter {
  const { scope = 'upcoming', categories = [], tags = [], languages = [], ...rest } = omitNullish(given ?? {})
  assertNotTooMany('tags', tags)
  assertNotTooMany('languages', languages)
  const { featured = 'include', nonFeatured = 'include', personalized = 'include' } = rest
  const { minimumInterestCount = 0, minimumRemainingMinutes = 0, upcomingOffsetMinutes } = rest
  return {
    ...{ scope, categories, tags, languages, featured, nonFeatured, personalized, minimumInterestCount },
    minimumRemainingMinutes: minutes(minimumRemainingMinutes),
    upcomingOffsetMinutes: upcomingOffsetMinutes === undefined ? null : minutes(upcomingOffsetMinutes),
  }
}

/** The place of an event in a list that was begun at `asOf`, by which all its pages are read. */
interface Place extends DiscoveryKey {
  readonly asOf: Date
}

const PLACE_TEXT = /^(\d{1,15}) ([012]) (\d{1,15}) (cal_[\da-f-]{36})$/
const LIFETIME = DAY

/** The order of discovery: by rank, then by start. Cursors are of use for a day. */
const orderAt = (now: Date): KeysetOrder<Place, Place> => ({
  descending: false,
  keyText: ({ asOf, rank, startsAt, id }) => `${asOf.getTime()} ${rank} ${startsAt.getTime()} ${id}`,
  parseKey(text, side) {
    const [, asOfText, rank, startsAt, id = ''] = PLACE_TEXT.exec(text) ?? []
    const asOf = new Date(Number(asOfText))
    if (!(asOf <= now && addMilliseconds(asOf, LIFETIME) > now)) throw invalidCursor(side)
    return { asOf, rank: Number(rank), startsAt: new Date(Number(startsAt)), id }
  },
})

/** What pages of a filter are read with, as of a time. */
const discoveryAt = async (context: GraphContext, filter: DiscoveryFilter, asOf: Date): Promise<Discovery> => ({
  filter,
  asOf,
  standing: await standingAt(context, asOf),
})

/** A page of the places of discovered events. One statement beside that of `discoveryAt`. */
async function readPage(context: GraphContext, filter: DiscoveryFilter, page: KeysetPage<Place>): Promise<Place[]> {
  const scope = context.viewerScope
  const { asOf } = page.above ?? page.below ?? { asOf: scope.now }
  const keys = await readDiscovered<DiscoveryKey>(scope, await discoveryAt(context, filter, asOf), page, PLACE)
  return keys.map((key) => ({ ...key, asOf }))
}

builder.queryFields((t) => ({
  discoverCalendarEvents: t.connection(
    {
      type: CalendarEvent,
      ...MAY_BE_OLD,
      description:
        'Published public events of groups that are not private: featured ones first, then those close to the viewer, then others, each by start. Later pages show the state as of the first one.',
      args: { filter: t.arg({ type: CalendarDiscoveryFilter, description: 'Which events to list.' }) },
      resolve: async (_root, { filter: given, ...args }, context) => {
        const scope = context.viewerScope
        const filter = filterOf(given)
        const page = await keysetConnection(args, {
          order: orderAt(scope.now),
          totalCount: async () => countDiscovered(scope, await discoveryAt(context, filter, scope.now)),
          read: (keys) => readBeforeLoads(context, () => readPage(context, filter, keys)),
        })
        return withEvents(context, page)
      },
    },
    CalendarEventConnection,
  ),
}))
