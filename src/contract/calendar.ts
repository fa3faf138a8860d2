import { z } from 'zod'
import { binary, del, get, post, put } from './operation.ts'
import {
  CalendarEvent,
  CalendarEventDiscovery,
  CalendarEventDiscoveryInclusion,
  CalendarEventDiscoveryScope,
  PaginatedCalendarEventList,
} from './shapes/calendarEvent.ts'
import {
  CreateCalendarEventRequest,
  FollowCalendarEventRequest,
  UpdateCalendarEventRequest,
} from './shapes/calendarRequests.ts'
import { booleanText, integerText, pageQuery, timeText } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { Success } from './shapes/response.ts'

const monthQuery = {
  ...pageQuery,
  date: timeText('date')
    .optional()
    .describe('A time in the month to list, by the UTC clock; without it all from 30 days ago on.'),
}
const listText = (what: string) => z.string().max(8_192).optional().describe(`${what}, separated by commas.`)
const inclusion = (what: string) =>
  describeRef(
    CalendarEventDiscoveryInclusion,
    `Whether ${what} are listed (include), come only by another of the three (skip), or never (exclude).`,
  ).default('include')
const count = (field: string, what: string) => integerText(field).optional().describe(what)

/** Operations upon single events and series. */
export const calendarEventRows = {
  createGroupCalendarEvent: post('/calendar/{groupId}/event', {
    summary: 'Creates an event of a group, or a series of events.',
    body: CreateCalendarEventRequest,
    result: CalendarEvent,
  }),
  getGroupCalendarEvent: get('/calendar/{groupId}/{calendarId}', {
    summary: 'Reads an event or a series of a group.',
    result: CalendarEvent,
  }),
  updateGroupCalendarEvent: put('/calendar/{groupId}/{calendarId}/event', {
    summary: 'Changes an event, one date of a series, or a series with all dates that have not begun.',
    aliases: ['/calendar/{groupId}/{calendarId}'],
    body: UpdateCalendarEventRequest,
    bodyOptional: true,
    result: CalendarEvent,
  }),
  deleteGroupCalendarEvent: del('/calendar/{groupId}/{calendarId}', {
    summary: 'Deletes an event, one date of a series, or a series with all dates that have not begun.',
    result: Success,
  }),
  getGroupNextCalendarEvent: get('/calendar/{groupId}/next', {
    summary: 'Reads the event of a group that starts next.',
    result: CalendarEvent,
  }),
}

/** Following events. */
export const calendarFollowRows = {
  followGroupCalendarEvent: post('/calendar/{groupId}/{calendarId}/follow', {
    summary: 'Follows an event or a series, or ends that.',
    body: FollowCalendarEventRequest,
    result: CalendarEvent,
  }),
}

/** Events as files. */
export const calendarFileRows = {
  getGroupCalendarEventICS: get('/calendar/{groupId}/{calendarId}.ics', {
    summary: 'Reads an event or a series as an iCalendar file.',
    access: 'optional',
    query: z.object({
      token: z.string().max(512).optional().describe('In place of a session: a signed token of a person.'),
    }),
    result: binary('text/calendar'),
  }),
}

/** The lists of one group. */
export const groupCalendarRows = {
  getGroupCalendarEvents: get('/calendar/{groupId}', {
    summary: 'Lists the events of a group, by start.',
    query: z.object(monthQuery),
    result: PaginatedCalendarEventList,
  }),
}

/** Lists of all groups. */
export const calendarListRows = {
  getCalendarEvents: get('/calendar', {
    summary: "Lists the events of the viewer's groups and those that the viewer follows, by start.",
    query: z.object(monthQuery),
    result: PaginatedCalendarEventList,
  }),
  getFollowedCalendarEvents: get('/calendar/following', {
    summary: 'Lists the events that the viewer follows, by start.',
    query: z.object(monthQuery),
    result: PaginatedCalendarEventList,
  }),
  getFeaturedCalendarEvents: get('/calendar/featured', {
    summary: 'Lists featured events, by start.',
    query: z.object(monthQuery),
    mayBeOld: true,
    result: PaginatedCalendarEventList,
  }),
  searchCalendarEvents: get('/calendar/search', {
    summary: 'Finds live and upcoming events by a text, by start.',
    query: z.object({
      ...pageQuery,
      searchTerm: z
        .string('searchTerm must have 1 to 100 characters')
        .min(1, 'searchTerm must have 1 to 100 characters')
        .max(100, 'searchTerm must have 1 to 100 characters')
        .describe('A part of the title, description, tags or name of the group.'),
      utcOffset: integerText('utcOffset')
        .refine((hours) => hours >= -12 && hours <= 14, 'utcOffset must be from -12 to 14')
        .optional()
        .describe('Hours from UTC to the clock by which the current day is meant; 0 by default.'),
      isInternalVariant: booleanText('isInternalVariant')
        .optional()
        .describe('Whether events for members, drafts and private groups are found, too: for admins alone.'),
    }),
    mayBeOld: true,
    result: PaginatedCalendarEventList,
  }),
  discoverCalendarEvents: get('/calendar/discover', {
    summary: 'Lists public events: featured ones, then those close to the viewer, then others, each by start.',
    query: z.object({
      n: pageQuery.n,
      scope: describeRef(CalendarEventDiscoveryScope, 'Which events: live, upcoming, or both.').default('upcoming'),
      categories: listText('Only these categories'),
      tags: listText('Only events with one of these tags'),
      featuredResults: inclusion('featured events'),
      nonFeaturedResults: inclusion('events that are not featured'),
      personalizedResults: inclusion(
        "events of the viewer's groups, followed ones and those in the viewer's languages",
      ),
      minimumInterestCount: count('minimumInterestCount', 'Only events that so many people follow.'),
      minimumRemainingMinutes: count('minimumRemainingMinutes', 'Only events that go on for so many minutes.'),
      upcomingOffsetMinutes: count('upcomingOffsetMinutes', 'Only events that start within so many minutes.'),
      nextCursor: z
        .string()
        .max(12_288)
        .optional()
        .describe('`nextCursor` of the previous page, which keeps its parameters; empty for the first page.'),
    }),
    mayBeOld: true,
    result: CalendarEventDiscovery,
  }),
}

export const calendar = {
  ...calendarEventRows,
  ...calendarFollowRows,
  ...calendarFileRows,
  ...groupCalendarRows,
  ...calendarListRows,
}
