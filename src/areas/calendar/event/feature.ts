import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { lockGroup } from '../../groups/locks.ts'
import { calendarChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { readGroupEvent } from './events.ts'
import type { EventPath } from './update.ts'

/**
 * Features an event, or a series with all dates that have not begun and were not edited by themselves, or ends that; does
 * nothing if it is so already. Throws `forbidden` unless an admin acts, `missing`.
 */
export const featureCalendarEvent = (
  scope: ViewerScope,
  { groupId, eventId }: EventPath,
  isFeatured: boolean,
): Promise<void> =>
  adminAct(scope, 'featureCalendarEvent', async (tx) => {
    const { event } = await readGroupEvent(tx, groupId, eventId)
    await lockGroup(tx, groupId)
    await lockEvent(tx, event)
    const { event: standing } = await readGroupEvent(tx, groupId, eventId)
    if (standing.featured !== isFeatured) await writeFeatured(tx, standing, isFeatured)
    return { subjectId: eventId, details: { isFeatured } }
  })

async function writeFeatured(
  { db, now, emit }: ViewerTransaction,
  { id, groupId, seriesId }: CalendarEvent,
  featured: boolean,
): Promise<void> {
  const dates = { seriesId: id, isException: false, deletedAt: null, startsAt: { gt: now } }
  await db.calendarEvent.updateMany({ where: { OR: [{ id }, dates] }, data: { featured, updatedAt: now } })
  emit(calendarChanged(groupId, { eventId: id, headId: seriesId ?? id, change: 'updated' }))
}
