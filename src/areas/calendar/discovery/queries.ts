import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { type PageColumns, rowsOfPage, type SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists } from '../../../kernel/list/readList.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { languagesOf } from '../../users/profile/tags.ts'
import { MAX_DURATION } from '../period.ts'
import { type CalendarStanding, OPEN_GROUP, PUBLISHED } from '../policy.ts'
import { type ListedEvent, ofAllGroups } from '../queries.ts'

/** Whether events of a class are listed, come only by another class, or never. */
type Inclusion = 'include' | 'skip' | 'exclude'

/** Which published events are discovered. */
export interface DiscoveryFilter {
  readonly scope: 'live' | 'upcoming' | 'all'
  /** Events of any of them; empty for all. */
  readonly categories: readonly string[]
  /** Events with one of them; empty for all. */
  readonly tags: readonly string[]
  /** Events in one of them; empty or left out for all. */
  readonly languages?: readonly string[]
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
  readonly standing: CalendarStanding
  /** The time that counts as now, the same for all pages. */
  readonly asOf: Date
}

/** The place of a discovered event: by rank, then by start, then by id. */
export interface DiscoveryKey extends ListedEvent {
  /** 0 for featured events, 1 for those close to the viewer, 2 for others. */
  readonly rank: number
}

type Source = Pick<ViewerScope, 'sql'>

/** The spans of time of a scope, which have no event in common. */
function windowsOf({ filter: { scope, upcomingOffsetMinutes: within }, asOf }: Discovery): Prisma.Sql[] {
  const isLive = Prisma.sql`e."startsAt" > ${addMilliseconds(asOf, -MAX_DURATION)} AND e."startsAt" <= ${asOf}
    AND tstzrange(e."startsAt", e."endsAt") @> ${asOf}::timestamptz`
  const isSoon = Prisma.sql`AND e."startsAt" <= ${addMilliseconds(asOf, (within ?? 0) * MINUTE)}`
  const isUpcoming = Prisma.sql`e."startsAt" > ${asOf} ${within === null ? Prisma.empty : isSoon}`
  return [...(scope === 'upcoming' ? [] : [isLive]), ...(scope === 'live' ? [] : [isUpcoming])]
}

/** More than these are common: the first of them are found soon in the order of time. */
const MAX_EVENTS = 3_000
const MAX_SERIES = 1_000

/** Few people follow one date of a series: those of the others that do not follow the date follow the series. */
const ofDate = (count: number) => Math.ceil(count / 10)

const popularEvents = (count: number) =>
  Prisma.sql`SELECT e.id FROM "CalendarEvent" AS e WHERE ${PUBLISHED} AND e."interestCount" > 0 AND e."interestCount" >= ${count}`
const popularDates = (count: number) => Prisma.sql`${popularEvents(ofDate(count))} AND e.kind = 'occurrence'`
const popularSeries = (count: number) => Prisma.sql`
  SELECT s.id FROM "CalendarEvent" AS s
  WHERE s.kind = 'series' AND s."interestCount" > 0 AND s."interestCount" > ${count - ofDate(count)}`

/**
 * Events `e` that so many people follow, by themselves or by their series `s`. Few ones in parts that have no event in common:
 * single ones, dates of series that many follow, and dates that many follow by themselves. PostgreSQL, which guesses how many
 * they are, would often read through hundreds of thousands. One statement, or none.
 */
async function readPopularParts({ sql }: Source, count: number): Promise<Prisma.Sql[]> {
  if (count <= 0) return [Prisma.raw('true')]
  const isMore = [
    Prisma.sql`EXISTS (${popularEvents(count)} OFFSET ${MAX_EVENTS})`,
    Prisma.sql`EXISTS (${popularDates(count)} OFFSET ${MAX_EVENTS})`,
    Prisma.sql`EXISTS (${popularSeries(count)} OFFSET ${MAX_SERIES})`,
  ]
  const [found] = await sql.custom<{ readonly areMany: boolean }>`SELECT ${Prisma.join(isMore, ' OR ')} AS "areMany"`
  if (found?.areMany) return [Prisma.sql`e."interestCount" + coalesce(s."interestCount", 0) >= ${count}`]
  const isShown = Prisma.sql`e."interestCount" + s."interestCount" >= ${count}`
  const isOfSeries = Prisma.sql`e."seriesId" = ANY(ARRAY(${popularSeries(count)}))`
  return [
    Prisma.sql`e."seriesId" IS NULL AND e."interestCount" > 0 AND e."interestCount" >= ${count}`,
    Prisma.sql`${isOfSeries} AND ${isShown}`,
    Prisma.sql`e.id = ANY(ARRAY(${popularDates(count)})) AND NOT ${isOfSeries} AND ${isShown}`,
  ]
}

function filterConditions({ filter, asOf }: Discovery): Prisma.Sql[] {
  const { categories, tags, languages = [], minimumRemainingMinutes } = filter
  const earliestEnd = addMilliseconds(asOf, minimumRemainingMinutes * MINUTE)
  return [
    PUBLISHED,
    OPEN_GROUP,
    ...(categories.length > 0 ? [Prisma.sql`e.category = ANY(${categories}::text[])`] : []),
    ...(tags.length > 0 ? [Prisma.sql`e.tags && ${tags}::text[]`] : []),
    ...(languages.length > 0 ? [Prisma.sql`e.languages && ${languages}::text[]`] : []),
    ...(minimumRemainingMinutes > 0 ? [Prisma.sql`e."endsAt" >= ${earliestEnd}`] : []),
  ]
}

