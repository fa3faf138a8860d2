import { builder } from '../../../edges/graphql/builder.ts'
import { createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { CalendarEvent, eventsById } from '../../calendar/graph/event.ts'
import { listInstancesOfEvents } from '../group/lists.ts'
import type { InstanceView } from '../instances.ts'
import { BY_OCCUPANTS, Instance, InstanceConnection } from './instance.ts'

const MAX_INSTANCES = 100

const instancesByEvent = createListLoader<InstanceView>(
  forViewer(listInstancesOfEvents),
  ({ row }) => row?.calendarEntryId ?? '',
)

builder.objectFields(CalendarEvent, (t) => ({
  instances: t.connection(
    {
      type: Instance,
      description:
        'Open instances in which it is held and that the viewer may enter once it begins, most occupants first, at most ' +
        '100; none of a series, whose dates have them.',
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_OCCUPANTS, (await instancesByEvent(context).load(id)).slice(0, MAX_INSTANCES)),
    },
    InstanceConnection,
  ),
}))

builder.objectFields(Instance, (t) => ({
  calendarEvent: t.field({
    type: CalendarEvent,
    nullable: true,
    description: 'The event that is held in it; null for none, and if the viewer cannot see it.',
    resolve: ({ row }, _args, context) => (row?.calendarEntryId ? eventsById(context).load(row.calendarEntryId) : null),
  }),
}))
