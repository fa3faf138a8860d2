import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

interface MonthQuery {
  readonly groupId: string
  /** The starts of months by the UTC clock. */
  readonly months: readonly Date[]
  /** Ids of events that are not counted. */
  readonly without: readonly string[]
}

/** How many events of a group start in each month: single ones and dates of series. One statement. */
export const countInMonths = ({ sql }: InTransaction, { groupId, months, without }: MonthQuery) =>
  sql<{ readonly month: Date; readonly count: number }>`
    SELECT month, (
      SELECT count(*)::int FROM "CalendarEvent"
      WHERE "groupId" = ${groupId} AND kind <> 'series' AND "deletedAt" IS NULL AND NOT id = ANY(${[...without]}::text[])
        AND "startsAt" >= month AND "startsAt" < month + interval '1 month'
    ) AS count FROM unnest(${[...months]}::timestamptz[]) AS month`

/** Gives events a duration in milliseconds. */
export const writeDurations = ({ sql, now }: Scope & InTransaction, ids: readonly string[], duration: number) => sql`
  UPDATE "CalendarEvent" SET "endsAt" = "startsAt" + ${duration} * interval '1 millisecond', "updatedAt" = ${now}
  WHERE id = ANY(${[...ids]})`

/** Removes rows of events that were deleted before a time and that no series would make again. Returns their number. */
export async function deleteRemovedEvents({ sql }: Pick<Scope, 'sql'>, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    DELETE FROM "CalendarEvent" WHERE id IN (
      SELECT e.id FROM "CalendarEvent" AS e LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId"
      WHERE e."deletedAt" <= ${before} AND (
        e.kind = 'single'
        OR e.kind = 'occurrence' AND NOT e."isException"
        OR e.kind = 'occurrence' AND (s."deletedAt" IS NOT NULL OR s."expandedUntil" IS NULL)
        OR e.kind = 'series' AND NOT EXISTS (SELECT FROM "CalendarEvent" WHERE "seriesId" = e.id)
      )
      LIMIT ${limit}
    ) RETURNING id`
  return deleted.length
}
