import { DAY } from '../../src/kernel/clock.ts'
import type { GroupId } from '../../src/kernel/ids.ts'
import { anEvent, inMilliseconds } from '../support/calendar.ts'
import type { TestUser } from '../support/users.ts'

/** Events of the group of the owner of the fixture objects. */
export interface CalendarThings {
  /** A public event, a series, and an event that may be deleted. */
  readonly eventId: string
  readonly seriesId: string
  readonly goneEventId: string
}

export async function addEvents(owner: TestUser, groupId: GroupId): Promise<CalendarThings> {
  const recurrence = { frequency: 'weekly', interval: 1, timezone: 'Europe/Berlin' }
  return {
    eventId: (await anEvent(owner, groupId)).id,
    seriesId: (await anEvent(owner, groupId, { recurrence, startsAt: inMilliseconds(2 * DAY) })).id,
    goneEventId: (await anEvent(owner, groupId)).id,
  }
}
