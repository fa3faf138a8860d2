import type { UserId } from '../../kernel/ids.ts'
import { groupBy } from '../../kernel/maps.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { groupInstancesChanged, occupancyChanged } from './events.ts'
import { findUnwelcome, type Membership } from './group/queries.ts'
import { lockInstancesAt } from './locks.ts'
import { deleteOccupantRows, markEmpty, type RemovedOccupant, readPresent } from './queries.ts'
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
  const removed = await deleteOccupants(tx, await readPresent(tx, foundIds, places))
  for (const { userId } of removed) tx.emit(whereaboutsChanged(userId))
  emitOccupancyChanged(tx, removed)
  return removed
}

function emitOccupancyChanged({ emit }: InTransaction, removed: readonly RemovedOccupant[]) {
  for (const worldId of new Set(removed.map((occupant) => occupant.worldId))) emit(occupancyChanged(worldId))
  for (const groupId of new Set(removed.map((occupant) => occupant.groupId)))
    if (groupId !== null) emit(groupInstancesChanged(groupId))
}

/** Deletes occupants, records since when instances are empty, and keeps their places for those who wait. */
async function deleteOccupants(tx: Scope & InTransaction, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const removed = await deleteOccupantRows(tx, userIds)
  await markEmpty(
    tx,
    removed.map(({ location }) => location),
  )
  const queues = removed.filter(({ queueEnabled }) => queueEnabled).map(({ location }) => location)
  if (queues.length > 0) await settleQueues(tx, [...new Set(queues)])
  return removed
}

const PEOPLE_PER_BATCH = 500

async function removeUnwelcome(scope: Scope, membership: Membership | null): Promise<number> {
  const found = await findUnwelcome(scope, membership, PEOPLE_PER_BATCH)
  const byLocation = groupBy(found, ({ location }) => location)
  for (const [location, people] of byLocation) {
    const userIds = people.map(({ userId }) => userId)
    await transact(scope, (tx) => removeOccupants(tx, { userIds, locations: [location] }))
  }
  return found.length
}

/** Puts a person whose membership of a group has changed out of its instances, unless they may still be there. */
export const putOutOfGroupInstances = (scope: Scope, userId: string, groupId: string): Promise<number> =>
  removeUnwelcome(scope, { userId, groupId })

/** Puts everybody out of instances of groups who may not be there any more, as when a node died before it did so. */
export async function putOutAll(scope: Scope): Promise<number> {
  for (let removed = 0; ; ) {
    const found = await removeUnwelcome(scope, null)
    removed += found
    if (found < PEOPLE_PER_BATCH) return removed
  }
}
