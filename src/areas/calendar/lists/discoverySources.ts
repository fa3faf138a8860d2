import { Prisma } from '../../../generated/prisma/client.ts'
import { OPEN_GROUP } from './conditions.ts'
import { CANDIDATES } from './discoveryCandidates.ts'
import {
  all,
  type DiscoveryFilter,
  filterSql,
  type Inclusion,
  nearSql,
  type SourceQuery,
  windowsOf,
} from './discoveryConditions.ts'
import { isOneOf, valueSql } from './plannedRead.ts'

/** A source lists events by a SELECT of id and startsAt; `more` are further conditions. */
type Source = (query: SourceQuery, more: Prisma.Sql) => Prisma.Sql

/** Sources of a rank: those of a lesser rank come first. */
export interface RankedSource {
  readonly rank: number
  readonly select: Source
}

/** The sources that a filter includes, in their order. An event comes by the first that has it. */
export function sourcesOf({ featured, nonFeatured, personalized }: DiscoveryFilter): RankedSource[] {
  const without = (condition: boolean, excluded: Prisma.Sql) => (condition ? [Prisma.sql`NOT ${excluded}`] : [])
  const closeOnes = (query: SourceQuery) => without(personalized !== 'skip', closeSql(query))
  const byFeature = [
    ...without(featured !== 'skip', Prisma.sql`e.featured`),
    ...without(nonFeatured === 'exclude', Prisma.sql`(NOT e.featured)`),
  ]
  const ranked: readonly (RankedSource & { readonly inclusion: Inclusion })[] = [
    {
      rank: 0,
      inclusion: featured,
      select: (query, more) => {
        const excluded = personalized === 'exclude' ? closeOnes(query) : []
        return fromAll(query, all([Prisma.sql`e.featured`, ...excluded, more]))
      },
    },
    {
      rank: 1,
      inclusion: personalized,
      select: (query, more) => fromClose(query, all([...byFeature, more])),
    },
    {
      rank: 2,
      inclusion: nonFeatured,
      select: (query, more) => fromAll(query, all([Prisma.sql`NOT e.featured`, ...closeOnes(query), more])),
    },
  ]
  return ranked.filter(({ inclusion }) => inclusion === 'include')
}

/** Whether an event is of a group of the viewer, followed, or in one of their languages. */
function closeSql({ isKept, standing }: SourceQuery): Prisma.Sql {
  const { groupIds, followedIds, mutedIds, languages } = standing
  const has = (column: string, ids: readonly string[]) => isOneOf(isKept, Prisma.raw(column), ids)
  return Prisma.sql`(${has('e."groupId"', groupIds)} OR ${has('e.id', followedIds)}
    OR ${has(`coalesce(e."seriesId", '')`, followedIds)} AND NOT ${has('e.id', mutedIds)}
    OR e.languages && ${valueSql(isKept, languages, 'text[]')})`
}

const COLUMNS = Prisma.raw(`e.id, e."startsAt"`)
const EVENTS = Prisma.raw(`"CalendarEvent" AS e JOIN "Group" AS g ON g.id = e."groupId"`)

/** The order of a source, and how many rows it reads, on which a kept plan depends. */
export const tailSql = (query: Pick<SourceQuery, 'limit' | 'descending'>): Prisma.Sql =>
  query.limit === null ? Prisma.empty : Prisma.sql`${orderSql(query)} LIMIT ${Prisma.raw(String(query.limit))}`

function orderSql({ descending }: Pick<SourceQuery, 'descending'>): Prisma.Sql {
  const direction = descending ? 'DESC' : 'ASC'
  return Prisma.raw(`ORDER BY e."startsAt" ${direction}, e.id ${direction}`)
}

/** The first rows of a source. A kept plan takes them for few of many, so that it reads an index rather than sorts. */
const firstSql = (query: SourceQuery, limit: number | null): Prisma.Sql =>
  limit === null ? Prisma.empty : Prisma.sql`${orderSql(query)} LIMIT ${valueSql(query.isKept, limit, 'bigint')}`

/** The few events of a filter. */
const fromCandidates: Source = (query, more) =>
  Prisma.sql`SELECT ${COLUMNS} FROM ${CANDIDATES} AS e WHERE ${more} ${tailSql(query)}`

