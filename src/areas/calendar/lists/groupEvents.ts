import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccess } from '../../groups/access.ts'
import { type EventView, readEventViews } from '../event/events.ts'
import { visibleEvents } from '../event/visible.ts'
import { eventNotFound } from '../policy.ts'
import { groupList } from './eventLists.ts'
import { readVersionPage, type VersionPage } from './recordPages.ts'

/** Lists hold single events and dates of series, and no series. */
const DATES = { not: 'series' } as const

/** A span of time, without its end. */
export interface TimeSpan {
  readonly from: Date
  readonly before: Date | null
}

/** PostgreSQL reads no later ones in the format of the driver. */
const LAST_YEAR = 9_999

/** Unlike `Date.UTC`, this takes the years 1 to 99 as they are. */
function startOfMonth(time: Date, monthsLater: number): Date {
  const start = new Date(time)
  start.setUTCHours(0, 0, 0, 0)
  start.setUTCMonth(time.getUTCMonth() + monthsLater, 1)
  return start
}

/** How long past events are listed if no month is asked for. */
const PAST = 30 * DAY

/** The month, by the UTC clock, that contains a time; without one all from 30 days ago on. */
export function listedSpan({ now }: Pick<ViewerScope, 'now'>, month: Date | null): TimeSpan {
  if (!month) return { from: addMilliseconds(now, -PAST), before: null }
  const from = startOfMonth(month, 0)
  const before = startOfMonth(month, 1)
  return { from, before: before.getUTCFullYear() > LAST_YEAR ? null : before }
}

/** Which page of a list to read; null for no month. */
export interface MonthPage {
  readonly month: Date | null
  readonly page: OffsetPage
}

/**
 * The events of a group that the viewer sees, by start. Throws `missing` for a group that the viewer
 * can't see. One statement beside that of the group.
 */
export async function readGroupEvents(
  scope: ViewerScope,
  groupId: GroupId,
  { month, page }: MonthPage,
): Promise<VersionPage> {
  const access = await readGroupAccess(scope, groupId)
  return readVersionPage(scope, groupList(access, listedSpan(scope, month)), page)
}

/** The event of a group that starts next, among those that the viewer sees. Throws `missing`. */
export async function readGroupNextEvent(scope: ViewerScope, groupId: GroupId): Promise<EventView> {
  const access = await readGroupAccess(scope, groupId)
  const where = { ...visibleEvents(access), kind: DATES, startsAt: { gt: scope.now } }
  const [event] = await readEventViews(scope, where, { take: 1 })
  if (!event) throw eventNotFound()
  return event
}
