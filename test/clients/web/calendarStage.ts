import { DAY } from '../../../src/kernel/clock.ts'
import type { TestApp } from '../../support/app.ts'
import { anEvent, inMilliseconds } from '../../support/calendar.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import type { TestUser } from '../../support/users.ts'

/** What the pages of calendars show. */
export interface CalendarStage {
  readonly app: TestApp
  /** Owns a group whose list of events takes three parts. */
  readonly ada: TestUser
  readonly group: TestGroup
  /** Manages its calendar, too. */
  readonly manager: TestUser
  /** The first event. */
  readonly eventId: string
  readonly seriesId: string
}

const EVENTS = 4
const recurrence = {
  ...{ frequency: 'weekly', interval: 1, timezone: 'America/New_York' },
  end: { type: 'afterOccurrences', count: 8 },
}

/** Makes the data of the pages of calendars in a server of its own. */
export async function aCalendarStage(app: TestApp): Promise<CalendarStage> {
  const group = await aGroup(app)
  const { owner, id } = group
  const manager = await aMember(app, group)
  await giveRole(app, group, manager, { permissions: ['group-calendar-manage'] })
  const ids: string[] = []
  for (let at = 1; at <= EVENTS; at++)
    ids.push((await anEvent(owner, id, { title: `Event ${at}`, startsAt: inMilliseconds(at * DAY) })).id)
  const series = await anEvent(owner, id, { title: 'Each week', recurrence, startsAt: inMilliseconds(10 * DAY) })
  return { app, ada: owner, group, manager, eventId: ids[0] ?? '', seriesId: series.id }
}
