import { Prisma } from '../../../generated/prisma/client.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type EventListSql, offsetPageSql } from './eventLists.ts'
import { type EventVersion, VERSION_COLUMNS, versionJoins } from './eventRecords.ts'
import { readPlanned } from './plannedRead.ts'

/** The versions of a page of a list, with the length of the list. */
export interface VersionPage {
  readonly events: readonly EventVersion[]
  readonly total: number
}

interface CountedVersion extends Omit<EventVersion, 'id'> {
  /** Null in the only row of a page behind the end. */
  readonly id: string | null
  readonly total: number
}

/** The versions of a page of a list, with its length. One statement. */
export async function readVersionPage(scope: ViewerScope, list: EventListSql, page: OffsetPage): Promise<VersionPage> {
  const statement = Prisma.sql`
    WITH ${offsetPageSql(list, page)}, listed AS (
      SELECT page."startsAt", ${VERSION_COLUMNS} FROM page JOIN "CalendarEvent" AS e ON e.id = page.id
      ${versionJoins(scope.viewer.id)}
    )
    SELECT listed.id, listed.revision, listed.follow, counted.total
    FROM counted LEFT JOIN listed ON true
    ORDER BY listed."startsAt", listed.id`
  const rows = await readPlanned<CountedVersion>(scope, statement, list.isKept === true)
  return {
    events: rows.flatMap((row): EventVersion[] => (row.id === null ? [] : [{ ...row, id: row.id }])),
    total: rows[0]?.total ?? 0,
  }
}
