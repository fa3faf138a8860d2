import type { Instance } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { queueJoined } from '../events.ts'
import { emitPositions, positionIds, readQueuePlaces, settleQueues } from './queue.ts'

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
