import { Prisma } from '../../../generated/prisma/client.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import { listRecords } from '../../../kernel/recordCache.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type EventListSql, offsetPageSql } from './eventLists.ts'
import { EVENT_ROWS, type EventVersion, type ListedEventRecord, VERSION_COLUMNS, versionJoins } from './eventRecords.ts'
import { readPlanned } from './plannedRead.ts'

/** A page of a list with the length of the list. */
export interface RecordPage {
  readonly events: readonly ListedEventRecord[]
  readonly total: number
}

interface CountedVersion extends Omit<EventVersion, 'id'> {
  /** Null in the only row of a page behind the end. */
  readonly id: string | null
  readonly total: number
}

/** A page of a list with its length. One statement for events that are cached, else two. */
export async function readRecordPage(scope: ViewerScope, list: EventListSql, page: OffsetPage): Promise<RecordPage> {
  const statement = Prisma.sql`
    WITH ${offsetPageSql(list, page)}, listed AS (
      SELECT page."startsAt", ${VERSION_COLUMNS} FROM page JOIN "CalendarEvent" AS e ON e.id = page.id
      ${versionJoins(scope.viewer.id)}
    )
    SELECT listed.id, listed.revision, listed.follow, counted.total
    FROM counted LEFT JOIN listed ON true
    ORDER BY listed."startsAt", listed.id`
  let total = 0
  const events = await listRecords(scope, EVENT_ROWS, async () => {
    const rows = await readPlanned<CountedVersion>(scope, statement, list.isKept === true)
    total = rows[0]?.total ?? 0
    return rows.flatMap((row): EventVersion[] => (row.id === null ? [] : [{ ...row, id: row.id }]))
  })
  return { events, total }
}
