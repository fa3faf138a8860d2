import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { MAX_DURATION, PUBLISHED } from './conditions.ts'
import { valueSql } from './plannedRead.ts'
import { interestSql, type PopularEvents } from './popularEvents.ts'
import type { CalendarStanding } from './viewerFacts.ts'

/** Whether events of a class are listed, come only by another class, or never. */
export type Inclusion = 'include' | 'skip' | 'exclude'

/** Which published events are discovered. */
export interface DiscoveryFilter {
  readonly scope: 'live' | 'upcoming' | 'all'
  /** Events of any of them; empty for all. */
  readonly categories: readonly string[]
  /** Events with one of them; empty for all. */
  readonly tags: readonly string[]
  readonly featured: Inclusion
  readonly nonFeatured: Inclusion
  /** Events of the viewer's groups, followed ones and those in the viewer's languages. */
  readonly personalized: Inclusion
  readonly minimumInterestCount: number
  readonly minimumRemainingMinutes: number
  /** Only events that start within so many minutes; null for any time. */
  readonly upcomingOffsetMinutes: number | null
}

/** What decides on a page beside its bounds. */
export interface Discovery {
  readonly filter: DiscoveryFilter
  /** By what the few events that the filter leaves are looked up; null if they are many. */
  readonly few: PopularEvents | 'tagged' | 'live' | null
  readonly standing: CalendarStanding
  /** The time that counts as now, the same for all pages. */
  readonly asOf: Date
}

/**
 * Whether one plan is good for all values of a filter, of which there are few texts: others depend on how many events are
 * live, of a category and so on.
 */
export const hasOnePlan = (filter: DiscoveryFilter): boolean =>
  filter.scope === 'upcoming' &&
  filter.categories.length + filter.tags.length === 0 &&
  filter.minimumInterestCount + filter.minimumRemainingMinutes === 0 &&
  filter.upcomingOffsetMinutes === null &&
  [filter.featured, filter.nonFeatured, filter.personalized].every((inclusion) => inclusion === 'include')

/** What a source lists events for. */
export interface SourceQuery extends Discovery {
  /** Whether its statement is kept as planned, for all values. */
  readonly isKept: boolean
  /** Number of rows that it reads at most; null for all. */
  readonly limit: number | null
  readonly descending: boolean
}

/** All of the conditions. */
export const all = (conditions: readonly Prisma.Sql[]) => Prisma.join([...conditions], ' AND ')

const timeSql = ({ isKept }: SourceQuery, time: Date) => valueSql(isKept, time, 'timestamptz')

/** Events that have begun and go on at a time, by an index of their own. */
export const isLiveAt = (time: Prisma.Sql) => Prisma.sql`tstzrange(e."startsAt", e."endsAt") @> ${time}`

/** Live events began lately, by which PostgreSQL finds few or none by any of its indexes. */
function isLive(query: SourceQuery): Prisma.Sql {
  const asOf = timeSql(query, query.asOf)
  const earliest = timeSql(query, addMilliseconds(query.asOf, -MAX_DURATION))
  return Prisma.sql`e."startsAt" > ${earliest} AND e."startsAt" <= ${asOf} AND ${isLiveAt(asOf)}`
}

function isUpcoming(query: SourceQuery): Prisma.Sql {
  const { asOf, filter } = query
  const after = Prisma.sql`e."startsAt" > ${timeSql(query, asOf)}`
  const within = filter.upcomingOffsetMinutes
  return within === null
    ? after
    : Prisma.sql`${after} AND e."startsAt" <= ${timeSql(query, addMilliseconds(asOf, within * MINUTE))}`
}

/** The spans of time of a scope, in their order. */
export function windowsOf(query: SourceQuery): Prisma.Sql[] {
  const { scope } = query.filter
  return [...(scope === 'upcoming' ? [] : [isLive(query)]), ...(scope === 'live' ? [] : [isUpcoming(query)])]
}

/** The spans of a scope by one condition, for the few events of a group or series, which an index sorts by their start. */
export function nearSql(query: SourceQuery): Prisma.Sql {
  if (query.filter.scope === 'upcoming') return isUpcoming(query)
  const earliest = Prisma.sql`e."startsAt" > ${timeSql(query, addMilliseconds(query.asOf, -MAX_DURATION))}`
  return Prisma.sql`${earliest} AND (${Prisma.join(windowsOf(query), ' OR ')})`
}

export function filterSql({ filter, asOf }: Discovery): Prisma.Sql {
  const { categories, tags, minimumInterestCount, minimumRemainingMinutes } = filter
  const earliestEnd = addMilliseconds(asOf, minimumRemainingMinutes * MINUTE)
  return all([
    PUBLISHED,
    ...(categories.length > 0 ? [Prisma.sql`e.category = ANY(${categories}::text[])`] : []),
    ...(tags.length > 0 ? [Prisma.sql`e.tags && ${tags}::text[]`] : []),
    ...(minimumRemainingMinutes > 0 ? [Prisma.sql`e."endsAt" >= ${earliestEnd}::timestamptz`] : []),
    ...(minimumInterestCount > 0 ? [interestSql(minimumInterestCount)] : []),
  ])
}
