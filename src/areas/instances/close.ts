import type { Instance } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Location } from '../../kernel/location.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/adminAct.ts'
import { instanceClosed } from './events.ts'
import { removeOccupants } from './leave.ts'
import {
  accessFactsAt,
  canCloseInstance,
  canSeeInstance,
  instanceNotFound,
  isClosedAt,
  isOwnInstance,
} from './policy.ts'

export interface CloseOptions {
  /** Whether occupants are removed at that time. */
  readonly hardClose?: boolean | undefined
  /** Time from which nobody can enter; now by default and for a past time. */
  readonly closedAt?: Date | undefined
}

/**
 * Closes an instance, now or later; the time can be changed while it is open. For its owner, its creator and admins.
 * Throws `missing` for an instance that was not created or that the viewer can't see, `forbidden` for instances of others
 * and for a closed one.
 */
export const closeInstance = (scope: ViewerScope, place: Location, closing: CloseOptions = {}): Promise<void> =>
  ownerOrAdminAct(scope, 'closeInstance', async (tx) => {
    const instance = await lockVisibleInstance(tx, place)
    if (!canCloseInstance(tx, instance)) throw closeForbidden("You're not allowed to close this instance.")
    if (isClosedAt(instance, tx.clock.now()))
      throw closeForbidden("You're not allowed to close an already closed instance.")
    await writeClosingTime(tx, instance, closing)
    const details = { hardClose: closing.hardClose ?? false }
    const needsAdmin = !isOwnInstance(tx, instance)
    return { subjectId: place.location, ownerId: tx.viewer.id, needsAdmin, details }
  })

const closeForbidden = (message: string) => new Failure('forbidden', message, { reason: 'cannot_close' })

async function lockVisibleInstance(tx: ViewerScope & InTransaction, place: Location): Promise<Instance> {
  const [instance] = await tx.db.$queryRaw<Instance[]>`
    SELECT * FROM "Instance" WHERE location = ${place.location}
    ${rowLock(tx, 'instance', { keys: [place.location], strength: 'NO KEY UPDATE' })}`
  if (!instance || !canSeeInstance(tx, place, await accessFactsAt(tx, place))) throw instanceNotFound()
  return instance
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
  if (hardClose && at === now) await removeOccupants(tx, { locations: [instance.location] })
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
export async function removeEmptyInstances({ client, now }: Scope): Promise<number> {
  const { count } = await client.instance.deleteMany({
    where: { emptySince: { lte: addMilliseconds(now, -EMPTY_INSTANCE_RETENTION) }, occupants: { none: {} } },
  })
  return count
}