/** Whether an event is of a group of the viewer, followed, or in one of their languages. */
function closeCondition({ groupIds, followedIds, mutedIds, tags }: CalendarStanding): Prisma.Sql {
  const languages = languagesOf(tags)
  const isFollowed = Prisma.sql`e.id = ANY(${followedIds}::text[])
    OR e."seriesId" = ANY(${followedIds}::text[]) AND e.id <> ALL(${mutedIds}::text[])`
  const parts = [
    ...(groupIds.length > 0 ? [Prisma.sql`e."groupId" = ANY(${groupIds}::text[])`] : []),
    ...(followedIds.length > 0 ? [isFollowed] : []),
    ...(languages.length > 0 ? [Prisma.sql`e.languages && ${languages}::text[]`] : []),
  ]
  return parts.length === 0 ? Prisma.raw('false') : Prisma.sql`(${Prisma.join(parts, ' OR ')})`
}

interface RankList {
  readonly rank: number
  readonly list: SqlList
}

/** The list of each rank that a filter includes. An event comes by the first that has it. One statement, or none. */
async function readLists(source: Source, discovery: Discovery): Promise<RankList[]> {
  const { featured, nonFeatured, personalized, minimumInterestCount } = discovery.filter
  const [isFeatured, isNotFeatured] = [Prisma.raw('e.featured'), Prisma.raw('NOT e.featured')]
  const isClose = closeCondition(discovery.standing)
  const isNotClose = Prisma.sql`${isClose} IS NOT TRUE`
  const closeOnes = [
    isClose,
    ...(featured === 'skip' ? [] : [isNotFeatured]),
    ...(nonFeatured === 'exclude' ? [isFeatured] : []),
  ]
  const ranks = [
    { inclusion: featured, where: [isFeatured, ...(personalized === 'exclude' ? [isNotClose] : [])] },
    { inclusion: personalized, where: closeOnes },
    { inclusion: nonFeatured, where: [isNotFeatured, ...(personalized === 'skip' ? [] : [isNotClose])] },
  ]
  const popular = await readPopularParts(source, minimumInterestCount)
  const branches = windowsOf(discovery).flatMap((window) => popular.map((part) => Prisma.sql`(${window} AND ${part})`))
  const from = Prisma.sql`${ofAllGroups.from} LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId"`
  const list = { ...ofAllGroups, from, branches }
  const conditions = filterConditions(discovery)
  return ranks.flatMap(({ inclusion, where }, rank) =>
    inclusion === 'include' ? [{ rank, list: { ...list, where: [...conditions, ...where] } }] : [],
  )
}

type DiscoveryPage = KeysetPage<DiscoveryKey>

/** A page of discovered events with columns of each as `e`, in its order. One statement, and one for a number of followers. */
export async function readDiscovered<Row>(
  source: Source,
  discovery: Discovery,
  page: DiscoveryPage,
  { select, joins = Prisma.empty }: PageColumns,
): Promise<(Row & DiscoveryKey)[]> {
  const direction = Prisma.raw(page.descending ? 'DESC' : 'ASC')
  const order = Prisma.sql`ORDER BY e.rank ${direction}, e."startsAt" ${direction}, e.id ${direction}`
  const ranks = (await readLists(source, discovery)).flatMap(({ rank, list }) => {
    const isWithin = rank >= (page.above?.rank ?? 0) && rank <= (page.below?.rank ?? Number.POSITIVE_INFINITY)
    const number = Prisma.raw(String(rank))
    return isWithin
      ? [Prisma.sql`SELECT ${number} AS rank, e.* FROM (${rowsOfPage(list, pageOf(page, rank))}) AS e`]
      : []
  })
  if (ranks.length === 0) return []
  return source.sql.custom`
    SELECT ${select}, e.rank, e."startsAt" FROM (
      SELECT * FROM (${Prisma.join(ranks, ' UNION ALL ')}) AS e ${order} LIMIT ${page.limit}::bigint
    ) AS e ${joins} ${order}`
}

/** The page of a rank alone. */
function pageOf({ above, below, descending, limit }: DiscoveryPage, rank: number): KeysetPage<TimeKey> {
  const bound = (key: DiscoveryKey | undefined): TimeKey | undefined =>
    key?.rank === rank ? [key.startsAt, key.id] : undefined
  return { above: bound(above), below: bound(below), descending, limit }
}

/** Number of discovered events. One statement, and one for a number of followers. */
export async function countDiscovered(source: Source, discovery: Discovery): Promise<number> {
  const lists = (await readLists(source, discovery)).flatMap(({ rank, list: { branches = [], ...list } }) =>
    branches.map((branch) => ({ key: String(rank), list: { ...list, branches: [branch] } })),
  )
  const counts = await countLists(source, lists)
  return counts.reduce((total, [, count]) => total + count, 0)
}
