import { anEventRequest } from '../support/calendar.ts'
import type { Things } from './fixtures.ts'
import type { RestAccess } from './restTable.ts'

const SIGNED = [401, 401, 200, 200, 200] as const
/** The event is public. */
const ANYBODY = [200, 200, 200, 200, 200] as const
const MANAGER = [401, 401, 403, 200, 200] as const
/** The owner, who is tried before the admin, has deleted the event. */
const DELETED_BY_OWNER = [401, 401, 403, 200, 404] as const

const group = ({ groupId }: Things) => ({ groupId })
const event = (things: Things) => ({ ...group(things), calendarId: things.eventId })

/** Operations of calendars, in test order. */
export const calendarOperations = {
  createGroupCalendarEvent: { call: (things) => ({ ...group(things), body: anEventRequest() }), answers: MANAGER },
  getGroupCalendarEvent: { call: event, answers: SIGNED },
  updateGroupCalendarEvent: { call: (things) => ({ ...event(things), body: { title: 'Moved' } }), answers: MANAGER },
  deleteGroupCalendarEvent: {
    call: (things) => ({ ...group(things), calendarId: things.goneEventId }),
    answers: DELETED_BY_OWNER,
  },
  getGroupCalendarEventICS: { call: event, answers: ANYBODY },
  followGroupCalendarEvent: { call: (things) => ({ ...event(things), body: { isFollowing: true } }), answers: SIGNED },
  getGroupCalendarEvents: { call: group, answers: SIGNED },
  getGroupNextCalendarEvent: { call: group, answers: SIGNED },
  getCalendarEvents: { answers: SIGNED },
  getFollowedCalendarEvents: { answers: SIGNED },
  getFeaturedCalendarEvents: { answers: SIGNED },
  searchCalendarEvents: { call: () => ({ query: { searchTerm: 'dance' } }), answers: SIGNED },
  discoverCalendarEvents: { answers: SIGNED },
} as const satisfies Readonly<Record<string, RestAccess>>
