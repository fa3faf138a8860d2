import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { queueLeft, queueMoved, queueReady } from '../events.ts'

/** How long a free place is kept for the first in the queue. */
export const PLACE_KEPT = 60 * SECOND

/** A person's place in a queue. */
interface QueuePlace {
  readonly userId: string
  readonly location: string
  /** From 1; people for whom a place is kept have none. */
  readonly position: number
  /** Number of people who wait and have no place kept for them. */
  readonly queueSize: number
}

interface QueueEntryKey {
  readonly userId: string
  readonly location: string
}

/** Places of those who wait for these instances, the first ones first. */
export const readQueuePlaces = ({ sql }: Pick<InTransaction, 'db' | 'sql'>, locations: readonly string[]) =>
  sql<QueuePlace>`
    SELECT "userId", location,
      (row_number() OVER (PARTITION BY location ORDER BY "hasPriority" DESC, number))::int AS position,
      (count(*) OVER (PARTITION BY location))::int AS "queueSize"
    FROM "InstanceQueueEntry" WHERE location = ANY(${[...locations]}) AND "keptUntil" IS NULL
    ORDER BY location, position`

/**
 * Brings the queues of these instances, which the caller has locked, up to date: takes out those who did not come in time,
 * and all of a closed instance, keeps each free place for the first who waits, and tells everybody of it. Each place is
 * kept for one person: occupants and kept places together never exceed the capacity. `changed` names instances whose queue
 * the caller has changed.
 */
export async function settleQueues(
  tx: Scope & InTransaction,
  locations: readonly string[],
  changed: readonly string[] = [],
): Promise<void> {
  const gone = await deleteLapsed(tx, locations)
  emitLeft(tx, gone)
  const promoted = await keepFreePlaces(tx, locations)
  const moved = [...gone, ...promoted].map(({ location }) => location)
  await emitPositions(tx, [...new Set([...moved, ...changed])])
}

const deleteLapsed = ({ sql, clock }: Scope & InTransaction, locations: readonly string[]) => sql<QueueEntryKey>`
  DELETE FROM "InstanceQueueEntry" AS q USING "Instance" AS i
  WHERE i.location = q.location AND q.location = ANY(${[...locations]})
    AND (q."keptUntil" <= ${clock.now()} OR i."closedAt" <= ${clock.now()})
  RETURNING q."userId", q.location`

async function keepFreePlaces({ sql, clock, emit }: Scope & InTransaction, locations: readonly string[]) {
  const until = addMilliseconds(clock.now(), PLACE_KEPT)
  const kept = await sql<QueueEntryKey>`
    UPDATE "InstanceQueueEntry" AS q SET "keptUntil" = ${until}
    FROM (
      SELECT waiting."userId",
        row_number() OVER (PARTITION BY waiting.location ORDER BY waiting."hasPriority" DESC, waiting.number) AS rank,
        i.capacity - (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location)
          - (SELECT count(*) FROM "InstanceQueueEntry" AS k WHERE k.location = i.location AND k."keptUntil" IS NOT NULL)
          AS free
      FROM "InstanceQueueEntry" AS waiting JOIN "Instance" AS i ON i.location = waiting.location
      WHERE waiting.location = ANY(${[...locations]}) AND waiting."keptUntil" IS NULL
    ) AS head
    WHERE head."userId" = q."userId" AND head.rank <= head.free
    RETURNING q."userId", q.location`
  for (const { userId, location } of kept) emit(queueReady(userId, { location, expiry: until.toISOString() }))
  return kept
}

function emitLeft({ emit }: InTransaction, entries: readonly QueueEntryKey[]): void {
  for (const { userId, location } of entries) emit(queueLeft(userId, { location }))
}

/** Tells those who wait for these instances their positions; `except` knows its own already. */
export async function emitPositions(tx: InTransaction, locations: readonly string[], except?: string): Promise<void> {
  if (locations.length === 0) return
  for (const { userId, location, ...place } of await readQueuePlaces(tx, locations)) {
    if (userId !== except) tx.emit(queueMoved(userId, { location, ...positionIds(place) }))
  }
}

/** Numbers of a place as the ids of an event, which are texts. */
export const positionIds = ({ position, queueSize }: Pick<QueuePlace, 'position' | 'queueSize'>) => ({
  position: String(position),
  queueSize: String(queueSize),
})

/** Takes people out of the queues of these instances, which the caller has locked, and settles them. */
export async function deleteFromQueues(
  tx: Scope & InTransaction,
  userIds: readonly string[],
  locations: readonly string[],
): Promise<QueueEntryKey[]> {
  if (locations.length === 0) return []
  const gone = await tx.sql<QueueEntryKey>`
    DELETE FROM "InstanceQueueEntry" WHERE "userId" = ANY(${[...userIds]}) AND location = ANY(${[...locations]})
    RETURNING "userId", location`
  emitLeft(tx, gone)
  const left = [...new Set(gone.map(({ location }) => location))]
  if (left.length > 0) await settleQueues(tx, left, left)
  return gone
}
