import { Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { OPEN_GROUP, PUBLISHED } from './conditions.ts'
import {
  type Discovery,
  type DiscoveryFilter,
  filterSql,
  isLiveAt,
  type SourceQuery,
  windowsOf,
} from './discoveryConditions.ts'
import { readPopularEvents } from './popularEvents.ts'
import { hasRareTags } from './tagFrequency.ts'

/**
 * Which few events a filter leaves, so that they are all looked up once, and ranked in memory: `null` when they are many,
 * of which the first ones are found soon in the order of a list. PostgreSQL, which guesses their number, would often read
 * through hundreds of thousands in that order.
 */
export async function readFewEvents(scope: ViewerScope, filter: DiscoveryFilter): Promise<Discovery['few']> {
  const [popular, isRare] = await Promise.all([
    readPopularEvents(scope, filter.minimumInterestCount),
    hasRareTags(scope, filter.tags),
  ])
  if (popular) return popular
  if (isRare) return 'tagged'
  return filter.scope === 'live' ? 'live' : null
}

/** The table of all events that a filter with few of them has. */
export const CANDIDATES = Prisma.raw('candidates')

/** Definitions to begin a statement with, each with a comma: of CANDIDATES, if a filter has few. */
export function candidatesSql(query: SourceQuery): Prisma.Sql {
  const few = fewSql(query)
  if (!few) return Prisma.empty
  return Prisma.sql`${CANDIDATES} AS MATERIALIZED (
    SELECT e.id, e."startsAt", e.featured, e.languages, e."groupId", e."seriesId" FROM (${few}) AS e
      JOIN "Group" AS g ON g.id = e."groupId"
    WHERE (${Prisma.join(windowsOf(query), ' OR ')}) AND ${filterSql(query)} AND ${OPEN_GROUP}
  ), `
}

/** OFFSET 0 keeps PostgreSQL from looking up other conditions, of which it believes that fewer events meet them. */
function fewSql({ few, filter, asOf }: Discovery): Prisma.Sql | null {
  const events = Prisma.sql`SELECT * FROM "CalendarEvent" AS e WHERE`
  if (few === null) return null
  if (few === 'live')
    return Prisma.sql`${events} ${isLiveAt(Prisma.sql`${asOf}::timestamptz`)} AND ${PUBLISHED} OFFSET 0`
  if (few === 'tagged') return Prisma.sql`${events} e.tags && ${filter.tags}::text[] AND ${PUBLISHED} OFFSET 0`
  const { ids, seriesIds } = few
  return Prisma.sql`${events} e.id = ANY(${ids}::text[])
    UNION ALL ${events} e."seriesId" = ANY(${seriesIds}::text[]) AND e.id <> ALL(${ids}::text[])`
}
