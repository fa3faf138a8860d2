import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockGroup } from '../../groups/locks.ts'
import { type ChangedEvent, isMoved, nextSequence, pickContent } from '../event/fields.ts'
import { calendarChanged, calendarTimesChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { isMovedFar } from '../notices/content.ts'
import { announceDates } from '../notices/deliveries.ts'
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

const SERIES_PER_READ = 100

/**
 * Makes the dates of all series up to the horizon, and moves those whose time zone has got other rules. Each series is one
 * transaction, so that a killed run loses nothing and several may run at a time. One that fails is left to the next run, and
 * fails this one in the end. Returns the number of series.
 */
export async function expandAllSeries(scope: Scope): Promise<number> {
  let failure: unknown
  let count = 0
  let after = ''
  for (;;) {
    const series = await readExpanding(scope, after)
    for (const { id, groupId } of series) {
      await expandSeries(scope, groupId, id).catch((error: unknown) => {
        failure ??= error
      })
    }
    count += series.length
    const last = series.at(-1)
    if (!last || series.length < SERIES_PER_READ) break
    after = last.id
  }
  if (failure !== undefined) throw failure
  return count
}

/** Series that have dates left, in groups that exist. */
const readExpanding = ({ client }: Scope, after: string) =>
  client.calendarEvent.findMany({
    where: {
      kind: 'series',
      deletedAt: null,
      expandedUntil: { not: null },
      group: { deletedAt: null },
      id: { gt: after },
    },
    orderBy: { id: 'asc' },
    take: SERIES_PER_READ,
    select: { id: true, groupId: true },
  })

const expandSeries = (scope: Scope, groupId: string, id: string): Promise<void> =>
  transact({ ...scope, now: scope.clock.now() }, async (tx) => {
    if (!(await lockStanding(tx, groupId, id))) return
    const series = await tx.db.calendarEvent.findUniqueOrThrow({ where: { id } })
    const dates = await makeDates(tx, series, { knownBy: 'localStartsAt', isStrict: false })
    const { movedIds, removedIds } = dates
    // The schedule delivers what is stored here.
    await announceDates(tx, { ...series, isMoved: false }, dates)
    if (movedIds.length + removedIds.length === 0) return
    tx.emit(calendarChanged(groupId, { eventId: id, headId: id, change: 'updated' }))
    tx.emit(calendarTimesChanged(id))
  })

/** Locks a group and a series; false if one of them was deleted meanwhile. */
async function lockStanding(tx: Scope & InTransaction, groupId: string, id: string): Promise<boolean> {
  try {
    await lockGroup(tx, groupId)
    await lockEvent(tx, { id, seriesId: null })
    return true
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return false
    throw error
  }
}
