import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { z } from 'zod'
import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { createPagesLoader, readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import {
  byText,
  createPageLoader,
  keysetConnection,
  listConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { renamingFields } from '../../../kernel/inputFaults.ts'
import type { SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists, countRows, type KeyedList, readPages } from '../../../kernel/list/readList.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { TimeKey } from '../../../kernel/page.ts'
import { withUsers } from '../../friends/graph/friend.ts'
import { Group } from '../../groups/graph/group.ts'
import { User, UserConnection } from '../../users/graph/user.ts'
import { EVENT_LISTS, searchList } from '../eventLists.ts'
import { countFollowers, readFollowers } from '../follow/queries.ts'
import { askedSpan, type TimeSpan } from '../period.ts'
import { type CalendarStanding, managesCalendar } from '../policy.ts'
import { groupList, type ListedEvent, PLACE, readPlaces, readStanding, seriesList } from '../queries.ts'
import { BY_START, CalendarEvent, CalendarEventConnection, type EventNode, eventsById, withEvents } from './event.ts'

/** The lists that an operation has asked for, by their keys. */
const askedLists = operationCache((_context: GraphContext) => new Map<string, SqlList>())

const listsOf = (context: GraphContext, keys: readonly string[]): KeyedList[] =>
  keys.flatMap((key) => {
    const list = askedLists(context).get(key)
    return list ? [{ key, list }] : []
  })

/** The place of an event in one of several lists. */
type KeyedPlace = ListedEvent & { readonly listKey: string }

const pages = createPageLoader<KeyedPlace, TimeKey>(
  (_scope, keys, page, { context }) => readPages<ListedEvent>(context.viewerScope, listsOf(context, keys), page, PLACE),
  ({ listKey }) => listKey,
)

const counts = createPagesLoader<readonly [key: string, count: number]>(
  (context, keys) => countLists(context.viewerScope, listsOf(context, keys)),
  ([key]) => key,
)

/** A list of events as a connection. Equal pages of several lists share one read, and so do their lengths. */
async function eventConnection(context: GraphContext, args: DefaultConnectionArguments, { key, list }: KeyedList) {
  askedLists(context).set(key, list)
  const page = await keysetConnection(args, {
    order: BY_START,
    totalCount: async () => (await counts(context).load(key))[0]?.[1] ?? 0,
    read: (bounds) => pages(context, key, bounds),
  })
  return withEvents(context, page)
}

const FIRST = { descending: false, limit: 1 } as const

/** The first event of a list; null for none. Those of several lists share one read. */
async function firstEvent(context: GraphContext, { key, list }: KeyedList): Promise<EventNode | null> {
  askedLists(context).set(key, list)
  const [first] = await pages(context, key, FIRST)
  return first ? eventsById(context).load(first.id) : null
}

const keyOf = (id: string, { from, before, includesOngoing }: TimeSpan) =>
  `${id} ${from.toISOString()} ${before?.toISOString() ?? ''} ${includesOngoing ?? false}`

/** The arguments of lists of events by their start. */
const timesArguments = () =>
  builder.args((t) => ({
    month: t.field({
      type: 'DateTime',
      description: 'A time in the month to list, by the UTC clock; by default all from 30 days ago on are listed.',
    }),
    since: t.field({
      type: 'DateTime',
      description: 'Only events that start at this time or later. Not with `month`.',
    }),
    until: t.field({ type: 'DateTime', description: 'Only events that start before this time. Not with `month`.' }),
    includeOngoing: t.boolean({
      defaultValue: false,
      description: 'Whether events that began earlier than the month or `since` and end later are listed, too.',
    }),
  }))

/** Before all events. */
const ALL: TimeSpan = { from: new Date(0), before: null }

builder.objectFields(CalendarEvent, (t) => ({
  occurrences: t.connection(
    {
      type: CalendarEvent,
      description: 'Dates of a series that the viewer sees, by start, as far ahead as they were made; none for others.',
      args: { since: t.arg({ type: 'DateTime', description: 'Only dates that start at this time or later.' }) },
      resolve: ({ id, kind, access }, { since, ...args }, context) => {
        if (kind !== 'series') return listConnection<EventNode, TimeKey>(args, BY_START, [])
        const span = since ? { from: since, before: null } : ALL
        return eventConnection(context, args, { key: keyOf(id, span), list: seriesList(access, id, span) })
      },
    },
    CalendarEventConnection,
  ),
}))

builder.objectFields(Group, (t) => ({
  calendarEvents: t.connection(
    {
      type: CalendarEvent,
      description: 'Single events and dates of series that the viewer sees, by start.',
      args: timesArguments(),
      resolve: ({ id, access }, { month, since, until, includeOngoing, ...args }, context) => {
        const span = askedSpan(context.scope, { month, since, until, includeOngoing })
        return eventConnection(context, args, { key: keyOf(id, span), list: groupList(access, span) })
      },
    },
    CalendarEventConnection,
  ),
  nextCalendarEvent: t.field({
    type: CalendarEvent,
    nullable: true,
    description: 'The event that starts next, among those that the viewer sees; null for none.',
    resolve: ({ id, access }, _args, context) => {
      const span = { from: addMilliseconds(context.scope.now, 1), before: null }
      return firstEvent(context, { key: keyOf(id, span), list: groupList(access, span) })
    },
  }),
}))

const standings = operationCache((_context: GraphContext) => new Map<number, Promise<CalendarStanding>>())

/** What the viewer is in all groups and what they follow, as of a time. The lists of an operation share a statement. */
export const standingAt = (context: GraphContext, asOf: Date = context.scope.now): Promise<CalendarStanding> =>
  getOrCreate(standings(context), asOf.getTime(), () =>
    readBeforeLoads(context, () => readStanding(context.viewerScope, asOf)),
  )

/** A list of events of all groups as a connection. */
async function viewerConnection(context: GraphContext, args: DefaultConnectionArguments, list: SqlList) {
  const scope = context.viewerScope
  const page = await keysetConnection(args, {
    order: BY_START,
    totalCount: () => countRows(scope, list),
    read: (keys) => readBeforeLoads(context, () => readPlaces(scope, list, keys)),
  })
  return withEvents(context, page)
}

const CalendarSource = enumOf('CalendarSource', 'Where the events of a list come from.', {
  mine: 'Groups of the viewer, and events that they follow.',
  followed: 'Events that the viewer follows, without dates that they mute.',
  featured: 'Public events that admins of the platform feature.',
})

builder.queryFields((t) => ({
  calendarEvents: t.connection(
    {
      type: CalendarEvent,
      description: 'Single events and dates of series of all groups, by start.',
      args: {
        source: t.arg({ type: CalendarSource, required: true, description: 'Where the events come from.' }),
        ...timesArguments(),
      },
      resolve: async (_root, { source, month, since, until, includeOngoing, ...args }, context) => {
        const span = askedSpan(context.scope, { month, since, until, includeOngoing })
        const list = EVENT_LISTS[source](await standingAt(context), span)
        return viewerConnection(context, args, list)
      },
    },
    CalendarEventConnection,
  ),
}))

const MAX_TERM = 100
const [LEAST_OFFSET, GREATEST_OFFSET] = [-12, 14]
const termError = `term must have 1 to ${MAX_TERM} characters`
const offsetError = `utcOffset must be from ${LEAST_OFFSET} to ${GREATEST_OFFSET}`

const Search = argsOf(
  z.object({
    term: z
      .string()
      .min(1, termError)
      .max(MAX_TERM, termError)
      .describe('A part of the title, description, tags or name of the group.'),
    utcOffset: z
      .int()
      .min(LEAST_OFFSET, offsetError)
      .max(GREATEST_OFFSET, offsetError)
      .optional()
      .describe('Hours from UTC to the clock by which the current day is meant; 0 by default.'),
    isInternal: z
      .boolean()
      .optional()
      .describe('Whether an admin also finds drafts and events for members of all groups. Ignored for others.'),
  }),
)

builder.queryFields((t) => ({
  searchCalendarEvents: t.connection(
    {
      type: CalendarEvent,
      ...MAY_BE_OLD,
      description: 'Single events and dates of series that begin today, go on or are to come, by start.',
      args: Search.args,
      resolve: async (_root, args, context) => {
        const scope = context.viewerScope
        const { term, utcOffset = 0, isInternal = false } = await Search.parse(args)
        const standing = await standingAt(context)
        const list = await renamingFields({ searchTerm: 'term' }, async () =>
          searchList(scope, standing, { term, utcOffset, isInternal }),
        )
        return viewerConnection(context, args, list)
      },
    },
    CalendarEventConnection,
  ),
}))

const BY_ID = byText('id', 'ascending')

builder.objectFields(CalendarEvent, (t) => ({
  followers: t.connection(
    {
      type: User,
      nullable: true,
      description:
        'People who follow it, or, of an occurrence, its series, in no particular order; null for everybody but holders of CALENDAR_MANAGE.',
      resolve: async ({ access, ...event }, args, context) => {
        if (!managesCalendar(access)) return null
        const page = await keysetConnection(args, {
          order: BY_ID,
          totalCount: () => countFollowers(context.viewerScope, event),
          read: (keys) => readBeforeLoads(context, () => readFollowers(context.viewerScope, event, keys)),
        })
        return withUsers(context, page)
      },
    },
    UserConnection,
  ),
}))
