import { calendar } from '../../contract/calendar.ts'
import { defineArea } from '../area.ts'
import { DELIVERY_JOB } from '../groups/content/deliveries.ts'
import { purgeDeletedEvents } from './event/delete.ts'
import { calendarEvents } from './events.ts'
import { eraseCalendarFollows } from './follow/queries.ts'
import { deliverEventNotices, EVENT_DELIVERIES } from './notices/deliveries.ts'
import { deletePastReminders, remindOfEvents } from './notices/reminders.ts'
import { calendarRest } from './rest.ts'
import { expandAllSeries } from './series/series.ts'
import './graph/event.ts'
import './graph/eventLists.ts'
import './graph/discovery.ts'
import './graph/eventMutations.ts'
import './graph/subscriptions.ts'
import { personalData } from './personalData.ts'

export const calendarArea = defineArea({
  tag: 'Calendar',
  contract: calendar,
  rest: calendarRest,
  personalData,
  events: calendarEvents,
  jobs: [
    { name: 'expand-calendar-series', schedule: '10 4 * * *', run: expandAllSeries },
    { name: 'purge-deleted-calendar-events', schedule: '20 4 * * *', run: purgeDeletedEvents },
    { ...DELIVERY_JOB, name: 'remind-of-calendar-events', run: remindOfEvents },
    // Acts that tell many people of an event also request this job at once.
    { ...DELIVERY_JOB, name: EVENT_DELIVERIES.job, run: deliverEventNotices },
    { name: 'purge-calendar-reminders', schedule: '30 4 * * *', run: deletePastReminders },
  ],
  accountErasure: { place: 37, erase: eraseCalendarFollows },
  nodeTypes: { calendarEvent: 'CalendarEvent' },
})
