import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockGroup } from '../../groups/locks.ts'
import { calendarChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { eventNotFound } from '../policy.ts'

/**
 * Makes a draft of an event, or of a series with all its dates, which nobody can publish until `showEvent`; only the staff may
 * call it. Throws `missing`, and `conflict` for one that is hidden already.
 */
export async function hideEvent(tx: ViewerTransaction, id: string): Promise<void> {
  const event = await lockStandingEvent(tx, id)
  if (event.hiddenFrom !== null)
    throw new Failure('conflict', 'This event is hidden already', { reason: 'already_hidden' })
  await hideRows(tx, { id })
  await hideRows(tx, { seriesId: id })
  announce(tx, event)
}

async function hideRows(
  { db, now }: ViewerTransaction,
  where: { readonly id: string } | { readonly seriesId: string },
) {
  for (const isDraft of [false, true]) {
    const data = { hiddenFrom: isDraft ? 'draft' : 'published', isDraft: true, updatedAt: now }
    await db.calendarEvent.updateMany({ where: { ...where, isDraft, hiddenFrom: null }, data })
  }
}

/**
 * Undoes `hideEvent`: the event, and all dates of a series, are published or drafts again as before. Throws `missing`, and
 * `conflict` for an event that nobody has hidden.
 */
export async function showEvent(tx: ViewerTransaction, id: string): Promise<void> {
  const event = await lockStandingEvent(tx, id)
  if (event.hiddenFrom === null) throw new Failure('conflict', 'This event is not hidden', { reason: 'not_hidden' })
  const { db, now } = tx
  // Dates that the series was given meanwhile are what it is.
  const added = { seriesId: id, isException: false, hiddenFrom: null }
  await db.calendarEvent.updateMany({ where: added, data: { isDraft: event.hiddenFrom === 'draft', updatedAt: now } })
  const rows = { OR: [{ id }, { seriesId: id }] }
  for (const hiddenFrom of ['published', 'draft']) {
    const data = { hiddenFrom: null, isDraft: hiddenFrom === 'draft', updatedAt: now }
    await db.calendarEvent.updateMany({ where: { ...rows, hiddenFrom }, data })
  }
  announce(tx, event)
}

function announce({ emit }: ViewerTransaction, { id, groupId, seriesId }: CalendarEvent): void {
  emit(calendarChanged(groupId, { eventId: id, headId: seriesId ?? id, change: 'updated' }))
}

/** Locks the group of an event and the event for the staff. Throws `missing`. */
export async function lockStandingEvent(tx: ViewerTransaction, id: string): Promise<CalendarEvent> {
  const found = await tx.db.calendarEvent.findUnique({ where: { id } })
  if (!found) throw eventNotFound()
  await lockGroup(tx, found.groupId)
  await lockEvent(tx, found)
  const event = await tx.db.calendarEvent.findFirst({ where: { id, deletedAt: null } })
  if (!event) throw eventNotFound()
  return event
}

/** Throws `forbidden` to publish an event that the staff has hidden, or a date of a series that it has. */
export async function assertNotHiddenEvent(
  { db }: Pick<ViewerTransaction, 'db'>,
  standing: CalendarEvent,
): Promise<void> {
  const { hiddenFrom, seriesId } = standing
  const series =
    seriesId && (await db.calendarEvent.findUnique({ where: { id: seriesId }, select: { hiddenFrom: true } }))
  if (hiddenFrom === null && !(series && series.hiddenFrom !== null)) return
  throw new Failure('forbidden', 'This event was hidden by an admin', { reason: 'hidden_by_admin' })
}
