import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { occupancyChanged } from './events.ts'

/** Leaves the viewer's current instance. Returns its location; null if there was none. */
export const leaveInstance = (scope: ViewerScope): Promise<string | null> =>
  transact(scope, async (tx) => {
    const [left] = await removeMatching(tx, { userIds: [tx.viewer.id] })
    return left?.location ?? null
  })

/** Removes a person from their current instance. The caller has locked it, and emits `whereaboutsChanged`. */
export async function leaveCurrentInstance(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  emitOccupancyChanged(tx, await deleteOccupants(tx, [userId]))
}

interface OccupantFilter {
  readonly userIds?: readonly string[]
  readonly locations?: readonly string[]
  /** Only people who had entered by this time. */
  readonly before?: Date
}

/** Removes occupants who match the filter and emits the events of it. Returns their number. Set-wise. */
export async function removeOccupants(tx: Scope & InTransaction, filter: OccupantFilter): Promise<number> {
  const removed = await removeMatching(tx, filter)
  return removed.length
}

/** Returns the removed occupants with the places that they have left. */
async function removeMatching(tx: Scope & InTransaction, { userIds, locations, before }: OccupantFilter) {
  const where = {
    ...(userIds && { userId: { in: [...userIds] } }),
    ...(locations && { location: { in: [...locations] } }),
    ...(before && { joinedAt: { lte: before } }),
  }
  const found = await tx.db.occupant.findMany({ where, select: { userId: true, location: true } })
  const [foundIds, places] = [found.map(({ userId }) => userId), found.map(({ location }) => location)]
  await lockInstancesAt(tx, places)
  // Some may have left before the lock.
  const present = await tx.db.$queryRaw<{ userId: string }[]>`
    SELECT "userId" FROM "Occupant"
    JOIN unnest(${foundIds}::text[], ${places}::text[]) AS found ("userId", location) USING ("userId", location)`
  const presentIds = present.map(({ userId }) => userId)
  const removed = await deleteOccupants(tx, presentIds)
  for (const { userId } of removed) tx.emit(whereaboutsChanged(userId))
  emitOccupancyChanged(tx, removed)
  return removed
}

/** Locks instances for a change of their occupants. */
export const lockInstancesAt = (tx: InTransaction, locations: readonly string[]) => tx.db.$executeRaw`
  SELECT FROM "Instance" WHERE location = ANY(${[...locations]})
  ${rowLock(tx, 'instance', { keys: locations, strength: 'NO KEY UPDATE' })}`

interface RemovedOccupant {
  readonly userId: string
  readonly worldId: string
}

function emitOccupancyChanged({ emit }: InTransaction, removed: readonly RemovedOccupant[]) {
  for (const worldId of new Set(removed.map((occupant) => occupant.worldId))) emit(occupancyChanged(worldId))
}

/** Deletes occupants, and records since when instances are empty. */
async function deleteOccupants({ db, now }: Scope & InTransaction, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const removed = await db.$queryRaw<(RemovedOccupant & { location: string })[]>`
    DELETE FROM "Occupant" AS o USING "Instance" AS i
    WHERE o."userId" = ANY(${[...userIds]}) AND i.location = o.location
    RETURNING o."userId", o.location, i."worldId"`
  const locations = removed.map(({ location }) => location)
  await db.$executeRaw`
    UPDATE "Instance" AS i SET "emptySince" = ${now}
    WHERE i.location = ANY(${locations}) AND NOT EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location)`
  return removed
}
