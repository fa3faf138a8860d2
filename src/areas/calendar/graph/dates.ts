import { builder } from '../../../edges/graphql/builder.ts'
import { listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { TimeKey } from '../../../kernel/page.ts'
import { Group } from '../../groups/graph/group.ts'
import { groupList } from '../lists/eventLists.ts'
import { listedSpan, type TimeSpan } from '../lists/groupEvents.ts'
import { seriesList } from '../lists/listPages.ts'
import { BY_START, CalendarEvent, CalendarEventConnection, type EventNode } from './event.ts'
import { eventConnection, firstEvent } from './eventLists.ts'

const keyOf = (id: string, { from, before }: TimeSpan) => `${id} ${from.toISOString()} ${before?.toISOString() ?? ''}`

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
      args: {
        month: t.arg({
          type: 'DateTime',
          description: 'A time in the month to list, by the UTC clock; by default all from 30 days ago on are listed.',
        }),
      },
      resolve: ({ id, access }, { month, ...args }, context) => {
        const span = listedSpan(context.scope, month ?? null)
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
