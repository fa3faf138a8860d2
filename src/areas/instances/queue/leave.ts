import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockInstancesAt } from '../leave.ts'
import { deleteFromQueues } from './queue.ts'

/** Leaves the queue in which the viewer waits. Returns the location of its instance; null if there was none. */
export const leaveInstanceQueue = (scope: ViewerScope): Promise<string | null> =>
  transact(scope, async (tx) => {
    const userId = tx.viewer.id
    const entry = await tx.db.instanceQueueEntry.findUnique({ where: { userId } })
    if (!entry) return null
    await lockInstancesAt(tx, [entry.location])
    const [left] = await deleteFromQueues(tx, [userId], [entry.location])
    return left?.location ?? null
  })

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
