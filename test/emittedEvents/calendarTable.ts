/** What is told of an event: to those who have the page of the group open, and to its managers, as the log has an entry. */
const changed = (event: string, change: string, headId = event) => [
  `calendar.changed group eventId=${event} headId=${headId} change=${change}`,
  'group.moderated group',
]

/** The events of operations of calendars, in the form of `restEvents`. */
export const calendarEvents: Readonly<Record<string, readonly string[]>> = {
  createGroupCalendarEvent: changed('a cal', 'created'),
  updateGroupCalendarEvent: changed('event', 'updated'),
  followGroupCalendarEvent: [
    'calendar.followChanged owner eventId=event',
    'calendar.interestChanged group eventId=event headId=event',
  ],
  deleteGroupCalendarEvent: [...changed('goneEvent', 'deleted'), 'calendar.timesChanged goneEvent'].sort(),
}
