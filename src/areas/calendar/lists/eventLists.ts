import { Prisma } from '../../../generated/prisma/client.ts'
import type { KeysetPage, OffsetPage, TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { PUBLISHED, startsWithin, visibleInGroupSql, visibleSql } from './conditions.ts'
import type { TimeSpan } from './groupEvents.ts'
import { valueSql } from './plannedRead.ts'
import type { CalendarStanding } from './viewerFacts.ts'

/**
 * A SELECT of the id and startsAt of each event of a list, each once. Lists are sorted by the two; `sql` narrows them
 * further, and all of it is what the viewer sees.
 */
export interface EventListSql {
  readonly sql: Prisma.Sql
  /** Whether its plan is good for all values, and its text is one of few. */
  readonly isKept?: boolean
  readonly long?: LongListSql
}

/** A list that can be long, in parts that have no event in common. */
interface LongListSql {
  /** SELECTs by each of which the first events are found soon. */
  readonly parts: readonly Prisma.Sql[]
  /** SELECTs of the same events that are counted soon: those behind `most` are not looked for. */
  readonly counted: readonly Prisma.Sql[]
  /** How many of its events are counted and listed by offset. */
  readonly most: number
}

const JOIN_GROUP = Prisma.raw(`JOIN "Group" AS g ON g.id = e."groupId"`)
const COLUMNS = Prisma.raw(`e.id, e."startsAt"`)

/** Events of one group. */
export const groupList = (access: GroupAccess, span: TimeSpan): EventListSql => ({
  isKept: true,
  sql: Prisma.sql`
    SELECT ${COLUMNS} FROM "CalendarEvent" AS e WHERE ${visibleInGroupSql(access)} AND ${startsWithin(span)}`,
})

/** Events of the viewer's groups, and those that they follow. */
export const ownList = (standing: CalendarStanding, span: TimeSpan): EventListSql => ({
  sql: Prisma.sql`
    SELECT ${COLUMNS} FROM "CalendarEvent" AS e ${JOIN_GROUP}
    WHERE e."groupId" = ANY(${standing.groupIds}::text[]) AND ${startsWithin(span)} AND ${visibleSql(standing)}
    UNION ${followedList(standing, span).sql}`,
})

/** Events that the viewer follows, by themselves or by their series, without dates that they mute. */
export const followedList = (standing: CalendarStanding, span: TimeSpan): EventListSql => ({
  sql: Prisma.sql`
    SELECT ${COLUMNS} FROM "CalendarEvent" AS e ${JOIN_GROUP}
    WHERE e.id = ANY(${standing.followedIds}::text[]) AND ${startsWithin(span)} AND ${visibleSql(standing)}
    UNION SELECT ${COLUMNS} FROM "CalendarEvent" AS e ${JOIN_GROUP}
    WHERE e."seriesId" = ANY(${standing.followedIds}::text[]) AND e.id <> ALL(${standing.mutedIds}::text[])
      AND ${startsWithin(span)} AND ${visibleSql(standing)}`,
})

/** Events that admins of the platform feature, and that are published for all. */
export const featuredList = (standing: CalendarStanding, span: TimeSpan): EventListSql => ({
  sql: Prisma.sql`
    SELECT ${COLUMNS} FROM "CalendarEvent" AS e ${JOIN_GROUP}
    WHERE e.featured AND ${PUBLISHED} AND ${startsWithin(span)} AND ${visibleSql(standing)}`,
})

/** The place of an event in a list. */
export interface ListedEvent {
  readonly id: string
  readonly startsAt: Date
}

const directionSql = (descending: boolean) => (descending ? Prisma.sql`DESC` : Prisma.sql`ASC`)

/** SQL conditions of a page upon the columns `startsAt` and `id` of a table, each beginning with AND. */
export function boundsSql(
  { above, below }: Pick<KeysetPage<TimeKey>, 'above' | 'below'>,
  table: string,
  isKept = false,
): Prisma.Sql {
  const place = Prisma.raw(`(${table}."startsAt", ${table}.id)`)
  const key = ([startsAt, id]: TimeKey) =>
    Prisma.sql`(${valueSql(isKept, startsAt, 'timestamptz')}, ${valueSql(isKept, id, 'text')})`
  return Prisma.sql`${above ? Prisma.sql`AND ${place} > ${key(above)}` : Prisma.empty}
    ${below ? Prisma.sql`AND ${place} < ${key(below)}` : Prisma.empty}`
}

const orderSql = (descending: boolean) =>
  Prisma.sql`ORDER BY "startsAt" ${directionSql(descending)}, id ${directionSql(descending)}`

/** A SELECT of a page of a list, in its order. */
export function keysetPageSql({ sql, long }: EventListSql, page: KeysetPage<TimeKey>): Prisma.Sql {
  const tail = Prisma.sql`${orderSql(page.descending)} LIMIT ${page.limit}`
  const pageOf = (part: Prisma.Sql) =>
    Prisma.sql`SELECT id, "startsAt" FROM (${part}) AS found WHERE true ${boundsSql(page, 'found')} ${tail}`
  return long ? Prisma.sql`SELECT * FROM (${unionOf(long.parts.map(pageOf))}) AS found ${tail}` : pageOf(sql)
}

const unionOf = (parts: readonly Prisma.Sql[]) =>
  Prisma.join(
    parts.map((part) => Prisma.sql`(${part})`),
    ' UNION ALL ',
  )

/** Definitions of the tables `page`, a SELECT of a page of a list, and `counted`, with the length of the list as `total`. */
export function offsetPageSql({ sql, long }: EventListSql, { limit, offset }: OffsetPage): Prisma.Sql {
  const page = (found: Prisma.Sql, most: number) =>
    Prisma.sql`page AS (SELECT id, "startsAt" FROM ${found} ${orderSql(false)} LIMIT ${most} OFFSET ${offset})`
  if (!long)
    return Prisma.sql`found AS MATERIALIZED (${sql}), ${page(Prisma.sql`found`, limit)},
      counted AS (SELECT count(*)::int AS total FROM found)`
  const first = long.parts.map((part) => Prisma.sql`${part} ${orderSql(false)} LIMIT ${limit + offset}`)
  const most = Math.max(0, Math.min(limit, long.most - offset))
  return Prisma.sql`${page(Prisma.sql`(${unionOf(first)}) AS found`, most)}, counted AS (${countSql({ sql, long })})`
}

function countSql({ sql, long }: EventListSql): Prisma.Sql {
  if (!long) return Prisma.sql`SELECT count(*)::int AS total FROM (${sql}) AS found`
  const limit = Prisma.sql`LIMIT ${long.most}`
  // With a limit of its own each part is planned for its first events.
  const some = unionOf(long.counted.map((part) => Prisma.sql`${part} ${limit}`))
  return Prisma.sql`SELECT count(*)::int AS total FROM (SELECT FROM (${some}) AS part ${limit}) AS found`
}

/** The length of a list, or how many of it are counted. One statement. */
export async function countListedEvents(scope: ViewerScope, list: EventListSql): Promise<number> {
  const { text, values } = countSql(list)
  const [row] = await scope.read<{ readonly total: number }>(null, text, values)
  return row?.total ?? 0
}
