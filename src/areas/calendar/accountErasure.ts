import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

type Erasure = Scope & InTransaction

/** Takes a person out of the followers of events. */
export async function eraseCalendarFollows(tx: Erasure, userId: UserId): Promise<void> {
  await lockFollowed(tx, userId)
  await tx.sql`
    WITH own AS (
      DELETE FROM "CalendarFollow" WHERE "userId" = ${userId} RETURNING "eventId", "isFollowing"
    ), share AS (
      SELECT event.id, CASE
        WHEN NOT own."isFollowing" THEN -1
        WHEN EXISTS (SELECT FROM own AS head WHERE head."eventId" = event."seriesId") THEN 0
        ELSE 1
      END AS share
      FROM own JOIN "CalendarEvent" AS event ON event.id = own."eventId"
    )
    UPDATE "CalendarEvent" AS event SET "interestCount" = "interestCount" - share.share
    FROM share WHERE event.id = share.id AND share.share <> 0`
}

/** Locks the events and series with whose dates the person has to do. */
const lockFollowed = ({ sql, locks }: Erasure, userId: UserId) => sql`
  SELECT id FROM "CalendarEvent" WHERE id IN (
    SELECT coalesce(event."seriesId", event.id) FROM "CalendarFollow" AS follow
    JOIN "CalendarEvent" AS event ON event.id = follow."eventId" WHERE follow."userId" = ${userId}
  )
  ${rowLock({ locks }, 'calendarEvent', {})}`
