import type { Instance } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { type Location, ownerGroupId } from '../../kernel/location.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { groupInstancesChanged, instanceClosed, instancesChanged } from './events.ts'
import { appendInstanceAudit } from './group/moderation.ts'
import { type DueInstance, readDeletedHosts, readMovedClosings } from './group/queries.ts'
import { removeOccupants } from './leave.ts'
import { lockGroupForEntry, lockInstancesAt } from './locks.ts'
import {
  accessFactsAt,
  canCloseInstance,
  canSeeInstance,
  instanceNotFound,
  isClosedAt,
  isOwnInstance,
  managesByGroup,
} from './policy.ts'
import { type AccessFacts, deleteEmptySince } from './queries.ts'
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
  await lockInstancesAt(tx, [place.location])
  const instance = await tx.db.instance.findUnique({ where: { location: place.location } })
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
  tx.emit(instancesChanged(instance.worldId))
  if (instance.type === 'group' && instance.ownerId) tx.emit(groupInstancesChanged(instance.ownerId))
}

/** Notifies the occupants and the creator. */
async function notifyOccupantsOfClosing({ db, emit }: InTransaction, { location, creatorId }: Instance): Promise<void> {
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
export const removeEmptyInstances = (scope: Scope): Promise<number> =>
  deleteEmptySince(scope, addMilliseconds(scope.now, -EMPTY_INSTANCE_RETENTION))

/** The instances of an event, or of all dates of a series. */
export const settleInstancesOfEvent = (scope: Scope, eventId: string): Promise<number> =>
  settleInstances(scope, eventId)

/** Does for all instances of events what was missed, as when a node died. Returns their number. */
export const settleInstancesOfEvents = (scope: Scope): Promise<number> => settleInstances(scope, null)

const INSTANCES_PER_RUN = 500

/**
 * Lets open instances of events close when their events say so now: those of moved events later or earlier, those of
 * cancelled ones at once. One whose closing time people have chosen keeps it until its event is cancelled.
 */
async function settleInstances(scope: Scope, eventId: string | null): Promise<number> {
  const due = await readMovedClosings(scope, eventId, INSTANCES_PER_RUN)
  if (due.length > 0) await transact(scope, (tx) => closeDue(tx, due))
  return due.length
}

async function closeDue(tx: Scope & InTransaction, due: readonly DueInstance[]): Promise<void> {
  const locations = due.map(({ location }) => location)
  await lockInstancesAt(tx, locations)
  const instances = await tx.db.instance.findMany({ where: { location: { in: locations } } })
  const closingTimes = new Map(due.map(({ location, closesAt }) => [location, closesAt ?? tx.now]))
  for (const instance of instances) await closeAt(tx, instance, closingTimes.get(instance.location) ?? tx.now)
  const closed = locations.filter((location) => (closingTimes.get(location) ?? tx.now) <= tx.now)
  await settleQueues(tx, closed)
  await removeOccupants(tx, { locations: closed })
}

async function closeAt(tx: Scope & InTransaction, instance: Instance, closedAt: Date): Promise<void> {
  const { location, worldId, ownerId } = instance
  const data = { closedAt, eventClosesAt: closedAt, hardClose: true }
  await tx.db.instance.update({ where: { location }, data })
  if (closedAt <= tx.now) await notifyOccupantsOfClosing(tx, instance)
  tx.emit(instancesChanged(worldId))
  if (ownerId) tx.emit(groupInstancesChanged(ownerId))
}

/** Hard-closes all instances of a group that was deleted. Returns their number. */
export const closeInstancesOfGroup = (scope: Scope, groupId: string): Promise<number> =>
  transact(scope, async (tx) => {
    const instances = await findOpenInstances(tx, groupId)
    const locations = instances.map(({ location }) => location)
    await lockInstancesAt(tx, locations)
    await tx.db.instance.updateMany({
      where: { location: { in: locations } },
      data: { closedAt: tx.now, hardClose: true },
    })
    for (const instance of instances) await notifyOccupantsOfClosing(tx, instance)
    for (const worldId of new Set(instances.map((instance) => instance.worldId))) tx.emit(instancesChanged(worldId))
    await removeOccupants(tx, { locations })
    return instances.length
  })

/** No new ones can appear, since a deleted group has no instances made: there are no more than a group can have. */
const findOpenInstances = ({ db, now }: Scope & InTransaction, ownerId: string): Promise<Instance[]> =>
  db.instance.findMany({
    where: { type: 'group', ownerId, OR: [{ closedAt: null }, { closedAt: { gt: now } }, { hardClose: false }] },
  })

const GROUPS_PER_RUN = 100

/** Closes the instances of deleted groups that were not closed with them, as when a node died. */
export async function closeInstancesOfDeletedGroups(scope: Scope): Promise<number> {
  const groups = await readDeletedHosts(scope, GROUPS_PER_RUN)
  let closed = 0
  for (const { id } of groups) closed += await closeInstancesOfGroup(scope, id)
  return closed
}
