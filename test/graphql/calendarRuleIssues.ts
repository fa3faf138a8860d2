const PAST = '2001-02-03T04:05:06Z'

/** Inputs of mutations of calendars that break several rules, with all faults that are told of them. */
export const calendarCases: readonly (readonly [mutation: string, input: () => object, faults: readonly string[]])[] = [
  [
    'createGroupCalendarEvent',
    () => ({
      ...{ groupId: 'nonsense', title: '', description: 'Shoes', category: 'DANCE', access: 'PUBLIC' },
      ...{ startsAt: PAST, endsAt: PAST, hostEarlyJoinMinutes: 1, guestEarlyJoinMinutes: 2 },
    }),
    [
      ...['endsAt WRONG_ORDER', 'groupId GROUP_NOT_FOUND', 'guestEarlyJoinMinutes WRONG_COMBINATION'],
      ...['startsAt IN_PAST', 'title TOO_SHORT'],
    ],
  ],
  [
    'updateGroupCalendarEvent',
    () => ({
      ...{ eventId: 'nonsense', title: '' },
      recurrence: { frequency: 'DAILY', interval: 1, timezone: 'Europe/Berlin', count: 2, until: '2026-12-24' },
    }),
    ['eventId CALENDAR_EVENT_NOT_FOUND', 'recurrence WRONG_COMBINATION', 'title TOO_SHORT'],
  ],
]
