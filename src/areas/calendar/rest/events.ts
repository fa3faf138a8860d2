import type { calendarEventRows } from '../../../contract/calendar.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { successResponse } from '../../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { createGroupCalendarEvent } from '../event/create.ts'
import { deleteGroupCalendarEvent } from '../event/delete.ts'
import { readGroupEvent } from '../event/events.ts'
import { updateGroupCalendarEvent } from '../event/update.ts'
import { readGroupNextEvent } from '../lists/groupEvents.ts'
import { calendarEventWire } from '../wire/calendarEvent.ts'

export const calendarEventsRest: Handlers<typeof calendarEventRows, ScopeByAccess> = {
  createGroupCalendarEvent: async (scope, { groupId, body }) =>
    calendarEventWire(await createGroupCalendarEvent(scope, groupId, body), scope),
  async getGroupCalendarEvent(scope, { groupId, calendarId }) {
    const { event } = await readGroupEvent(scope, groupId, calendarId)
    return calendarEventWire(event, scope)
  },
  updateGroupCalendarEvent: async (scope, { groupId, calendarId: eventId, body }) =>
    calendarEventWire(await updateGroupCalendarEvent(scope, { groupId, eventId }, body), scope),
  async deleteGroupCalendarEvent(scope, { groupId, calendarId: eventId }) {
    await deleteGroupCalendarEvent(scope, { groupId, eventId })
    return successResponse('Calendar Entry deleted!')
  },
  getGroupNextCalendarEvent: async (scope, { groupId }) =>
    calendarEventWire(await readGroupNextEvent(scope, groupId), scope),
}