/** All events, those that are live before those to come, each by an index of its own. */
const fromAll: Source = (query, more) => {
  if (query.few) return fromCandidates(query, more)
  const parts = windowsOf(query).map(
    (window) => Prisma.sql`(SELECT ${COLUMNS} FROM ${EVENTS}
      WHERE ${window} AND ${filterSql(query)} AND ${OPEN_GROUP} AND ${more} ${tailSql(query)})`,
  )
  return Prisma.join(parts, ' UNION ALL ')
}

/** Events close to the viewer, each once. */
const fromClose: Source = (query, more) => {
  if (query.few) return fromCandidates(query, all([closeSql(query), more]))
  const { groupIds, followedIds, languages } = query.standing
  // PostgreSQL plans a part even if it is empty.
  const parts = [
    ...(groupIds.length > 0 ? [ofGroups(query, more)] : []),
    ...(followedIds.length > 0 ? [ofFollowed(query, more)] : []),
    ...(languages.length > 0 ? [ofLanguages(query, more)] : []),
  ]
  if (parts.length === 0) return Prisma.sql`SELECT ${COLUMNS} FROM "CalendarEvent" AS e WHERE false`
  return Prisma.sql`SELECT id, "startsAt" FROM (${Prisma.join(parts, ' UNION ')}) AS e ${tailSql(query)}`
}

/**
 * OFFSET 0 keeps PostgreSQL from looking up a tag or the like in all groups for the few events of each one. Without such
 * a condition, the first events of each one are read by an index.
 */
const ofGroups: Source = (query, more) => Prisma.sql`
  SELECT e.id, e."startsAt" FROM "Group" AS g CROSS JOIN LATERAL (
    SELECT * FROM (
      SELECT * FROM "CalendarEvent" AS e WHERE e."groupId" = g.id AND ${nearSql(query)} ${Prisma.raw(query.isKept ? '' : 'OFFSET 0')}
    ) AS e WHERE ${filterSql(query)} AND ${more} ${tailSql(query)}
  ) AS e WHERE g.id = ANY(${valueSql(query.isKept, query.standing.groupIds, 'text[]')}) AND ${OPEN_GROUP}`

const ofFollowed: Source = (query, more) => {
  const { followedIds, mutedIds } = query.standing
  const condition = Prisma.sql`${OPEN_GROUP} AND ${nearSql(query)} AND ${filterSql(query)} AND ${more}`
  const followed = valueSql(query.isKept, followedIds, 'text[]')
  return Prisma.sql`
    SELECT ${COLUMNS} FROM ${EVENTS} WHERE e.id = ANY(${followed}) AND ${condition}
    UNION SELECT e.id, e."startsAt" FROM unnest(${followed}) AS followed (id) CROSS JOIN LATERAL (
      SELECT e.* FROM ${EVENTS}
      WHERE e."seriesId" = followed.id AND NOT ${isOneOf(query.isKept, Prisma.raw('e.id'), mutedIds)} AND ${condition}
      ${firstSql(query, query.limit)}
    ) AS e`
}

/** Among so many events that come first, most languages fill a page. */
const NEAREST = 5_000

/** By the order of time if a language is common, else by the language: a kept plan has both ways. */
const ofLanguages: Source = (query, more) => {
  const isSpoken = Prisma.sql`e.languages && ${valueSql(query.isKept, query.standing.languages, 'text[]')}`
  if (!query.isKept)
    return Prisma.sql`SELECT id, "startsAt" FROM (${fromAll(query, Prisma.sql`${isSpoken} AND ${more}`)}) AS e`
  const near = Prisma.sql`SELECT * FROM "CalendarEvent" AS e WHERE ${all([...windowsOf(query), filterSql(query), more])}`
  const select = (events: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
    SELECT ${COLUMNS} FROM (${events}) AS e JOIN "Group" AS g ON g.id = e."groupId"
    WHERE ${OPEN_GROUP} AND ${condition} ${tailSql(query)}`
  // PostgreSQL takes a CASE for true of half of the rows.
  const isCommon = Prisma.sql`CASE WHEN ${isSpoken} THEN true ELSE false END`
  const isShort = Prisma.sql`(SELECT count(*) FROM nearest) < ${valueSql(true, query.limit, 'bigint')}`
  return Prisma.sql`
    SELECT id, "startsAt" FROM (
      WITH nearest AS MATERIALIZED (${select(Prisma.sql`${near} ${firstSql(query, NEAREST)}`, isCommon)})
      SELECT * FROM nearest
      UNION (${select(Prisma.sql`${near} AND ${isSpoken} AND ${isShort} OFFSET 0`, Prisma.sql`true`)})
    ) AS e`
}
