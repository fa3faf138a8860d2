import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** A person's place in a queue. */
export interface QueuePlace {
  readonly userId: string
  readonly location: string
  /** From 1; people for whom a place is kept have none. */
  readonly position: number
  /** Number of people who wait and have no place kept for them. */
  readonly queueSize: number
}

/** Who waits for which instance. */
export interface QueueEntryKey {
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

/** Deletes entries whose kept place has lapsed, and those for closed instances, and answers them. */
export const deleteLapsed = ({ sql, clock }: Scope & InTransaction, locations: readonly string[]) => sql<QueueEntryKey>`
  DELETE FROM "InstanceQueueEntry" AS q USING "Instance" AS i
  WHERE i.location = q.location AND q.location = ANY(${[...locations]})
    AND (q."keptUntil" <= ${clock.now()} OR i."closedAt" <= ${clock.now()})
  RETURNING q."userId", q.location`

/** Keeps the free places of these instances until a time for the first who wait, and answers for whom. */
export const writeKeptPlaces = ({ sql }: InTransaction, locations: readonly string[], until: Date) =>
  sql<QueueEntryKey>`
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

/** Deletes the entries of people for instances, and answers them. */
export const deleteEntries = ({ sql }: InTransaction, userIds: readonly string[], locations: readonly string[]) =>
  sql<QueueEntryKey>`
    DELETE FROM "InstanceQueueEntry" WHERE "userId" = ANY(${[...userIds]}) AND location = ANY(${[...locations]})
    RETURNING "userId", location`

/** Where the viewer waits. */
export interface OwnQueuePlace {
  readonly location: string
  /** From 1; null while a place is kept for the viewer. */
  readonly position: number | null
  /** Number of people who wait. */
  readonly queueSize: number
  /** Time until which a free place is kept for the viewer; null while none is. */
  readonly keptUntil: Date | null
}

/** Where the viewer waits for a place; null for nowhere. One statement. */
export async function readOwnQueuePlace({ sql, viewer, now }: ViewerScope): Promise<OwnQueuePlace | null> {
  const [own] = await sql<OwnQueuePlace>`
    SELECT q.location, q."keptUntil",
      CASE WHEN q."keptUntil" IS NULL THEN (
        SELECT count(*)::int FROM "InstanceQueueEntry" AS o WHERE o.location = q.location AND o."keptUntil" IS NULL
          AND (o."hasPriority" > q."hasPriority" OR o."hasPriority" = q."hasPriority" AND o.number <= q.number)) END
        AS position,
      (SELECT count(*)::int FROM "InstanceQueueEntry" AS o WHERE o.location = q.location AND o."keptUntil" IS NULL)
        AS "queueSize"
    FROM "InstanceQueueEntry" AS q
    WHERE q."userId" = ${viewer.id} AND (q."keptUntil" IS NULL OR q."keptUntil" > ${now})`
  return own ?? null
}
