import { Prisma } from '../../../generated/prisma/client.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { startsWithin, visibleInGroupSql } from './conditions.ts'
import { type EventListSql, keysetPageSql, type ListedEvent } from './eventLists.ts'
import type { TimeSpan } from './groupEvents.ts'

/** The visible dates of a series that start in a span of time. */
export const seriesList = (access: GroupAccess, seriesId: string, span: TimeSpan): EventListSql => ({
  sql: Prisma.sql`
    SELECT e.id, e."startsAt" FROM "CalendarEvent" AS e
    WHERE ${visibleInGroupSql(access)} AND e."seriesId" = ${seriesId} AND ${startsWithin(span)}`,
})

/** One of several lists that are read together, with what its rows are known by. */
export interface KeyedList {
  readonly key: string
  readonly list: EventListSql
}

/** A place in one of several lists. */
export interface KeyedEvent extends ListedEvent {
  readonly key: string
}

/** A page of the places of a list, in their order. One statement. */
export function readListPlaces(
  scope: ViewerScope,
  list: EventListSql,
  page: KeysetPage<TimeKey>,
): Promise<ListedEvent[]> {
  const { text, values } = keysetPageSql(list, page)
  return scope.read<ListedEvent>(null, text, values)
}

/** A page of each of these lists, in their order. One statement. */
export async function readListPages(
  scope: ViewerScope,
  lists: readonly KeyedList[],
  page: KeysetPage<TimeKey>,
): Promise<KeyedEvent[]> {
  if (lists.length === 0) return []
  const pages = lists.map(
    ({ key, list }) => Prisma.sql`SELECT ${key}::text AS key, page.* FROM (${keysetPageSql(list, page)}) AS page`,
  )
  const { text, values } = Prisma.join(pages, ' UNION ALL ')
  return scope.read<KeyedEvent>(null, text, values)
}

/** The length of each of these lists, by its key. One statement. */
export async function countLists(
  scope: ViewerScope,
  lists: readonly KeyedList[],
): Promise<(readonly [key: string, count: number])[]> {
  if (lists.length === 0) return []
  const counts = lists.map(
    ({ key, list: { sql } }) => Prisma.sql`SELECT ${key}::text AS key, count(*)::int AS count FROM (${sql}) AS found`,
  )
  const { text, values } = Prisma.join(counts, ' UNION ALL ')
  const rows = await scope.read<{ readonly key: string; readonly count: number }>(null, text, values)
  return rows.map(({ key, count }) => [key, count])
}
