import { z } from 'zod'
import { CalendarEventId } from '../../../contract/ids.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { trusted } from '../../../kernel/ids.ts'
import { Group, loadGroup } from '../../groups/graph/group.ts'
import { createGroupCalendarEvent, newEventRules } from '../event/create.ts'
import { deleteGroupCalendarEvent } from '../event/delete.ts'
import type { EventPath } from '../event/events.ts'
import { eventUpdateRules, featureCalendarEvent, updateGroupCalendarEvent } from '../event/update.ts'
import { followGroupCalendarEvent } from '../follow/follow.ts'
import { eventNotFound } from '../policy.ts'
import { BY_START, CalendarEvent, CalendarEventEdge, type EventNode, eventsById } from './event.ts'
import { EVENT_TYPES, EventChangeInput, endRule, FIELD_NAMES, givenEvent, NewEventInput } from './eventInput.ts'

const eventId = CalendarEventId.describe('Id of the event or series.')

/** What mutations of an event return: its id. */
interface WithEvent {
  readonly eventId: string
}

/** An event of a payload, which whoever has changed it can see. Throws `missing`. */
async function loadEvent(context: GraphContext, id: string): Promise<EventNode> {
  const event = await eventsById(context).load(id)
  if (!event) throw eventNotFound()
  return event
}

/** The ids of an event that the viewer sees, and of its group. Throws `missing`. */
async function pathOf(context: GraphContext, id: string): Promise<EventPath> {
  const { groupId } = await loadEvent(context, id)
  return { groupId: trusted<'group'>(groupId), eventId: id }
}

const eventField = (t: ObjectFieldBuilder<WithEvent>) =>
  t.field({
    type: CalendarEvent,
    description: 'The event or series after the change.',
    resolve: ({ eventId }, _args, context) => loadEvent(context, eventId),
  })

const eventPayload = (t: ObjectFieldBuilder<WithEvent>) => ({ calendarEvent: eventField(t) })

mutation('createGroupCalendarEvent', {
  description:
    'Creates an event in a group, or a series with its dates. Needs CALENDAR_MANAGE; at most 100 events can start in a month.',
  input: NewEventInput,
  types: EVENT_TYPES,
  fieldNames: { ...FIELD_NAMES, parentId: 'seriesId' },
  rules: (scope, { groupId, seriesId: parentId, ...given }) => [
    endRule(given),
    ...newEventRules(scope, { ...givenEvent(given), ...(parentId && { parentId }) }, groupId),
  ],
  run: async (scope, { groupId, seriesId: parentId, sendCreationNotification = false, access, ...given }) => {
    await endRule(given)()
    const event = { ...givenEvent(given), accessType: access, parentId, sendCreationNotification }
    return { groupId, eventId: (await createGroupCalendarEvent(scope, groupId, event)).id }
  },
  payload: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    calendarEvent: t.field({
      type: CalendarEvent,
      description: 'The new event or series.',
      resolve: ({ eventId }, _args, context) => loadEvent(context, eventId),
    }),
    calendarEventEdge: t.field({
      type: CalendarEventEdge,
      nullable: true,
      description: 'The event in the list of events of the group; null for a series, whose dates are in the list.',
      resolve: async ({ eventId }, _args, context) => {
        const event = await loadEvent(context, eventId)
        return event.kind === 'series' ? null : edgeOf(BY_START, event)
      },
    }),
  }),
})

mutation('updateGroupCalendarEvent', {
  description:
    'Changes an event, one date of a series, or a series with all dates that have not begun and were not changed by themselves; fields that are left out stay as they are. Needs CALENDAR_MANAGE.',
  input: EventChangeInput.extend({ ifUpdatedAt }),
  types: { ...EVENT_TYPES, ...IF_UPDATED_AT },
  fieldNames: FIELD_NAMES,
  rules: (scope, { eventId: _id, ifUpdatedAt: _at, ...given }) => [
    endRule(given),
    ...eventUpdateRules(scope, givenEvent(given)),
  ],
  run: async (scope, { eventId, ifUpdatedAt, ...given }, context): Promise<WithEvent> => {
    await endRule(given)()
    await updateGroupCalendarEvent(scope, await pathOf(context, eventId), { ...givenEvent(given), ifUpdatedAt })
    return { eventId }
  },
  payload: eventPayload,
})

mutation('deleteGroupCalendarEvent', {
  description:
    'Deletes an event, one date of a series, or a series with all dates that have not begun. Needs CALENDAR_MANAGE.',
  input: z.object({ eventId }),
  run: async (scope, { eventId }, context) => {
    const path = await pathOf(context, eventId)
    await deleteGroupCalendarEvent(scope, path)
    return path
  },
  payload: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    deletedCalendarEventId: t.exposeID('eventId', { description: 'Id of the event or series, which is gone.' }),
  }),
})

mutation('followGroupCalendarEvent', {
  description:
    'Follows an event or a series, or ends that; whoever ends it for one date of a series that they follow is not told of that date. At most 500 events and series.',
  input: z.object({
    eventId,
    isFollowing: z.boolean().describe('Whether the viewer follows the event from now on.'),
  }),
  run: async (scope, { eventId, isFollowing }, context): Promise<WithEvent> => {
    await followGroupCalendarEvent(scope, await pathOf(context, eventId), isFollowing)
    return { eventId }
  },
  payload: eventPayload,
})

mutation('featureCalendarEvent', {
  description:
    'Features an event, or a series with all dates that have not begun and were not changed by themselves, or ends that.',
  input: z.object({ eventId, isFeatured: z.boolean().describe('Whether the event is featured from now on.') }),
  run: async (scope, { eventId, isFeatured }, context): Promise<WithEvent> => {
    await featureCalendarEvent(scope, await pathOf(context, eventId), isFeatured)
    return { eventId }
  },
  payload: eventPayload,
})
