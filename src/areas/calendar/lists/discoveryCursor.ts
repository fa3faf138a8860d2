import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalidCursor } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { DiscoveryKey } from './discovery.ts'
import type { DiscoveryFilter } from './discoveryConditions.ts'

/** Where a page of discovery continues: the filter and the time of the first page, and the last event that was listed. */
export interface DiscoveryContinuation {
  readonly filter: DiscoveryFilter
  readonly asOf: Date
  readonly after: DiscoveryKey
}

const PURPOSE = 'calendar-discovery'
/** The form of a cursor; cursors of other forms are refused. */
const VERSION = 1
const LIFETIME = DAY

/** The signed text of a continuation, for the viewer alone. */
export function discoveryCursor({ secrets, viewer }: ViewerScope, continuation: DiscoveryContinuation): string {
  const { filter, asOf, after } = continuation
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

/** Throws `invalid` for a text that `discoveryCursor` has not made for the viewer within the last 24 hours. */
export function parseDiscoveryCursor({ secrets, viewer, now }: ViewerScope, cursor: string): DiscoveryContinuation {
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
