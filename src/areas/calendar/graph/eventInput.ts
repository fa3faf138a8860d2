import { z } from 'zod'
import { CalendarEventId, FileId, GroupId } from '../../../contract/ids.ts'
import { CreateCalendarEventRequest, RecurrenceRequest } from '../../../contract/shapes/calendarRequests.ts'
import { type FieldTypes, inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Recurrence } from '../series/recurrence.ts'
import {
  CalendarEventAccess,
  CalendarEventCategory,
  CalendarEventPlatform,
  CalendarFrequency,
  Weekday,
} from './enums.ts'

const { count, date } = RecurrenceRequest.shape.end.unwrap().shape

const GraphRecurrence = RecurrenceRequest.omit({ end: true }).extend({
  count: count.describe('Number of dates after which it ends.'),
  until: date.describe('Last local time, or day, at which a date can start, as `2026-12-24T18:00`. Not with `count`.'),
})
type GivenRecurrence = z.output<typeof GraphRecurrence>

const CalendarRecurrenceInput = inputTypeOf(
  'CalendarRecurrenceInput',
  'How a series repeats, on the wall clock of its time zone. It goes on without end unless `count` or `until` is given.',
  GraphRecurrence,
  { frequency: CalendarFrequency, daysOfWeek: [Weekday] },
)

const { accessType, imageId, startsAt: _start, endsAt: _end, ...shape } = CreateCalendarEventRequest.shape
const { featured: _featured, recurrence: _recurrence, parentId: _parent, occurrenceKind: _kind, ...others } = shape

/** The fields of an event. */
const Fields = z.object({
  ...others,
  access: accessType,
  imageId,
  startsAt: z.date().describe('Start: in the future, and within a year.'),
  endsAt: z.date().describe('End: at most seven days after the start.'),
})

export const NewEventInput = Fields.extend({
  groupId: GroupId.describe('Id of the group.'),
  sendCreationNotification: Fields.shape.sendCreationNotification.optional(),
  recurrence: nestedInput(GraphRecurrence).optional().describe('How it repeats, which makes it a series.'),
  seriesId: CalendarEventId.optional().describe('The series to which it adds a date. Not with `recurrence`.'),
})

export const EventChangeInput = Fields.partial().extend({
  eventId: CalendarEventId.describe('Id of the event or series.'),
  imageId: FileId.nullable()
    .optional()
    .describe("A complete image of the person's own, or the one that already stands; null for none."),
  recurrence: nestedInput(GraphRecurrence).optional().describe('How a series repeats from now on.'),
})

/** GraphQL types that do not follow from the schemas. */
export const EVENT_TYPES: FieldTypes<typeof EventChangeInput> = {
  access: CalendarEventAccess,
  category: CalendarEventCategory,
  platforms: [CalendarEventPlatform],
  startsAt: 'DateTime',
  endsAt: 'DateTime',
  recurrence: CalendarRecurrenceInput,
}

/** Fields of inputs by the names that they have in the area. */
export const FIELD_NAMES = {
  accessType: 'access',
  'recurrence.end.date': 'recurrence.until',
  'recurrence.end.count': 'recurrence.count',
} as const

interface GivenInput {
  readonly access?: 'group' | 'public' | undefined
  readonly recurrence?: GivenRecurrence | undefined
}

/** The fields of an input as the area takes them. */
export const givenEvent = <I extends GivenInput>({ access, recurrence, ...given }: I) => ({
  ...given,
  ...(access && { accessType: access }),
  ...(recurrence && { recurrence: recurrenceInput(recurrence) }),
})

function recurrenceInput({ count, until, ...rule }: GivenRecurrence): Recurrence {
  if (count !== undefined) return { ...rule, end: { type: 'afterOccurrences', count } }
  return until === undefined ? rule : { ...rule, end: { type: 'afterDate', date: until } }
}

/** The rule that a series ends by one thing. */
export const endRule =
  ({ recurrence }: GivenInput): InputRule =>
  () => {
    if (recurrence?.count !== undefined && recurrence.until !== undefined)
      throw invalid('recurrence', 'recurrence.count must not be given with recurrence.until', 'wrong_combination')
  }
