import { defineEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** What happened to an event. `headId` is the series of a date, and otherwise the event itself. */
type EventChange = {
  readonly eventId: string
  readonly headId: string
  readonly change: 'created' | 'updated' | 'deleted'
}

/** An event or series of a group was created, changed or deleted. The subject is the group. */
export const calendarChanged = defineEvent<string, EventChange>('calendar.changed')

/** The number of people who follow an event has changed. `headId` is as above. The subject is the group. */
export const calendarInterestChanged = defineEvent<string, { readonly eventId: string; readonly headId: string }>(
  'calendar.interestChanged',
)

/**
 * Dates were moved or cancelled, for what depends on them. The subject is the event: for a series, the series.
 */
export const calendarTimesChanged = defineEvent<string>('calendar.timesChanged')

/** A person follows an event or series, or does so no longer. The person is the subject. */
export const calendarFollowChanged = defineEvent<UserId, { readonly eventId: string }>(
  'calendar.followChanged',
  'subject',
)

export const calendarEvents = [calendarChanged, calendarInterestChanged, calendarTimesChanged, calendarFollowChanged]
