import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { groupInstancesChanged, occupancyChanged } from './events.ts'
import { deleteFromQueues, settleQueues } from './queue/queue.ts'

/** Leaves the viewer's current instance, and no queue. Returns its location; null if there was none. */
export const leaveInstance = (scope: ViewerScope): Promise<string | null> =>
  transact(scope, async (tx) => {
    const [left] = await removeMatching(tx, { userIds: [tx.viewer.id] }, 'occupants')
    return left?.location ?? null
  })

/** Removes a person from their current instance. The caller has locked it, and emits `whereaboutsChanged`. */
export async function leaveCurrentInstance(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  emitOccupancyChanged(tx, await deleteOccupants(tx, [userId]))
}

interface OccupantFilter {
  readonly userIds?: readonly string[]
  readonly locations?: readonly string[]
  /** Only people who had entered or joined a queue by this time. */
  readonly before?: Date
}

/** Removes occupants and people in queues who match the filter and emits the events of it. Returns the number of occupants. Set-wise. */
export async function removeOccupants(tx: Scope & InTransaction, filter: OccupantFilter): Promise<number> {
  const removed = await removeMatching(tx, filter, 'all')
  return removed.length
}

/** Returns the removed occupants with the places that they have left. */
async function removeMatching(
  tx: Scope & InTransaction,
  { userIds, locations, before }: OccupantFilter,
  which: 'all' | 'occupants',
) {
  const where = {
    ...(userIds && { userId: { in: [...userIds] } }),
    ...(locations && { location: { in: [...locations] } }),
  }
  const select = { userId: true, location: true }
  const found = await tx.db.occupant.findMany({
    where: { ...where, ...(before && { joinedAt: { lte: before } }) },
    select,
  })
  const queued =
    which === 'all'
      ? await tx.db.instanceQueueEntry.findMany({
          where: { ...where, ...(before && { queuedAt: { lte: before } }) },
          select,
        })
      : []
  const [foundIds, places] = [found.map(({ userId }) => userId), found.map(({ location }) => location)]
  const queues = queued.map(({ location }) => location)
  await lockInstancesAt(tx, [...new Set([...places, ...queues])])
  if (queued.length > 0)
    await deleteFromQueues(
      tx,
      queued.map(({ userId }) => userId),
      [...new Set(queues)],
    )
  // Some may have left before the lock.
  const present = await tx.sql<{ userId: string }>`
    SELECT "userId" FROM "Occupant"
    JOIN unnest(${foundIds}::text[], ${places}::text[]) AS found ("userId", location) USING ("userId", location)`
  const presentIds = present.map(({ userId }) => userId)
  const removed = await deleteOccupants(tx, presentIds)
  for (const { userId } of removed) tx.emit(whereaboutsChanged(userId))
  emitOccupancyChanged(tx, removed)
  return removed
}

/** Locks instances for a change of their occupants. */
export const lockInstancesAt = (tx: InTransaction, locations: readonly string[]) => tx.sql`
  SELECT FROM "Instance" WHERE location = ANY(${[...locations]})
  ${rowLock(tx, 'instance', { keys: locations, strength: 'NO KEY UPDATE' })}`

interface RemovedOccupant {
  readonly userId: string
  readonly location: string
  readonly worldId: string
  /** Null for an instance of people. */
  readonly groupId: string | null
  readonly queueEnabled: boolean
}

function emitOccupancyChanged({ emit }: InTransaction, removed: readonly RemovedOccupant[]) {
  for (const worldId of new Set(removed.map((occupant) => occupant.worldId))) emit(occupancyChanged(worldId))
  for (const groupId of new Set(removed.map((occupant) => occupant.groupId)))
    if (groupId !== null) emit(groupInstancesChanged(groupId))
}

/** Deletes occupants, records since when instances are empty, and keeps their places for those who wait. */
async function deleteOccupants(tx: Scope & InTransaction, userIds: readonly string[]) {
  const { sql, now } = tx
  if (userIds.length === 0) return []
  const removed = await sql<RemovedOccupant>`
    DELETE FROM "Occupant" AS o USING "Instance" AS i
    WHERE o."userId" = ANY(${[...userIds]}) AND i.location = o.location
    RETURNING o."userId", o.location, i."worldId", i."queueEnabled",
      CASE WHEN i.type = 'group' THEN i."ownerId" END AS "groupId"`
  const locations = removed.map(({ location }) => location)
  await sql`
    UPDATE "Instance" AS i SET "emptySince" = ${now}
    WHERE i.location = ANY(${locations}) AND NOT EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location)`
  const queues = removed.filter(({ queueEnabled }) => queueEnabled).map(({ location }) => location)
  if (queues.length > 0) await settleQueues(tx, [...new Set(queues)])
  return removed
}
