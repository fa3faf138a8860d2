import { type CalendarFollow, Prisma } from '../../../generated/prisma/client.ts'
import type { JsonRow } from '../../../kernel/jsonRow.ts'
import type { ListedRecord, RecordKind, RecordSource, RowVersion } from '../../../kernel/recordCache.ts'
import type { SharedEvent } from '../event/events.ts'

/** An event with its series. Its revision is the sum of those of both, which only rise. */
export interface VersionedEvent extends SharedEvent {
  readonly revision: number
}

/** An event on a page of a list, with the row by which the viewer follows it or its series, or mutes it. */
export interface EventVersion extends RowVersion {
  readonly follow: JsonRow<Pick<CalendarFollow, 'isFollowing' | 'createdAt' | 'updatedAt'>> | null
}

/** An event of a page, with what was made of it. */
export type EventRecordOf<V> = ListedRecord<EventVersion, V>

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

const ROWS_BY_IDS = `
  SELECT e.*, e.revision + coalesce(s.revision, 0) AS "revisionOfBoth", CASE WHEN s.id IS NOT NULL THEN
    json_build_object('interestCount', s."interestCount", 'recurrence', s.recurrence) END AS series
  FROM "CalendarEvent" AS e LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId" WHERE e.id = ANY($1)`

interface EventWithSeries extends SharedEvent {
  readonly revisionOfBoth: number
}

async function readRows({ read }: Pick<RecordSource, 'read'>, ids: readonly string[]): Promise<VersionedEvent[]> {
  const rows = await read<EventWithSeries>('calendar events by ids', ROWS_BY_IDS, [ids])
  return rows.map(({ revisionOfBoth: revision, ...event }) => ({ ...event, revision }))
}

/** How something that is made of events and their series is cached. */
export const cachedOfEvents = <V>(
  kind: Omit<RecordKind<VersionedEvent, V>, 'readRows'>,
): RecordKind<VersionedEvent, V> => ({
  ...kind,
  readRows,
})
