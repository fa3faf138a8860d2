import { Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type DiscoveryKey, discoverySql, readDiscovery } from './discovery.ts'
import { type DiscoveryFilter, hasOnePlan } from './discoveryConditions.ts'
import { type DiscoveryContinuation, discoveryCursor, parseDiscoveryCursor } from './discoveryCursor.ts'
import { type EventVersion, VERSION_COLUMNS, versionJoins } from './eventRecords.ts'
import { readPlanned } from './plannedRead.ts'

/** A page of discovered events. */
interface DiscoveryRecords {
  readonly events: readonly EventVersion[]
  /** Leads to the next page; empty after the last one. */
  readonly nextCursor: string
}

type DiscoveredVersion = EventVersion & DiscoveryKey

/**
 * A page of published events of all groups: the first one by a filter, later ones by the cursor of the page before, which
 * keeps the filter and the time. Throws `invalid` for a cursor of another person, an altered one, and one older than a day.
 * Two statements, and one more for tags and a number of followers each.
 */
export async function discoverEvents(
  scope: ViewerScope,
  { filter, cursor, limit }: { readonly filter: DiscoveryFilter; readonly cursor: string; readonly limit: number },
): Promise<DiscoveryRecords> {
  const start: Omit<DiscoveryContinuation, 'after'> & Partial<DiscoveryContinuation> =
    cursor === '' ? { filter, asOf: scope.now } : parseDiscoveryCursor(scope, cursor)
  const discovery = await readDiscovery(scope, start.filter, start.asOf)
  const page = { above: start.after, descending: false, limit: limit + 1 }
  const found = discoverySql(discovery, page)
  if (!found) return { events: [], nextCursor: '' }
  const statement = Prisma.sql`
    SELECT ${VERSION_COLUMNS}, found.rank, found."startsAt" FROM (${found}) AS found
      JOIN "CalendarEvent" AS e ON e.id = found.id ${versionJoins(scope.viewer.id)}
    ORDER BY found.rank, found."startsAt", found.id`
  const rows = await readPlanned<DiscoveredVersion>(scope, statement, hasOnePlan(start.filter))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    events: rows.slice(0, limit),
    nextCursor: last ? discoveryCursor(scope, { ...start, after: keyOf(last) }) : '',
  }
}

const keyOf = ({ rank, startsAt, id }: DiscoveredVersion): DiscoveryKey => ({ rank, startsAt, id })
