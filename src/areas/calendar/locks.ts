import type { CalendarEvent } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { eventNotFound } from './policy.ts'

/**
 * Locks an event with all dates of its series: the row of the series, or of a single event, which each act upon one of them
 * locks first. Throws `missing` for one that is deleted.
 */
export async function lockEvent(
  tx: InTransaction,
  { id, seriesId }: Pick<CalendarEvent, 'id' | 'seriesId'>,
): Promise<void> {
  const head = seriesId ?? id
  const [row] = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "CalendarEvent" WHERE id = ${head} AND ("deletedAt" IS NULL OR ${seriesId !== null})
    ${rowLock(tx, 'calendarEvent', { keys: [head] })}`
  if (!row) throw eventNotFound()
}

/** Locks the events and series with whose dates the person has to do. */
export const lockFollowed = ({ sql, locks }: InTransaction, userId: UserId) => sql`
  SELECT id FROM "CalendarEvent" WHERE id IN (
    SELECT coalesce(event."seriesId", event.id) FROM "CalendarFollow" AS follow
    JOIN "CalendarEvent" AS event ON event.id = follow."eventId" WHERE follow."userId" = ${userId}
  )
  ${rowLock({ locks }, 'calendarEvent', {})}`
