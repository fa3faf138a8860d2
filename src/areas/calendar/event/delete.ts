import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { runDeliveries } from '../../groups/content/deliveries.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import { groupForbidden } from '../../groups/policy.ts'
import { calendarTimesChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { announceCancellation, EVENT_DELIVERIES } from '../notices/deliveries.ts'
import { managesCalendar } from '../policy.ts'
import { auditedEvent, recordEventAct } from './audit.ts'
import { type EventPath, readGroupEvent, readVisibleEvent } from './events.ts'
import { deleteRemovedEvents } from './queries.ts'

/**
 * Deletes an event, one date of a series, or a series with all dates that have not begun. Throws `missing`, `forbidden`
 * without the permission.
 */
export async function deleteGroupCalendarEvent(scope: ViewerScope, { groupId, eventId }: EventPath): Promise<void> {
  const { access, event } = await readGroupEvent(scope, groupId, eventId)
  if (!managesCalendar(access)) throw groupForbidden()
  const options = { act: 'deleteGroupCalendarEvent', groupId, needs: 'group-calendar-manage' } as const
  const deliveries = await groupAct(scope, options, (act) => removeEvent(act, event))
  await runDeliveries(scope, EVENT_DELIVERIES, deliveries)
}

async function removeEvent({ tx, access }: GroupAct, { id, seriesId }: CalendarEvent): Promise<string[]> {
  await lockEvent(tx, { id, seriesId })
  const event = await readVisibleEvent(tx, access, id)
  const dateIds = event.kind === 'series' ? await removeDates(tx, event) : []
  await tx.db.calendarEvent.update({ where: { id }, data: removal(tx, event) })
  await recordEventAct(tx, event, 'delete', auditedEvent(event))
  tx.emit(calendarTimesChanged(id))
  return announceCancellation(tx, event, dateIds)
}

/** Deletes the dates of a series that have not begun. Answers their ids. */
async function removeDates({ db, now }: ViewerTransaction, { id }: CalendarEvent): Promise<string[]> {
  const dates = await db.calendarEvent.updateManyAndReturn({
    where: { seriesId: id, deletedAt: null, startsAt: { gt: now } },
    data: { deletedAt: now, updatedAt: now, sequence: { increment: 1 } },
    select: { id: true },
  })
  return dates.map((date) => date.id)
}

/** A deleted date is an exception, so that its series does not make it again. */
const removal = ({ now }: ViewerTransaction, { kind }: CalendarEvent) => ({
  deletedAt: now,
  updatedAt: now,
  sequence: { increment: 1 },
  ...(kind === 'occurrence' && { isException: true }),
})

const EVENTS_PER_RUN = 10_000

/** Whether an event was deleted so long ago that its row may be gone. */
export const isLongDeleted = ({ deletedAt }: Pick<CalendarEvent, 'deletedAt'>, { now, rules }: Scope): boolean =>
  deletedAt !== null && deletedAt <= addMilliseconds(now, -rules.retention.deletedEvents)

/**
 * Removes events that were deleted long ago. Dates that were deleted by themselves stay while their series goes on, as it would
 * make them again.
 */
export const purgeDeletedEvents = (scope: Scope): Promise<number> =>
  deleteRemovedEvents(scope, addMilliseconds(scope.now, -scope.rules.retention.deletedEvents), EVENTS_PER_RUN)
