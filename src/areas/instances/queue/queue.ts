import type { Instance } from '../../../generated/prisma/client.ts'
import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { parseLocation } from '../../../kernel/location.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { instancesChanged, queueJoined, queueLeft, queueMoved, queueReady } from '../events.ts'
import { lockInstancesAt } from '../locks.ts'
import {
  deleteEntries,
  deleteLapsed,
  type QueueEntryKey,
  type QueuePlace,
  readQueuePlaces,
  writeKeptPlaces,
} from './queries.ts'

/** How long a free place is kept for the first in the queue. */
export const PLACE_KEPT = 60 * SECOND

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

async function keepFreePlaces(tx: Scope & InTransaction, locations: readonly string[]) {
  const until = addMilliseconds(tx.clock.now(), PLACE_KEPT)
  const kept = await writeKeptPlaces(tx, locations, until)
  for (const { userId, location } of kept) tx.emit(queueReady(userId, { location, expiry: until.toISOString() }))
  return kept
}

function emitLeft({ emit }: InTransaction, entries: readonly QueueEntryKey[]): void {
  for (const { userId, location } of entries) emit(queueLeft(userId, { location }))
}

/** Tells that queues of these instances have changed, and those who wait their positions; `except` knows its own already. */
async function emitPositions(tx: InTransaction, locations: readonly string[], except?: string): Promise<void> {
  if (locations.length === 0) return
  const worldIds = locations.map((location) => parseLocation(location)?.worldId).filter((id) => id !== undefined)
  for (const worldId of new Set(worldIds)) tx.emit(instancesChanged(worldId))
  for (const { userId, location, ...place } of await readQueuePlaces(tx, locations)) {
    if (userId !== except) tx.emit(queueMoved(userId, { location, ...positionIds(place) }))
  }
}

/** Numbers of a place as the ids of an event, which are texts. */
const positionIds = ({ position, queueSize }: Pick<QueuePlace, 'position' | 'queueSize'>) => ({
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
  const gone = await deleteEntries(tx, userIds, locations)
  emitLeft(tx, gone)
  const left = [...new Set(gone.map(({ location }) => location))]
  if (left.length > 0) await settleQueues(tx, left, left)
  return gone
}

/** People who can wait for one instance. */
const MAX_QUEUE = 100

const instanceFull = () => new Failure('conflict', 'This instance is full', { reason: 'instance_full' })

/**
 * Finds a place for the viewer in an instance, which the caller has locked and which the viewer may enter. Returns null
 * when there is one, which is free or was kept for the viewer, and otherwise the position in the queue that the viewer has
 * now. Throws `conflict` for a full instance without a queue, and for a full queue.
 */
export async function findPlace(
  tx: ViewerScope & InTransaction,
  instance: Instance,
  hasPriority: boolean,
): Promise<number | null> {
  const { location, capacity, queueEnabled } = instance
  if (queueEnabled) await settleQueues(tx, [location])
  if ((await countTaken(tx, location)) < capacity) return null
  if (!queueEnabled) throw instanceFull()
  return joinQueue(tx, location, hasPriority)
}

/** Number of places that others occupy or that are kept for them. */
export async function countTaken({ db, viewer }: ViewerScope & InTransaction, location: string): Promise<number> {
  const isKeptForOthers = { location, keptUntil: { not: null }, userId: { not: viewer.id } }
  const [occupants, kept] = await Promise.all([
    db.occupant.count({ where: { location } }),
    db.instanceQueueEntry.count({ where: isKeptForOthers }),
  ])
  return occupants + kept
}

async function joinQueue(tx: ViewerScope & InTransaction, location: string, hasPriority: boolean): Promise<number> {
  const { db, viewer, now, emit } = tx
  const findOwn = async () => (await readQueuePlaces(tx, [location])).find(({ userId }) => userId === viewer.id)
  const standing = await findOwn()
  if (standing) return standing.position
  if ((await db.instanceQueueEntry.count({ where: { location } })) >= MAX_QUEUE) throw instanceFull()
  await db.instanceQueueEntry.create({ data: { userId: viewer.id, location, hasPriority, queuedAt: now } })
  const own = await findOwn()
  if (!own) throw new Error('a person who joined a queue is not in it')
  emit(queueJoined(viewer.id, { location, ...positionIds(own) }))
  await emitPositions(tx, [location], viewer.id)
  return own.position
}

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

const INSTANCES_PER_BATCH = 100

/** Brings the queue of an instance up to date: keeps its free places for the next, takes out who did not come in time. */
export const settleQueueAt = (scope: Scope, locations: readonly string[]): Promise<void> =>
  transact(scope, async (tx) => {
    await lockInstancesAt(tx, locations)
    await settleQueues(tx, locations)
  })

/** Brings all queues up to date, for what was missed as when a node died. Returns the number of instances with a queue. */
export async function settleAllQueues(scope: Scope): Promise<number> {
  let settled = 0
  for (let after = ''; ; ) {
    const rows = await scope.client.instanceQueueEntry.findMany({
      where: { location: { gt: after } },
      distinct: ['location'],
      orderBy: { location: 'asc' },
      take: INSTANCES_PER_BATCH,
      select: { location: true },
    })
    const locations = rows.map(({ location }) => location)
    if (locations.length > 0) await settleQueueAt(scope, locations)
    settled += locations.length
    after = locations.at(-1) ?? ''
    if (locations.length < INSTANCES_PER_BATCH) return settled
  }
}
