import { Prisma } from '../../../generated/prisma/client.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { candidatesSql, readFewEvents } from './discoveryCandidates.ts'
import { type Discovery, type DiscoveryFilter, hasOnePlan } from './discoveryConditions.ts'
import { type RankedSource, sourcesOf, tailSql } from './discoverySources.ts'
import { boundsSql, type ListedEvent } from './eventLists.ts'
import { valueSql } from './plannedRead.ts'
import { readStanding } from './viewerFacts.ts'

/** The place of a discovered event: by rank, then by start, then by id. */
export interface DiscoveryKey extends ListedEvent {
  /** 0 for featured events, 1 for those close to the viewer, 2 for others. */
  readonly rank: number
}

type DiscoveryPage = KeysetPage<DiscoveryKey>

/** What pages of a filter are read with, as of a time. One statement, and one for tags and a number of followers each. */
export async function readDiscovery(scope: ViewerScope, filter: DiscoveryFilter, asOf: Date): Promise<Discovery> {
  const [standing, few] = await Promise.all([readStanding(scope, asOf), readFewEvents(scope, filter)])
  return { filter, asOf, standing, few }
}

/** A SELECT of the DiscoveryKeys of a page, in its order; null if the filter includes nothing. */
export function discoverySql(discovery: Discovery, page: DiscoveryPage): Prisma.Sql | null {
  const { descending } = page
  const isKept = hasOnePlan(discovery.filter)
  const limit = valueSql(isKept, page.limit, 'bigint')
  const query = { ...discovery, isKept, descending, limit: sourceLimit(page.limit) }
  const sources = sourcesOf(discovery.filter).filter((source) => isWithin(source, page))
  if (sources.length === 0) return null
  const ordered = descending ? sources.reverse() : sources
  const direction = Prisma.raw(descending ? 'DESC' : 'ASC')
  const parts = ordered.map((source, at) => {
    const select = source.select(query, Prisma.sql`true ${boundsOf(source, page, isKept)}`)
    const rank = Prisma.raw(String(source.rank))
    const sorted = Prisma.sql`SELECT ${rank} AS rank, id, "startsAt" FROM (${select}) AS e ${tailSql(query)}`
    // The limit of the limited page keeps a source from being read when those before it have filled the page.
    return Prisma.sql`${partName(at)} AS MATERIALIZED (SELECT * FROM (${sorted}) AS e LIMIT ${roomAfter(at, limit)})`
  })
  const found = Prisma.join(
    ordered.map((_, at) => Prisma.sql`SELECT * FROM ${partName(at)}`),
    ' UNION ALL ',
  )
  return Prisma.sql`WITH ${candidatesSql(query)}${Prisma.join(parts, ', ')} SELECT * FROM (${found}) AS found
    ORDER BY rank ${direction}, "startsAt" ${direction}, id ${direction} LIMIT ${limit}`
}

const partName = (at: number) => Prisma.raw(`part${at}`)

const LIMIT_STEP = 20

/** The number of rows that each source reads for a page with one more row than its clients get. */
const sourceLimit = (limit: number) => Math.ceil((limit - 1) / LIMIT_STEP) * LIMIT_STEP + 1

function roomAfter(at: number, limit: Prisma.Sql): Prisma.Sql {
  const counts = Array.from({ length: at }, (_, before) => Prisma.sql`(SELECT count(*) FROM ${partName(before)})`)
  return Prisma.sql`greatest(0, ${Prisma.join([limit, ...counts], ' - ')})`
}

const isWithin = ({ rank }: RankedSource, { above, below }: DiscoveryPage) =>
  rank >= (above?.rank ?? 0) && rank <= (below?.rank ?? Number.POSITIVE_INFINITY)

function boundsOf({ rank }: RankedSource, { above, below }: DiscoveryPage, isKept: boolean): Prisma.Sql {
  const bound = (key: DiscoveryKey | undefined): TimeKey | undefined =>
    key?.rank === rank ? [key.startsAt, key.id] : undefined
  return boundsSql({ above: bound(above), below: bound(below) }, 'e', isKept)
}

/** Number of discovered events. One statement. */
export async function countDiscovered(scope: ViewerScope, discovery: Discovery): Promise<number> {
  const query = { ...discovery, isKept: false, descending: false, limit: null }
  const counts = sourcesOf(discovery.filter).map(
    ({ select }) => Prisma.sql`SELECT count(*) AS count FROM (${select(query, Prisma.sql`true`)}) AS e`,
  )
  if (counts.length === 0) return 0
  const { text, values } = Prisma.sql`
    WITH ${candidatesSql(query)}counts AS (${Prisma.join(counts, ' UNION ALL ')})
    SELECT sum(count)::int AS count FROM counts`
  const [row] = await scope.read<{ readonly count: number }>(null, text, values)
  return row?.count ?? 0
}
