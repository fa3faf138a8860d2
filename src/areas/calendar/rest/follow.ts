import type { calendarFollowRows } from '../../../contract/calendar.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { followGroupCalendarEvent } from '../follow/follow.ts'
import { calendarEventWire } from '../wire/calendarEvent.ts'

export const calendarFollowRest: Handlers<typeof calendarFollowRows, ScopeByAccess> = {
  followGroupCalendarEvent: async (scope, { groupId, calendarId: eventId, body }) =>
    calendarEventWire(await followGroupCalendarEvent(scope, { groupId, eventId }, body.isFollowing), scope),
}
