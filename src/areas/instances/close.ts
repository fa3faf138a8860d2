import type { Instance } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { type Location, ownerGroupId } from '../../kernel/location.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/adminAct.ts'
import { groupInstancesChanged, instanceClosed } from './events.ts'
import { appendInstanceAudit } from './group/audit.ts'
import { lockGroupForEntry } from './group/lock.ts'
import { removeOccupants } from './leave.ts'
import {
  type AccessFacts,
  accessFactsAt,
  canCloseInstance,
  canSeeInstance,
  instanceNotFound,
  isClosedAt,
  isOwnInstance,
  managesByGroup,
} from './policy.ts'
import { settleQueues } from './queue/queue.ts'

interface CloseOptions {
  /** Whether occupants are removed at that time. */
  readonly hardClose?: boolean | undefined
  /** Time from which nobody can enter; now by default and for a past time. */
  readonly closedAt?: Date | undefined
}

/**
 * Closes an instance, now or later; the time can be changed while it is open. For its owner, its creator, managers of its
 * group and admins. Throws `missing` for an instance that was not created or that the viewer can't see, `forbidden` for
 * instances of others and for a closed one.
 */
export const closeInstance = (scope: ViewerScope, place: Location, closing: CloseOptions = {}): Promise<void> =>
  ownerOrAdminAct(scope, 'closeInstance', async (tx) => {
    const { instance, facts } = await lockVisibleInstance(tx, place)
    if (!canCloseInstance(tx, instance, facts)) throw closeForbidden("You're not allowed to close this instance.")
    if (isClosedAt(instance, tx.clock.now()))
      throw closeForbidden("You're not allowed to close an already closed instance.")
    await writeClosingTime(tx, instance, closing)
    await appendInstanceAudit(tx, place, { eventType: 'group.instance.close', verb: 'closed' })
    const details = { hardClose: closing.hardClose ?? false }
    return { ...ownershipOf(tx, { place, instance, facts }), details }
  })

interface VisibleInstance {
  readonly instance: Instance
  readonly facts: AccessFacts
}

/** What the audit log of the platform tells of an act upon an instance: only of admins who need their rank for it. */
export function ownershipOf(
  tx: ViewerScope,
  { place, instance, facts }: VisibleInstance & { readonly place: Location },
) {
  const isManager = facts.group !== null && managesByGroup({ ...tx, viewer: { ...tx.viewer, admin: false } }, facts)
  return {
    subjectId: place.location,
    ownerId: tx.viewer.id,
    needsAdmin: !isOwnInstance(tx, instance) && !isManager,
  }
}

const closeForbidden = (message: string) => new Failure('forbidden', message, { reason: 'cannot_close' })

/** Locks an instance and the rights of its group. Throws `missing` for one that was not created or that the viewer can't see. */
export async function lockVisibleInstance(tx: ViewerScope & InTransaction, place: Location): Promise<VisibleInstance> {
  const groupId = ownerGroupId(place)
  if (groupId !== null) await lockGroupForEntry(tx, groupId)
  const [instance] = await tx.sql<Instance>`
    SELECT * FROM "Instance" WHERE location = ${place.location}
    ${rowLock(tx, 'instance', { keys: [place.location], strength: 'NO KEY UPDATE' })}`
  const facts = await accessFactsAt(tx, place)
  if (!instance || !canSeeInstance(tx, place, facts)) throw instanceNotFound()
  return { instance, facts }
}

async function writeClosingTime(
  tx: Scope & InTransaction,
  instance: Instance,
  { hardClose = false, closedAt }: CloseOptions,
): Promise<void> {
  const { db, now } = tx
  const at = closedAt && closedAt > now ? closedAt : now
  await db.instance.update({ where: { location: instance.location }, data: { closedAt: at, hardClose } })
  await notifyOccupantsOfClosing(tx, instance)
  await settleQueues(tx, [instance.location])
  if (hardClose && at === now) await removeOccupants(tx, { locations: [instance.location] })
  if (instance.type === 'group' && instance.ownerId) tx.emit(groupInstancesChanged(instance.ownerId))
}

/** Notifies the occupants and the creator. */
export async function notifyOccupantsOfClosing(
  { db, emit }: InTransaction,
  { location, creatorId }: Instance,
): Promise<void> {
  const occupants = await db.occupant.findMany({ where: { location }, select: { userId: true } })
  const recipients = new Set([creatorId, ...occupants.map(({ userId }) => userId)])
  for (const userId of recipients) emit(instanceClosed(userId, { location }))
}

/** Removes all occupants of a world that was hidden. */
export async function removeOccupantsOfWorld(tx: Scope & InTransaction, worldId: string): Promise<void> {
  const where = { worldId, occupants: { some: {} } }
  const occupied = await tx.db.instance.findMany({ where, select: { location: true } })
  await removeOccupants(tx, { locations: occupied.map(({ location }) => location) })
}

const INSTANCES_PER_BATCH = 200

/** Removes the occupants of instances with a due hard close or with a hidden world. Returns their number. */
export async function removeOccupantsOfClosedInstances(scope: Scope): Promise<number> {
  const due = await scope.client.instance.findMany({
    where: {
      OR: [{ hardClose: true, closedAt: { lte: scope.now } }, { world: { releaseStatus: 'hidden' } }],
      occupants: { some: {} },
    },
    orderBy: { location: 'asc' },
    take: INSTANCES_PER_BATCH,
    select: { location: true },
  })
  if (due.length === 0) return 0
  const removed = await transact(scope, (tx) => removeOccupants(tx, { locations: due.map(({ location }) => location) }))
  return due.length < INSTANCES_PER_BATCH ? removed : removed + (await removeOccupantsOfClosedInstances(scope))
}

const EMPTY_INSTANCE_RETENTION = DAY

/** Deletes instances that were empty for a day, which frees their names. Returns their number. */
export async function removeEmptyInstances({ client, now }: Scope): Promise<number> {
  const { count } = await client.instance.deleteMany({
    where: { emptySince: { lte: addMilliseconds(now, -EMPTY_INSTANCE_RETENTION) }, occupants: { none: {} } },
  })
  return count
}
