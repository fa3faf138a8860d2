import { builder } from '../../../edges/graphql/builder.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { countListedEvents, featuredList, followedList, ownList } from '../lists/eventLists.ts'
import { listedSpan } from '../lists/groupEvents.ts'
import { readListPlaces } from '../lists/listPages.ts'
import { BY_START, CalendarEvent, CalendarEventConnection, withEvents } from './event.ts'
import { standingAt } from './standings.ts'

const CalendarSource = builder.enumType('CalendarSource', {
  description: 'Where the events of a list come from.',
  values: {
    MINE: { value: 'mine', description: 'Groups of the viewer, and events that they follow.' },
    FOLLOWED: { value: 'followed', description: 'Events that the viewer follows, without dates that they mute.' },
    FEATURED: { value: 'featured', description: 'Public events that admins of the platform feature.' },
  } as const,
})

const LISTS = { mine: ownList, followed: followedList, featured: featuredList }

builder.queryFields((t) => ({
  calendarEvents: t.connection(
    {
      type: CalendarEvent,
      description: 'Single events and dates of series of all groups, by start.',
      args: {
        source: t.arg({ type: CalendarSource, required: true, description: 'Where the events come from.' }),
        month: t.arg({
          type: 'DateTime',
          description: 'A time in the month to list, by the UTC clock; by default all from 30 days ago on are listed.',
        }),
      },
      resolve: async (_root, { source, month, ...args }, context) => {
        const scope = context.viewerScope
        const list = LISTS[source](await standingAt(context), listedSpan(scope, month ?? null))
        const page = await keysetConnection(args, {
          order: BY_START,
          totalCount: () => countListedEvents(scope, list),
          read: (keys) => readBeforeLoads(context, () => readListPlaces(scope, list, keys)),
        })
        return withEvents(context, page)
      },
    },
    CalendarEventConnection,
  ),
}))
