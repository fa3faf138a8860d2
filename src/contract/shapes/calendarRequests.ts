import { z } from 'zod'
import { CalendarEventId, FileId, GroupRoleId } from '../ids.ts'
import {
  CalendarDayOfWeek,
  CalendarEventAccess,
  CalendarEventCategory,
  CalendarEventFrequency,
  CalendarEventOccurrenceKind,
  CalendarEventPlatform,
  CalendarEventRecurrenceEndType,
} from './calendarEvent.ts'
import { patternOf } from './formats.ts'
import { isCommonYear } from './queryParameters.ts'
import { describeRef, listUpTo, textBetween } from './requestFields.ts'

const time = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be a date and time of ISO 8601` })
    .refine(isCommonYear, `${field} must be a date and time of the years 1 to 9999`)
    .transform((text) => new Date(text))
    .meta({ type: 'string', format: 'date-time' })

const DAY_MINUTES = 1_440
const minutes = (field: string) => {
  const error = `${field} must be an integer from 0 to ${DAY_MINUTES}`
  return z.int(error).min(0, error).max(DAY_MINUTES, error)
}

const MAX_INTERVAL = 99
const MAX_COUNT = 730

/** A date and time of the wall clock, without an offset. */
const localTime = z
  .string()
  .regex(
    patternOf('date', /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?$/),
    'recurrence.end.date must be a local date and time without an offset',
  )

/** How a series repeats, as clients give it. */
export const RecurrenceRequest = z.object({
  frequency: describeRef(CalendarEventFrequency, 'The unit in which the series repeats.'),
  interval: z
    .int()
    .min(1, 'recurrence.interval must be at least 1')
    .max(MAX_INTERVAL, `recurrence.interval must be at most ${MAX_INTERVAL}`)
    .describe('The number of units from one date to the next.'),
  timezone: z.string().max(64).describe('Name of the IANA time zone on whose wall clock the series repeats.'),
  daysOfWeek: listUpTo('recurrence.daysOfWeek', CalendarDayOfWeek, 7)
    .optional()
    .describe('Days of a weekly series; the weekday of the start by default, and one of them otherwise.'),
  end: z
    .object({
      type: describeRef(CalendarEventRecurrenceEndType, 'Whether the series ends after a date or a number of dates.'),
      count: z
        .int()
        .min(1, 'recurrence.end.count must be at least 1')
        .max(MAX_COUNT, `recurrence.end.count must be at most ${MAX_COUNT}`)
        .optional()
        .describe('Number of dates.'),
      date: localTime.optional().describe('The last local time at which a date can start.'),
    })
    .optional()
    .describe('The end of the series; none by default.'),
})

const MAX_TITLE = 64
const MAX_DESCRIPTION = 2_000

/** The fields of an event. */
const fields = {
  title: textBetween('title', 1, MAX_TITLE).describe('Title.'),
  description: textBetween('description', 1, MAX_DESCRIPTION).describe('Description.'),
  startsAt: time('startsAt').describe('Start: in the future, and within a year.'),
  endsAt: time('endsAt').describe('End: at most seven days after the start.'),
  category: describeRef(CalendarEventCategory, 'Category.'),
  accessType: describeRef(CalendarEventAccess, 'Who sees the event: everybody, or members of the group.'),
  tags: listUpTo('tags', textBetween('tags', 1, 100), 5).describe('At most 5 tags.'),
  languages: listUpTo('languages', z.string().max(3), 3).describe('At most 3 keys of languages, such as `eng`.'),
  platforms: listUpTo('platforms', CalendarEventPlatform, 3).describe('Platforms on which it can be attended.'),
  roleIds: listUpTo('roleIds', GroupRoleId, 50)
    .nullable()
    .describe('Roles whose holders see an event for the group; empty for all members.'),
  imageId: FileId.nullable().describe(
    "A complete image of the person's own, or the one that already stands; null for none.",
  ),
  isDraft: z.boolean().describe('Whether it is not published yet.'),
  featured: z.boolean().describe('Whether it is featured, which admins of the platform can say.'),
  hostEarlyJoinMinutes: minutes('hostEarlyJoinMinutes').describe('How long before the start managers can enter.'),
  guestEarlyJoinMinutes: minutes('guestEarlyJoinMinutes').describe('How long before the start others can enter.'),
  closeInstanceAfterEndMinutes: minutes('closeInstanceAfterEndMinutes').describe(
    'How long after the end its instances close.',
  ),
  usesInstanceOverflow: z.boolean().describe('Whether a full instance of it is followed by another one.'),
  recurrence: RecurrenceRequest.nullable().describe('How it repeats, which makes it a series.'),
  parentId: CalendarEventId.nullable().describe('The series to which it adds a date.'),
  sendCreationNotification: z.boolean().describe('Whether members are told of it when it is published.'),
}

const { title, description, startsAt, endsAt, category, accessType, sendCreationNotification, ...others } = fields

export const CreateCalendarEventRequest = z
  .object({
    title,
    description,
    startsAt,
    endsAt,
    category,
    accessType,
    sendCreationNotification,
    ...z.object(others).partial().shape,
    occurrenceKind: describeRef(
      CalendarEventOccurrenceKind,
      'Single by default; a series needs a recurrence.',
    ).optional(),
  })
  .meta({ id: 'CreateCalendarEventRequest' })

export const UpdateCalendarEventRequest = z.object(fields).partial().meta({ id: 'UpdateCalendarEventRequest' })

export const FollowCalendarEventRequest = z
  .object({ isFollowing: z.boolean().describe('Whether the person follows the event from now on.') })
  .meta({ id: 'FollowCalendarEventRequest' })
