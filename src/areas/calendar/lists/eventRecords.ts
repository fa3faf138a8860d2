import { type CalendarFollow, Prisma } from '../../../generated/prisma/client.ts'
import type { JsonRow } from '../../../kernel/jsonRow.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../../kernel/recordCache.ts'
import type { SharedEvent } from '../event/events.ts'

/** An event with its series. Its revision is the sum of those of both, which only rise. */
interface VersionedEvent extends SharedEvent {
  readonly revision: number
}

/** An event on a page of a list, with the row by which the viewer follows it or its series, or mutes it. */
export interface EventVersion extends RowVersion {
  readonly follow: JsonRow<Pick<CalendarFollow, 'isFollowing' | 'createdAt' | 'updatedAt'>> | null
}

/** SELECT list for the EventVersion of the event `e`, to be used with `versionJoins`. */
export const VERSION_COLUMNS = Prisma.sql`
  e.id, e.revision + coalesce(s.revision, 0) AS revision, coalesce(row_to_json(own), row_to_json("ofSeries")) AS follow`

/** The joins for VERSION_COLUMNS. */
export const versionJoins = (viewerId: string): Prisma.Sql => Prisma.sql`
  LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId"
  LEFT JOIN "CalendarFollow" AS own ON own."eventId" = e.id AND own."userId" = ${viewerId}
  LEFT JOIN "CalendarFollow" AS "ofSeries" ON "ofSeries"."eventId" = e."seriesId" AND "ofSeries"."userId" = ${viewerId}`

/** The row by which the viewer follows a listed event; null if they don't. */
export const followOfVersion = ({ follow }: EventVersion) =>
  follow?.isFollowing ? { createdAt: new Date(follow.createdAt), updatedAt: new Date(follow.updatedAt) } : null

interface EventWithSeries extends SharedEvent {
  readonly revisionOfBoth: number
}

async function readRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<VersionedEvent[]> {
  const rows = await sql<EventWithSeries>`
    SELECT e.*, e.revision + coalesce(s.revision, 0) AS "revisionOfBoth", CASE WHEN s.id IS NOT NULL THEN
      json_build_object('interestCount', s."interestCount", 'recurrence', s.recurrence) END AS series
    FROM "CalendarEvent" AS e LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId" WHERE e.id = ANY(${ids})`
  return rows.map(({ revisionOfBoth: revision, ...event }) => ({ ...event, revision }))
}

export const EVENT_ROWS = defineRowKind<VersionedEvent>({
  name: 'calendar event',
  readRows,
})
