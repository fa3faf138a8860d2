import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalidCursor } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type EventVersion, readStanding, versionColumns } from '../queries.ts'
import { type DiscoveryFilter, type DiscoveryKey, readDiscovered } from './queries.ts'

/** A page of discovered events. */
interface DiscoveryRecords {
  readonly events: readonly EventVersion[]
  /** Leads to the next page; empty after the last one. */
  readonly nextCursor: string
}

/**
 * A page of published events of all groups: the first one by a filter, later ones by the cursor of the page before, which
 * keeps the filter and the time. Throws `invalid` for a cursor of another person, an altered one, and one older than a day.
 * Two statements, and one for a number of followers.
 */
export async function discoverEvents(
  scope: ViewerScope,
  { filter, cursor, limit }: { readonly filter: DiscoveryFilter; readonly cursor: string; readonly limit: number },
): Promise<DiscoveryRecords> {
  const start: Omit<Continuation, 'after'> & Partial<Continuation> =
    cursor === '' ? { filter, asOf: scope.now } : parseCursor(scope, cursor)
  const discovery = { ...start, standing: await readStanding(scope, start.asOf) }
  const page = { above: start.after, descending: false, limit: limit + 1 }
  const rows = await readDiscovered<EventVersion>(scope, discovery, page, versionColumns(scope.viewer.id))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { events: rows.slice(0, limit), nextCursor: last ? cursorText(scope, { ...start, after: last }) : '' }
}

/** Where a page of discovery continues: the filter and the time of the first page, and the last event that was listed. */
interface Continuation {
  readonly filter: DiscoveryFilter
  readonly asOf: Date
  readonly after: DiscoveryKey
}

const PURPOSE = 'calendar-discovery'
/** The form of a cursor; cursors of other forms are refused. */
const VERSION = 1
const LIFETIME = DAY

/** The signed text of a continuation, for the viewer alone. */
function cursorText({ secrets, viewer }: ViewerScope, { filter, asOf, after }: Continuation): string {
  return secrets.sign(PURPOSE, {
    v: VERSION,
    sub: viewer.id,
    asOf: asOf.getTime(),
    filter: JSON.stringify(filter),
    rank: after.rank,
    startsAt: after.startsAt.getTime(),
    id: after.id,
  })
}

/** Throws `invalid` for a text that `cursorText` has not made for the viewer within the last 24 hours. */
function parseCursor({ secrets, viewer, now }: ViewerScope, cursor: string): Continuation {
  const { v, sub, asOf: time, filter, rank, startsAt, id } = secrets.verify(PURPOSE, cursor) ?? {}
  // What was signed is as it was written, if its form is still the same.
  if (v !== VERSION || sub !== viewer.id || typeof id !== 'string') throw invalidCursor('nextCursor')
  const asOf = new Date(Number(time))
  if (addMilliseconds(asOf, LIFETIME) <= now) throw invalidCursor('nextCursor')
  return {
    filter: JSON.parse(String(filter)),
    asOf,
    after: { rank: Number(rank), startsAt: new Date(Number(startsAt)), id },
  }
}
