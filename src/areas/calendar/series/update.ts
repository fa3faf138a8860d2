import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { type ChangedEvent, isMoved, nextSequence, pickContent } from '../event/fields.ts'
import { calendarTimesChanged } from '../events.ts'
import { announceDates } from '../notices/announce.ts'
import { isMovedFar } from '../notices/content.ts'
import { makeDates } from './dates.ts'
import type { Recurrence } from './recurrence.ts'

/**
 * Changes a series, and its dates that have not begun and were not edited by themselves. Answers deliveries to run after the
 * commit.
 */
export async function changeSeries(
  tx: ViewerTransaction,
  standing: CalendarEvent,
  { recurrence, ...changed }: ChangedEvent & { readonly recurrence: Recurrence },
): Promise<string[]> {
  const { db, now, emit } = tx
  const sequence = nextSequence(standing, changed)
  const series = await db.calendarEvent.update({
    where: { id: standing.id },
    data: { ...changed, recurrence, sequence, updatedAt: now },
  })
  await changeDates(tx, series, standing)
  const dates = await makeDates(tx, series, { knownBy: 'originalStartsAt', isStrict: true })
  if (dates.movedIds.length + dates.removedIds.length > 0 || isMoved(standing, changed))
    emit(calendarTimesChanged(standing.id))
  // While it was a draft, nobody could follow it.
  if (standing.isDraft) return []
  return announceDates(tx, { ...series, isMoved: isMovedFar(standing.startsAt, series.startsAt) }, dates)
}

/** Gives the dates that follow a series its content. A date that is featured by itself stays so unless the series changes in that. */
async function changeDates(
  { db, now }: ViewerTransaction,
  series: CalendarEvent,
  before: Pick<CalendarEvent, 'sequence' | 'featured'>,
): Promise<void> {
  const where: Prisma.CalendarEventWhereInput = {
    seriesId: series.id,
    isException: false,
    deletedAt: null,
    startsAt: { gt: now },
  }
  const { featured, ...content } = pickContent(series)
  const data = {
    ...{ ...content, searchKey: series.searchKey, updatedAt: now },
    ...(featured !== before.featured && { featured }),
    ...(series.sequence > before.sequence && { sequence: { increment: 1 } }),
  }
  await db.calendarEvent.updateMany({ where, data })
}
